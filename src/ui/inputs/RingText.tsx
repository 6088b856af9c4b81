import { useState } from 'react'
import type { Json } from '../../model/json'
import { isRing, toRing } from '../../model/values/ring-json'
import { readRing, ringText } from '../../model/values/ring-text'
import type { InputProps } from '../field-view'
import { useSay } from '../show/style'
import { TextBox } from './TextBox'

/**
 * An area in writing: a corner a line, latitude first, or GeoJSON; a text that cannot be read is passed on as typed.
 */
export function RingText({ value, onChange, help, ...rest }: Omit<InputProps, 'field' | 'form'>) {
  const say = useSay()
  const [typed, setTyped] = useState(() => written(value))
  const [last, setLast] = useState(value)
  if (value !== last) {
    setLast(value)
    if (JSON.stringify(read(typed)) !== JSON.stringify(value)) setTyped(written(value))
  }
  return (
    <TextBox
      {...rest}
      mono
      minRows={4}
      text={typed}
      help={help ?? say('field.polygon_help')}
      onText={(text) => {
        setTyped(text)
        onChange(read(text))
      }}
    />
  )
}

function read(text: string): Json {
  const ring = readRing(text)
  return ring === null ? null : toRing(ring)
}

function written(value: Json): string {
  if (isRing(value)) return ringText(value, '\n')
  return value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
}
