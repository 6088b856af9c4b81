import type { Map as LeafletMap } from 'leaflet'
import { useLocation, useNavigate } from 'react-admin'
import { useCallback, useEffect, useRef, useState } from 'react'
import { PLACE_PARAM } from '#engine/client'
import type { LatLng } from '../../../geometry/model'

interface Place {
  readonly center: LatLng
  readonly zoom: number
}

// Dragging moves often.
const REST_MS = 400

/** Where the map stands, in the address: `at=-12.09,-77.04,13`. A list inside another page has none. */
export function useMapPlace(embedded: boolean): {
  readonly start: Place | null
  readonly keep: (map: LeafletMap) => void
} {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [start] = useState(() => (embedded ? null : placeIn(search)))
  const latest = useRef({ search, navigate })
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    latest.current = { search, navigate }
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  const keep = useCallback(
    (map: LeafletMap) => {
      clearTimeout(timer.current)
      if (embedded) return
      timer.current = setTimeout(() => {
        const params = new URLSearchParams(latest.current.search)
        const { lat, lng } = map.getCenter().wrap()
        const at = `${lat.toFixed(5)},${lng.toFixed(5)},${map.getZoom()}`
        if (params.get(PLACE_PARAM) === at) return
        params.set(PLACE_PARAM, at)
        latest.current.navigate({ search: `?${params}` }, { replace: true })
      }, REST_MS)
    },
    [embedded],
  )
  return { start, keep }
}

function placeIn(search: string): Place | null {
  const [lat = Number.NaN, lng = Number.NaN, zoom = Number.NaN] = (new URLSearchParams(search).get(PLACE_PARAM) ?? '')
    .split(',')
    .map(Number)
  const isPlace = Math.abs(lat) <= 85 && Math.abs(lng) <= 180 && zoom >= 1 && zoom <= 22
  return isPlace ? { center: [lat, lng], zoom } : null
}
