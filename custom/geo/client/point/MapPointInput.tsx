import FullscreenOutlined from '@mui/icons-material/FullscreenOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { lazy, Suspense, useState, useCallback, useEffect, useRef } from 'react'
import type { Json } from '#engine/model'
import { type InputProps, NumberEntry, useSay } from '#engine/ui'
import type { LatLng } from '../../../geometry/model'
import AddressField from '../address/AddressField'
import { MapField } from '../frame/MapField'
import { pointParts, placeOfPoint, pointValue } from './point-value'
import { useGeocode } from '../address/use-geocode'

// Every entity with a point gives its address field this name.
const ADDRESS = 'address'

/**
 * Fills the form's address from a point that was chosen by hand, while the address is empty or still the one set from
 * here.
 * @returns reports the chosen point: with its address, or without one to look it up
 */
function useAddressAlongside({
  form,
  onOther,
}: Pick<InputProps, 'form' | 'onOther'>): (point: LatLng, address: string | null) => void {
  const [asked, setAsked] = useState<LatLng | null>(null)
  const filled = useRef<string | null>(null)
  const latest = useRef({ form, onOther })
  useEffect(() => {
    latest.current = { form, onOther }
  })
  const fill = useCallback((address: string): void => {
    const { form: values, onOther: give } = latest.current
    const now = values[ADDRESS]
    if (!(ADDRESS in values) || (now && now !== filled.current)) return
    filled.current = address
    give?.(ADDRESS, address)
  }, [])
  const answer = useGeocode(onOther && ADDRESS in form ? asked : null)
  useEffect(() => {
    if (answer) fill(answer)
  }, [answer, fill])
  return useCallback(
    (point, address) => {
      setAsked(address ? null : point)
      if (address) fill(address)
    },
    [fill],
  )
}

const PointMap = lazy(() => import('./PointMap'))
const MapChooser = lazy(() => import('./MapChooser'))

/** Widget `map-point`: a place found by its address, on a small map, by two numbers, or on the full screen. */
export default function MapPointInput(props: InputProps) {
  const { source, label, value, onChange, onBlur, error, help, required, disabled, autoFocus } = props
  const say = useSay()
  const [choosing, setChoosing] = useState(false)
  const [found, setFound] = useState('')
  const tellAddress = useAddressAlongside(props)
  const { lat, lng } = pointParts(value)
  const place = placeOfPoint(value)
  const type = (next: { lat: Json; lng: Json }): void => {
    setFound('')
    onChange(next.lat === null && next.lng === null ? null : next)
  }
  const put = (to: LatLng, address: string | null): void => {
    setFound(address ?? '')
    onChange(pointValue(to))
    tellAddress(to, address)
  }
  return (
    <MapField
      label={label}
      required={required}
      disabled={disabled}
      error={error}
      help={help ?? (place || disabled ? undefined : say('map.point.press'))}
      height={200}
      search={
        disabled ? undefined : (
          <AddressField
            source={`${source}.search`}
            label={say('map.address.find')}
            address={found}
            near={place}
            onPlace={(next) => (next ? put(next.point, next.address) : setFound(''))}
          />
        )
      }
      map={<PointMap place={place} label={label} onMove={disabled ? undefined : (to) => put(to, null)} />}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: { xs: '1fr 1fr', sm: '1fr 1fr auto' },
          alignItems: 'center',
        }}
      >
        <NumberEntry
          name={source}
          label={say('field.lat')}
          placeholder={say('field.lat')}
          value={lat}
          disabled={disabled}
          autoFocus={autoFocus}
          required={required}
          onChange={(next) => type({ lat: next, lng })}
          onBlur={onBlur}
        />
        <NumberEntry
          name={`${source}.lng`}
          label={say('field.lng')}
          placeholder={say('field.lng')}
          value={lng}
          disabled={disabled}
          required={required}
          onChange={(next) => type({ lat, lng: next })}
          onBlur={onBlur}
        />
        {!disabled && (
          <Button
            onClick={() => setChoosing(true)}
            startIcon={<FullscreenOutlined />}
            sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
          >
            {say('map.point.full')}
          </Button>
        )}
      </Box>
      {choosing && (
        <Suspense>
          <MapChooser
            place={place}
            onClose={() => setChoosing(false)}
            onChoose={(to, address) => {
              setChoosing(false)
              put(to, address)
            }}
          />
        </Suspense>
      )}
    </MapField>
  )
}
