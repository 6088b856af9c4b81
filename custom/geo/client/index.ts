import { lazy } from 'react'
import type { ClientFeature } from '../../../src/client/feature'
import { MapKeyStateCell } from './map-keys/MapKeyStateCell'
import { MapKeyUsageCell } from './map-keys/MapKeyUsageCell'
import { MapPointCell } from './point/MapPointCell'
import { MapPointInput } from './point/MapPointInput'
import { MapPolygonCell } from './polygon/MapPolygonCell'
import { MapPolygonInput } from './polygon/MapPolygonInput'

export { AddressField, type AddressFieldProps } from './address/AddressField'
export { useGeocode } from './address/use-geocode'
export type { ChosenPlace } from './address/use-place-search'
export { useAreaBoard } from './board/area-board'
export type { MapViewProps } from './MapView'
export type { WayMapProps } from './way/WayMap'
export type { VehicleLayerProps } from './vehicles/VehicleLayer'

/** The one map of the console, in a chunk of its own; show it within <Suspense>. */
export const MapView = lazy(() => import('./MapView'))
/** Vehicles on a MapView, all on one canvas. */
export const VehicleLayer = lazy(() => import('./vehicles/VehicleLayer'))

/** The stops of a trip and the way through them, on a MapView. */
export const WayMap = lazy(() => import('./way/WayMap'))

/** A catalogue of areas as one map with a list at its side. */
export const AreaBoard = lazy(() => import('./board/AreaBoard'))

/** Maps: the widgets for a point and an area, and those of a map key. */
export const geo: ClientFeature = {
  name: 'geo',
  widgets: {
    'map-point': { Cell: MapPointCell, Input: MapPointInput },
    'map-key-state': { Cell: MapKeyStateCell },
    'map-key-usage': { Cell: MapKeyUsageCell },
    'map-polygon': { Cell: MapPolygonCell, Input: MapPolygonInput },
  },
}
