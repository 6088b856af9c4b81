import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useTheme } from '@mui/material/styles'
import type { LatLngTuple, Map as LeafletMap } from 'leaflet'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useSay } from '#engine/ui'
import { MapView, RouteLayer } from '../../../geo/client'
import { Polyline } from '../../../geo/client/marks'
import { decodeLine, type LatLng, ZOOM } from '../../../geometry/model'
import type { GroupingStop } from '../../model/grouping-wire'
import { groupingStopName } from './route-words'

interface Props {
  readonly stops: readonly GroupingStop[]
  /** Polyline of the route; null: straight lines between its stops. */
  readonly line: string | null
  /** The route as it was, in another colour; absent: there is none to compare with. */
  readonly before?: readonly LatLng[]
  readonly label: string
}

/** The stops of a route, numbered, and its line; beside it the line of before, dashed. */
export function GroupingMap({ stops, line, before, label }: Props) {
  const say = useSay()
  const { palette } = useTheme()
  const [map, setMap] = useState<LeafletMap | null>(null)
  const places = useMemo(() => stops.map(({ lat, lng }): LatLng => [lat, lng]), [stops])
  const path = useMemo(() => polylinePoints(line) ?? places, [line, places])
  const fitted = useRef('')
  useEffect(() => {
    const key = [...places].sort().join(';')
    if (!map || places.length === 0 || fitted.current === key) return
    fitted.current = key
    map.fitBounds(
      places.map(([lat, lng]): LatLngTuple => [lat, lng]),
      { padding: [40, 40], maxZoom: ZOOM.page + 2, animate: false },
    )
  }, [map, places])
  return (
    <Suspense fallback={<Skeleton variant="rectangular" sx={{ height: 1 }} />}>
      <MapView label={label} zoom={ZOOM.page} places={() => places} onMap={setMap} wheel={false}>
        {before && before.length > 1 && (
          <Polyline
            positions={before.map(([lat, lng]): LatLngTuple => [lat, lng])}
            pathOptions={{ color: palette.warning.main, weight: 4, opacity: 0.9, dashArray: '6 8' }}
            interactive={false}
          />
        )}
        <RouteLayer
          stops={places}
          line={path}
          nameOf={(at) => {
            const stop = stops[at]
            return stop ? groupingStopName(say, stop) : ''
          }}
          still
        />
      </MapView>
    </Suspense>
  )
}

/** The points of a polyline; null: it is none. */
export function polylinePoints(polyline: string | null): readonly LatLng[] | null {
  if (!polyline) return null
  try {
    return decodeLine(polyline)
  } catch {
    // The order of the stops is enough.
    return null
  }
}

/** What the two colours of the map mean. */
export function GroupingLegend() {
  const say = useSay()
  return (
    <Box sx={{ display: 'flex', gap: 2, px: 1.5, py: 0.75, fontSize: 13, color: 'text.secondary' }}>
      <Box sx={LINE}>
        <Box component="span" aria-hidden sx={{ ...SAMPLE, borderTop: 4, borderColor: 'primary.main' }} />
        {say('groupings.after')}
      </Box>
      <Box sx={LINE}>
        <Box component="span" aria-hidden sx={{ ...SAMPLE, borderTop: '4px dashed', borderColor: 'warning.main' }} />
        {say('groupings.before')}
      </Box>
    </Box>
  )
}

const LINE = { display: 'flex', alignItems: 'center', gap: 0.75 } as const
const SAMPLE = { width: 26, height: 0 } as const
