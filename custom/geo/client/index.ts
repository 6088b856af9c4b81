import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'
import { lateCell } from '#engine/ui'
import { lazyInput } from './frame/lazy-input'

export type { AddressFieldProps } from './address/AddressField'
export type { ChosenPlace } from './address/use-place-search'
export { useAreaBoard } from './board/area-board'
export type { MapViewProps } from './MapView'
export type { RouteLayerProps } from './route/RouteLayer'
export type { RouteMapProps } from './route/RouteMap'
export type { TrackLayerProps } from './track/TrackLayer'
export type { VehicleLayerProps } from './vehicles/VehicleLayer'

/** A place found by typing its name or address; show it within <Suspense>. */
export const AddressField = lazy(() => import('./address/AddressField'))
/** The console's only map component, in a chunk of its own; show it within <Suspense>. */
export const MapView = lazy(() => import('./MapView'))
/** Vehicles on a MapView, all on one canvas. */
export const VehicleLayer = lazy(() => import('./vehicles/VehicleLayer'))

/** The stops of a trip and the route through them, on a map of their own. */
export const RouteMap = lazy(() => import('./route/RouteMap'))

/** The same on a MapView that shows other things too. */
export const RouteLayer = lazy(() => import('./route/RouteLayer'))

/** A track on a MapView: from A to B, with directions, gaps and a replayed vehicle. */
export const TrackLayer = lazy(() => import('./track/TrackLayer'))

/** A catalogue of areas as one map with a list at its side. */
export const AreaBoard = lazy(() => import('./board/AreaBoard'))

/** Maps: the widgets for a point and an area, and those of a map key. */
export const geo: ClientFeature = {
  name: 'geo',
  layouts: { map: lazy(() => import('./rows/MapLayout')) },
  filters: { area: lazy(() => import('./area/AreaDialog')) },
  charts: { map: lazy(() => import('./heat/HeatChart')) },
  widgets: {
    'map-point': {
      Cell: lateCell(async () => (await import('./point/MapPointCell')).MapPointCell),
      Input: lazyInput(() => import('./point/MapPointInput'), 334),
    },
    'map-key-state': { Cell: lateCell(async () => (await import('./map-keys/MapKeyStateCell')).MapKeyStateCell) },
    'map-error-age': { Cell: lateCell(async () => (await import('./map-keys/MapErrorCells')).MapErrorAge) },
    'map-error-data': { Cell: lateCell(async () => (await import('./map-keys/MapErrorCells')).MapErrorData) },
    'map-key-usage': { Cell: lateCell(async () => (await import('./map-keys/MapKeyUsageCell')).default) },
    'map-polygon': {
      Cell: lateCell(async () => (await import('./polygon/MapPolygonCell')).MapPolygonCell),
      Input: lazyInput(() => import('./polygon/MapPolygonInput'), 402),
    },
  },
}
