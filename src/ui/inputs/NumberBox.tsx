import InputAdornment from '@mui/material/InputAdornment'
import { useId } from 'react'
import type { InputProps } from '../field-view'
import { FieldFrame, noteId } from './FieldFrame'
import { NumberEntry } from './NumberEntry'
import { textOf } from './TextBox'

/** A number in the frame of a field, with its coin before it or its unit (`x-unit`) behind it. */
export function NumberBox(
  props: InputProps & {
    readonly integer?: boolean
    readonly coin?: string
    readonly unit?: string
    readonly closed?: string | undefined
  },
) {
  const { field, source, label, required, disabled, error, help, coin, integer } = props
  const id = useId()
  const unit = props.unit ?? textOf(field.schema['x-unit'])
  return (
    <FieldFrame inputId={id} label={label} required={required} disabled={disabled} error={error} help={help}>
      <NumberEntry
        id={id}
        name={source}
        value={props.value}
        onChange={props.onChange}
        onBlur={props.onBlur}
        integer={integer}
        required={required}
        disabled={disabled}
        error={Boolean(error)}
        autoFocus={props.autoFocus}
        describedBy={error || help ? noteId(id) : undefined}
        before={coin && <InputAdornment position="start">{coin}</InputAdornment>}
        after={unit && <InputAdornment position="end">{unit}</InputAdornment>}
        closed={props.closed}
      />
    </FieldFrame>
  )
}
