import type { LatLng } from '../../../geometry/model'
import MapView from '../MapView'
import RouteLayer from './RouteLayer'

export interface RouteMapProps {
  readonly label: string
  /** Stops in their order; null: not chosen yet. */
  readonly stops: readonly (LatLng | null)[]
  /** The name of a stop, for screen readers; `index` from 0. */
  readonly nameOf: (index: number) => string
  /** The route through them, once it is known. */
  readonly line: readonly LatLng[]
  readonly onMove: (index: number, to: LatLng) => void
  /** An empty place of the map was pressed. */
  readonly onPress?: (at: LatLng) => void
}

/** A map of a trip alone: its stops, numbered and movable, and the route through them. */
export default function RouteMap({ label, ...route }: RouteMapProps) {
  const known = route.stops.filter((stop) => stop !== null)
  return (
    <MapView label={label} wheel={false} places={() => (route.line.length > 0 ? route.line : known)}>
      <RouteLayer {...route} />
    </MapView>
  )
}
