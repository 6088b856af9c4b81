import { useState } from 'react'
import type { FieldView, InputProps } from '../../client/ui/field-view'
import { TextBox } from '../../client/ui/TextBox'
import { TextFilter } from '../../client/ui/TextFilter'
import type { Json } from '../../model/json'

export const jsonView: FieldView = {
  align: 'left',
  Cell: ({ value }) => <code style={{ fontSize: '0.9em' }}>{JSON.stringify(value)}</code>,
  Input: JsonInput,
  Filter: TextFilter,
}

const pretty = (value: Json): string => (value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2))

// A text that is no JSON stays a text, which the type's check refuses under the field.
function read(text: string): Json {
  if (text.trim() === '') return null
  try { return JSON.parse(text) as Json } catch { return text }
}

function JsonInput({ field: _, form: __, value, onChange, ...rest }: InputProps) {
  const [text, setText] = useState(() => pretty(value))
  const [last, setLast] = useState(value)
  if (value !== last) {
    setLast(value)
    if (JSON.stringify(read(text)) !== JSON.stringify(value)) setText(pretty(value))
  }
  return <TextBox {...rest} mono minRows={4} text={text} onText={(typed) => { setText(typed); onChange(read(typed)) }} />
}
