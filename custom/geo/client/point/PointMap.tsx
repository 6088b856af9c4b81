import { useSay } from '#engine/ui'
import { type LatLng, ZOOM } from '../../../geometry/model'
import MapView from '../MapView'
import { FollowPlace } from './FollowPlace'
import { PointMarker } from './PointMarker'

// Wide enough to see where in the city it is.
const READ_ZOOM = 15

/** A small map with the place on it; with `onMove` it can be moved, or placed when there is none. */
export default function PointMap({
  place,
  label,
  onMove,
}: {
  place: LatLng | null
  label: string
  onMove?: (to: LatLng) => void
}) {
  const say = useSay()
  return (
    <MapView
      label={say('map.point.map', { label })}
      center={place ?? undefined}
      zoom={place ? (onMove ? ZOOM.chooser - 1 : READ_ZOOM) : ZOOM.page}
      small
      wheel={false}
    >
      {place && <PointMarker at={place} label={say('map.point.marker')} onMove={onMove} />}
      <FollowPlace place={place} onPress={place ? undefined : onMove} />
    </MapView>
  )
}
