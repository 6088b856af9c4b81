import Rating from '@mui/material/Rating'
import { useId } from 'react'
import { FieldFrame } from '../../ui/inputs/FieldFrame'
import type { InputProps } from '../../ui/field-view'
import { useSay } from '../../ui/show/style'
import { starsOf } from '../../model/values/stars'

/** Stars, chosen by a click or the arrow keys; the chosen one again empties them. */
export function RatingInput({
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
  const say = useSay()
  const id = useId()
  const max = starsOf(field.schema)
  return (
    <FieldFrame labelId={id} label={label} required={required} disabled={disabled} error={error} help={help}>
      <Rating
        aria-labelledby={id}
        name={source}
        max={max}
        disabled={disabled}
        autoFocus={autoFocus}
        sx={{ minHeight: 38, alignItems: 'center' }}
        value={typeof value === 'number' ? value : null}
        getLabelText={(n) => say('field.stars', { n, max })}
        emptyLabelText={say('field.none')}
        onChange={(_, next) => onChange(next)}
        onBlur={onBlur}
      />
    </FieldFrame>
  )
}
