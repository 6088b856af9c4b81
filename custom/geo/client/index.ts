import { lazy } from 'react'
import type { ClientFeature } from '../../../src/client/feature'
import { MapPointCell } from './point/MapPointCell'
import { MapPointInput } from './point/MapPointInput'
import { MapPolygonCell } from './polygon/MapPolygonCell'
import { MapPolygonInput } from './polygon/MapPolygonInput'

export type { MapViewProps } from './MapView'
export type { VehicleLayerProps } from './vehicles/VehicleLayer'

/** The one map of the console, in a chunk of its own; show it within <Suspense>. */
export const MapView = lazy(() => import('./MapView'))
/** Vehicles on a MapView, all on one canvas. */
export const VehicleLayer = lazy(() => import('./vehicles/VehicleLayer'))

/** Maps: the widgets for a point and an area. */
export const geo: ClientFeature = {
  name: 'geo',
  widgets: {
    'map-point': { Cell: MapPointCell, Input: MapPointInput },
    'map-polygon': { Cell: MapPolygonCell, Input: MapPolygonInput },
  },
}
