import { lazy } from 'react'
import type { ClientFeature } from '../../../src/client/feature'
import { MapPointCell } from './point/MapPointCell'
import { MapPointInput } from './point/MapPointInput'

export type { MapViewProps } from './MapView'
export type { VehicleLayerProps } from './vehicles/VehicleLayer'

/** The one map of the console, in a chunk of its own; show it within <Suspense>. */
export const MapView = lazy(() => import('./MapView'))
/** Vehicles on a MapView, all on one canvas. */
export const VehicleLayer = lazy(() => import('./vehicles/VehicleLayer'))

/** Maps: the widget for a point. */
export const geo: ClientFeature = {
  name: 'geo',
  widgets: { 'map-point': { Cell: MapPointCell, Input: MapPointInput } },
}
