import FullscreenOutlined from '@mui/icons-material/FullscreenOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense, useId, useState } from 'react'
import type { InputProps } from '../../../../src/client/ui/field-view'
import { FieldFrame } from '../../../../src/client/ui/FieldFrame'
import { NumberEntry } from '../../../../src/client/ui/NumberEntry'
import { useSay } from '../../../../src/client/ui/style'
import type { Json } from '../../../../src/model/json'
import { partsOf, placeOf, valueOf } from './point-value'

const PointMap = lazy(() => import('./PointMap'))
const MapChooser = lazy(() => import('./MapChooser'))

/** Widget `map-point`: a place on a small map, by two numbers, or on the full screen. */
export function MapPointInput({ source, label, value, onChange, onBlur, error, help, required, disabled, autoFocus }: InputProps) {
  const say = useSay()
  const labelId = useId()
  const [choosing, setChoosing] = useState(false)
  const { lat, lng } = partsOf(value)
  const place = placeOf(value)
  const type = (next: { lat: Json; lng: Json }): void => onChange(next.lat === null && next.lng === null ? null : next)
  return (
    <FieldFrame
      labelId={labelId}
      label={label}
      required={required}
      disabled={disabled}
      error={error}
      help={help ?? (place || disabled ? undefined : say('map.point.press'))}
    >
      <Box role="group" aria-labelledby={labelId} sx={{ display: 'grid', gap: 1 }}>
        <Box sx={{ height: 200, borderRadius: 1, overflow: 'hidden', border: 1, borderColor: error ? 'error.main' : 'divider' }}>
          <Suspense fallback={<Skeleton variant="rectangular" height={200} />}>
            <PointMap place={place} label={label} onMove={disabled ? undefined : (to) => onChange(valueOf(to))} />
          </Suspense>
        </Box>
        <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr 1fr', sm: '1fr 1fr auto' }, alignItems: 'center' }}>
          <NumberEntry
            name={source} label={say('field.lat')} placeholder={say('field.lat')} value={lat} disabled={disabled} autoFocus={autoFocus}
            required={required} onChange={(next) => type({ lat: next, lng })} onBlur={onBlur}
          />
          <NumberEntry
            name={`${source}.lng`} label={say('field.lng')} placeholder={say('field.lng')} value={lng} disabled={disabled}
            required={required} onChange={(next) => type({ lat, lng: next })} onBlur={onBlur}
          />
          {!disabled && (
            <Button onClick={() => setChoosing(true)} startIcon={<FullscreenOutlined />} sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
              {say('map.point.full')}
            </Button>
          )}
        </Box>
      </Box>
      {choosing && (
        <Suspense>
          <MapChooser
            place={place}
            onClose={() => setChoosing(false)}
            onChoose={(to) => {
              setChoosing(false)
              onChange(valueOf(to))
            }}
          />
        </Suspense>
      )}
    </FieldFrame>
  )
}
