import OutlinedInput from '@mui/material/OutlinedInput'
import { useState, type ReactNode } from 'react'
import type { Json } from '../../model/json'
import { canonicalDecimal } from '../../model/values/decimal'
import { readNumber, withoutCoin } from '../../model/values/number-value'
import type { NumberStyle } from '../../model/values/shown-number'
import { useDisplayStyle } from '../show/style'

interface NumberEntryProps {
  readonly id?: string
  readonly name: string
  /** Accessible name where no label element points here. */
  readonly label?: string
  readonly placeholder?: string
  readonly value: Json
  /**
   * The number, as a plain text where JavaScript would not hold it exactly; a text that is none, for validation to say
   * so; null when empty.
   */
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
  /** What stands there while nobody can type. */
  readonly closed?: string | undefined
}

/** Keeps the text as typed, so that '1.0' can become '1.02'; the value follows it, read with the signs of the house. */
export function NumberEntry(props: NumberEntryProps) {
  const style = useDisplayStyle()
  const [typed, setTyped] = useState(() => shown(props.value, style.decimals_separator))
  const [last, setLast] = useState(props.value)
  if (props.value !== last) {
    setLast(props.value)
    if (valueOf(typed) !== props.value) setTyped(shown(props.value, style.decimals_separator))
  }
  function valueOf(text: string): Json {
    const read = readNumber(withoutCoin(text, style.coin), style)
    return 'value' in read ? canonicalDecimal(read.value) : text
  }
  return (
    <OutlinedInput
      id={props.id}
      name={props.name}
      value={props.disabled && props.closed !== undefined ? props.closed : typed}
      placeholder={props.placeholder}
      disabled={props.disabled}
      error={props.error}
      autoFocus={props.autoFocus}
      autoComplete="off"
      fullWidth
      size="small"
      onBlur={() => {
        // What thousands, or the other sign, were read as is shown before it is saved.
        if (!isPlain(typed, style)) setTyped(shown(valueOf(typed), style.decimals_separator))
        props.onBlur?.()
      }}
      onChange={({ target: { value: text } }) => {
        setTyped(text)
        props.onChange(valueOf(text))
      }}
      startAdornment={props.before}
      endAdornment={props.after}
      slotProps={{
        input: {
          inputMode: props.integer ? 'numeric' : 'decimal',
          'aria-label': props.label,
          'aria-describedby': props.describedBy,
          'aria-required': props.required || undefined,
          style: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
        },
      }}
    />
  )
}

const isPlain = (text: string, { decimals_separator }: NumberStyle): boolean =>
  /^\s*[+-]?\d*\.?\d*\s*$/.test(decimals_separator === ',' ? text.replace('.', '?').replace(',', '.') : text)

const shown = (value: Json, separator: string): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value).replace('.', separator) : ''
