import OutlinedInput from '@mui/material/OutlinedInput'
import { useState, type ReactNode } from 'react'
import type { Json } from '../../model/json'
import { plainNumber } from '../show/number-text'
import { useDisplayStyle } from '../show/style'

interface NumberEntryProps {
  readonly id?: string
  readonly name: string
  /** Accessible name where no label element points here. */
  readonly label?: string
  readonly placeholder?: string
  readonly value: Json
  /** A number where the text is one that JavaScript holds exactly, else the text itself (which validation reads), null when empty. */
  readonly onChange: (value: Json) => void
  readonly onBlur?: () => void
  readonly integer?: boolean
  readonly disabled?: boolean
  readonly autoFocus?: boolean
  readonly required?: boolean
  readonly error?: boolean
  readonly describedBy?: string
  readonly before?: ReactNode
  readonly after?: ReactNode
}

/** Keeps the text as typed, so that '1.0' can become '1.02'; the value follows it. */
export function NumberEntry(props: NumberEntryProps) {
  const style = useDisplayStyle()
  const [typed, setTyped] = useState(() => shown(props.value, style.decimals_separator))
  const [last, setLast] = useState(props.value)
  if (props.value !== last) {
    setLast(props.value)
    if (valueOf(typed) !== props.value) setTyped(shown(props.value, style.decimals_separator))
  }
  function valueOf(text: string): Json {
    const plain = plainNumber(text, style)
    return plain !== null && isExact(plain) ? Number(plain) : plain
  }
  return (
    <OutlinedInput
      id={props.id}
      name={props.name}
      value={typed}
      placeholder={props.placeholder}
      disabled={props.disabled}
      error={props.error}
      autoFocus={props.autoFocus}
      autoComplete="off"
      fullWidth
      size="small"
      onBlur={props.onBlur}
      onChange={({ target: { value: text } }) => { setTyped(text); props.onChange(valueOf(text)) }}
      startAdornment={props.before}
      endAdornment={props.after}
      slotProps={{
        input: {
          inputMode: props.integer ? 'numeric' : 'decimal',
          'aria-label': props.label,
          'aria-describedby': props.describedBy,
          'aria-required': props.required || undefined,
          style: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
        },
      }}
    />
  )
}

// '1.10' and 20 digits would change as JavaScript numbers: such values stay text, and the server keeps them exactly.
const isExact = (plain: string): boolean => String(Number(plain)) === plain

const shown = (value: Json, separator: string): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value).replace('.', separator) : ''
