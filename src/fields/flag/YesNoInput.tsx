import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useId } from 'react'
import type { InputProps } from '../../ui/field-view'
import { FieldFrame } from '../../ui/inputs/FieldFrame'
import { isOn } from './data'
import { useSides } from './sides'

/**
 * Both answers side by side, neither pressed while there is none; an answer that need not be given is taken back by
 * pressing it again.
 */
export function YesNoInput({
  field,
  source,
  label,
  value,
  onChange,
  onBlur,
  error,
  help,
  required,
  disabled,
  autoFocus,
}: InputProps) {
  const { nameOf } = useSides(field)
  const id = useId()
  const labelId = `${id}-label`
  const sides = [true, false] as const
  return (
    <FieldFrame labelId={labelId} label={label} required={required} disabled={disabled} error={error} help={help}>
      <ToggleButtonGroup
        exclusive
        size="small"
        disabled={disabled}
        aria-labelledby={labelId}
        value={value === null ? null : Number(isOn(value))}
        onChange={(_event, next: number | null) => {
          if (next !== null || !required) onChange(next)
        }}
        sx={{ minHeight: 38 }}
      >
        {sides.map((on) => (
          <ToggleButton
            key={String(on)}
            value={Number(on)}
            name={source}
            autoFocus={autoFocus === true && on}
            onBlur={onBlur}
            sx={{ px: 2.5, minWidth: 64, textTransform: 'none', ...(error && { borderColor: 'error.main' }) }}
          >
            {nameOf(on)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </FieldFrame>
  )
}
