import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import { useId } from 'react'
import { FieldFrame, noteId } from '../../ui/inputs/FieldFrame'
import { chosenTexts } from '../../ui/inputs/ChoiceFilter'
import type { InputProps } from '../../ui/field-view'
import { useOptions } from './options'

/** Boxes to tick, as many as apply. */
export function ChoicesInput({
  field,
  source,
  label,
  value,
  onChange,
  onBlur,
  required,
  disabled,
  error,
  help,
  autoFocus,
}: InputProps) {
  const options = useOptions(field)
  const id = useId()
  const labelId = `${id}-label`
  const ticked = chosenTexts(value)
  const toggle = (one: string) => {
    const next = options.map((option) => option.value).filter((other) => ticked.includes(other) !== (other === one))
    onChange(next.length > 0 ? next : null)
  }
  return (
    <FieldFrame labelId={labelId} label={label} required={required} disabled={disabled} error={error} help={help}>
      <Stack
        role="group"
        aria-labelledby={labelId}
        aria-describedby={(error ?? help) ? noteId(id) : undefined}
        direction="row"
        useFlexGap
        sx={{ flexWrap: 'wrap', columnGap: 2 }}
      >
        {options.map((option, at) => (
          <FormControlLabel
            key={option.value}
            label={option.label}
            disabled={disabled}
            sx={{ mx: 0, minHeight: 34 }}
            slotProps={{ typography: { variant: 'body2' } }}
            control={
              <Checkbox
                size="small"
                name={source}
                checked={ticked.includes(option.value)}
                autoFocus={autoFocus && at === 0}
                onChange={() => toggle(option.value)}
                onBlur={onBlur}
                sx={{ p: 0.5, marginInlineEnd: 0.5 }}
              />
            }
          />
        ))}
      </Stack>
    </FieldFrame>
  )
}
