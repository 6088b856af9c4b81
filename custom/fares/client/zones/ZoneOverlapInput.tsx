import Alert from '@mui/material/Alert'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import { useEffect, useMemo, useRef } from 'react'
import { isRing } from '#engine/model'
import { type InputProps, numberText, useDisplayStyle, useSay } from '#engine/ui'
import { useAreaBoard } from '../../../geo/client'
import type { LatLng } from '../../../geometry/model'
import { areaDigits } from '../../model/zones/area-text'
import { useOverlaps } from './use-overlaps'

/**
 * Widget `zone-overlap`: what the form's area shares with other zones, by name and size and on the map, and the consent
 * to it, which is asked anew whenever the area changes.
 */
export function ZoneOverlapInput({ label, value, onChange, error, help, disabled, form }: InputProps) {
  const say = useSay()
  const style = useDisplayStyle()
  const board = useAreaBoard()
  const path = form['path'] ?? null
  const key = isRing(path) ? JSON.stringify(path.map(({ lat, lng }) => [lat, lng])) : '[]'
  const ring = useMemo(() => JSON.parse(key) as LatLng[], [key])
  const overlaps = useOverlaps(ring, board?.areas ?? NO_AREAS, Number(form['id'] ?? 0))
  const mark = board?.mark
  useEffect(() => {
    mark?.(overlaps.flatMap(({ shapes }) => shapes))
    return () => mark?.([])
  }, [mark, overlaps])
  const first = useRef(key)
  const latest = useRef({ value, onChange })
  useEffect(() => {
    latest.current = { value, onChange }
  })
  useEffect(() => {
    if (first.current === key) return
    first.current = key
    if (latest.current.value === 1) latest.current.onChange(0)
  }, [key])
  if (board && overlaps.length === 0 && !error) return null
  return (
    <>
      {overlaps.length > 0 && (
        <Alert severity="warning" role="status">
          {say('zones.overlaps')}
          <ul style={{ margin: '4px 0 0', paddingInlineStart: 18 }}>
            {overlaps.map(({ id, name, m2 }) => {
              const { digits, unit } = areaDigits(m2)
              return (
                <li key={id}>
                  {name}: {numberText(digits, style)} {unit}
                </li>
              )
            })}
          </ul>
        </Alert>
      )}
      <FormControlLabel
        disabled={disabled}
        control={<Checkbox checked={value === 1} onChange={({ target }) => onChange(target.checked ? 1 : 0)} />}
        label={overlaps.length > 0 ? say('zones.accept') : label}
      />
      <FormHelperText error={error !== undefined}>{error ?? help}</FormHelperText>
    </>
  )
}

const NO_AREAS: readonly never[] = []
