import Stack from '@mui/material/Stack'
import { useId } from 'react'
import { FieldFrame } from '../../ui/inputs/FieldFrame'
import type { FieldView, InputProps } from '../../ui/field-view'
import { NumberEntry } from '../../ui/inputs/NumberEntry'
import { useSay } from '../../ui/show/style'
import type { Json, JsonObject } from '../../model/json'

export const pointView: FieldView = {
  align: 'left',
  Cell: ({ value }) => <span style={{ fontVariantNumeric: 'tabular-nums' }}>{coordinates(value)}</span>,
  Input: PointInput,
  // A list offers no filter of places: numbers on a map set it, and it is lifted as a whole.
  Filter: () => <WithinBox />,
  FilterText: () => <WithinBox />,
}

function WithinBox() {
  return <>{useSay()('filter.box')}</>
}

const partsOf = (value: Json): { lat: Json; lng: Json } => {
  const { lat = null, lng = null } = value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : {}
  return { lat, lng }
}

// Five decimals are about a metre.
function coordinates(value: Json): string {
  const { lat, lng } = partsOf(value)
  return typeof lat === 'number' && typeof lng === 'number' ? `${lat.toFixed(5)}, ${lng.toFixed(5)}` : ''
}

function PointInput({ source, label, value, onChange, onBlur, error, help, required, disabled, autoFocus }: InputProps) {
  const say = useSay()
  const labelId = useId()
  const { lat, lng } = partsOf(value)
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
