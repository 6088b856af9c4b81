import { useState } from 'react'
import type { InputProps } from '../../ui/field-view'
import { TextBox } from '../../ui/inputs/TextBox'
import type { Json } from '../../model/json'

// A text that is not JSON is passed on with a NUL after it, so that the type's check refuses it at the field.
const BROKEN = '\u0000'

function pretty(value: Json): string {
  if (value === null) return ''
  return typeof value === 'string' && value.endsWith(BROKEN) ? value.slice(0, -1) : JSON.stringify(value, null, 2)
}

function read(text: string): Json {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text) as Json
  } catch {
    return text + BROKEN
  }
}

/** Any JSON value, as it is written. */
export default function JsonInput({ value, onChange, ...rest }: InputProps) {
  const [text, setText] = useState(() => pretty(value))
  const [last, setLast] = useState(value)
  if (value !== last) {
    setLast(value)
    if (JSON.stringify(read(text)) !== JSON.stringify(value)) setText(pretty(value))
  }
  const put = (typed: string) => {
    setText(typed)
    onChange(read(typed))
  }
  return <TextBox {...rest} mono minRows={4} text={text} onText={put} />
}
