import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { useId, useState, type ReactNode } from 'react'
import type { InputProps } from '../field-view'
import { FieldFrame, noteId } from './FieldFrame'
import { useSay } from '../show/style'

interface SelectOption {
  readonly value: string
  readonly label: string
  readonly shown?: ReactNode
}
type ChoiceSelectProps = Omit<InputProps, 'field' | 'onChange' | 'value' | 'form'> & {
  readonly value: string
  readonly options: readonly SelectOption[]
  /** Label of the empty choice; default: none, or "choose". */
  readonly empty?: string
  /** '' when nothing is chosen. */
  readonly onChange: (value: string) => void
}

/** A short list to choose one from. */
export function ChoiceSelect({
  source,
  label,
  value,
  options,
  empty,
  onChange,
  onBlur,
  error,
  help,
  required,
  disabled,
  autoFocus,
}: ChoiceSelectProps) {
  const say = useSay()
  const id = useId()
  const labelId = `${id}-label`
  const [open, setOpen] = useState(false)
  const known = value === '' || options.some((option) => option.value === value)
  return (
    <FieldFrame
      inputId={id}
      labelId={labelId}
      label={label}
      required={required}
      disabled={disabled}
      error={error}
      help={help}
    >
      <Select
        id={id}
        name={source}
        labelId={labelId}
        value={value}
        displayEmpty
        open={open}
        // Ctrl+Enter is for the form.
        onOpen={(event) =>
          setOpen(
            !(event.nativeEvent instanceof KeyboardEvent && (event.nativeEvent.ctrlKey || event.nativeEvent.metaKey)),
          )
        }
        onClose={() => setOpen(false)}
        size="small"
        fullWidth
        error={Boolean(error)}
        disabled={disabled}
        autoFocus={autoFocus}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        aria-describedby={error || help ? noteId(id) : undefined}
        MenuProps={{ slotProps: { paper: { sx: { maxHeight: 360 } } } }}
      >
        {(!required || value === '') && (
          <MenuItem value="" disabled={required} sx={{ color: 'text.secondary' }}>
            {empty ?? say(required ? 'field.choose' : 'field.none')}
          </MenuItem>
        )}
        {options.map((option) => (
          <MenuItem key={option.value} value={option.value}>
            {option.shown ?? option.label}
          </MenuItem>
        ))}
        {!known && <MenuItem value={value}>{value}</MenuItem>}
      </Select>
    </FieldFrame>
  )
}
