import Stack from '@mui/material/Stack'
import type { Json, JsonObject } from '../../model/json'
import type { FilterProps, FilterTextProps } from '../field-view'
import { FieldFrame } from './FieldFrame'
import { NumberEntry } from './NumberEntry'
import { numberText } from '../../model/values/shown-number'
import { useDisplayStyle, useSay } from '../show/style'

/** From and to, both included; one of them alone is a half-open range. */
export function RangeFilter({ source, label, value, onChange, autoFocus }: FilterProps) {
  const say = useSay()
  const { gte = null, lte = null } = rangeBounds(value)
  const change = (next: { gte: Json; lte: Json }) => {
    const bounds = Object.fromEntries(Object.entries(next).filter(([, bound]) => bound !== null))
    onChange(Object.keys(bounds).length ? bounds : null)
  }
  return (
    <FieldFrame label={label}>
      <Stack direction="row" spacing={1} role="group" aria-label={label}>
        <NumberEntry
          name={`${source}_from`}
          placeholder={say('filter.from')}
          label={`${label}: ${say('filter.from')}`}
          autoFocus={autoFocus}
          value={gte}
          onChange={(next) => change({ gte: next, lte })}
        />
        <NumberEntry
          name={`${source}_to`}
          placeholder={say('filter.to')}
          label={`${label}: ${say('filter.to')}`}
          value={lte}
          onChange={(next) => change({ gte, lte: next })}
        />
      </Stack>
    </FieldFrame>
  )
}

/** `10 – 20`, `≥ 10`, `≤ 20`, or the one number asked for. */
export function RangeText({ value }: FilterTextProps) {
  const style = useDisplayStyle()
  const show = (bound: Json) => (typeof bound === 'number' || typeof bound === 'string' ? numberText(bound, style) : '')
  const { gte = null, lte = null } = rangeBounds(value)
  if (gte !== null && lte !== null) return <>{gte === lte ? show(gte) : `${show(gte)} – ${show(lte)}`}</>
  if (gte !== null) return <>≥ {show(gte)}</>
  return <>{lte !== null ? `≤ ${show(lte)}` : show(value)}</>
}

/** The bounds of a filter's value; a bare value is both of them. */
export function rangeBounds(value: Json): JsonObject {
  if (value === null || Array.isArray(value)) return {}
  return typeof value === 'object' ? (value as JsonObject) : { gte: value, lte: value }
}
