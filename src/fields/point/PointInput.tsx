import Stack from '@mui/material/Stack'
import { useId } from 'react'
import { FieldFrame } from '../../ui/inputs/FieldFrame'
import type { InputProps } from '../../ui/field-view'
import { NumberEntry } from '../../ui/inputs/NumberEntry'
import { useSay } from '../../ui/show/style'
import type { Json } from '../../model/json'
import { degreesOf } from '../../model/values/degrees'

/** A place as two numbers. */
export function PointInput({
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
  const say = useSay()
  const labelId = useId()
  const { lat, lng } = degreesOf(value)
  const change = (next: { lat: Json; lng: Json }) => onChange(next.lat === null && next.lng === null ? null : next)
  return (
    <FieldFrame labelId={labelId} label={label} required={required} disabled={disabled} error={error} help={help}>
      <Stack direction="row" spacing={1} role="group" aria-labelledby={labelId}>
        <NumberEntry
          name={source}
          label={say('field.lat')}
          placeholder={say('field.lat')}
          value={lat}
          disabled={disabled}
          error={Boolean(error)}
          autoFocus={autoFocus}
          onChange={(next) => change({ lat: next, lng })}
          onBlur={onBlur}
        />
        <NumberEntry
          name={`${source}.lng`}
          label={say('field.lng')}
          placeholder={say('field.lng')}
          value={lng}
          disabled={disabled}
          error={Boolean(error)}
          onChange={(next) => change({ lat, lng: next })}
          onBlur={onBlur}
        />
      </Stack>
    </FieldFrame>
  )
}
