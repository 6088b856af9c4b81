import { type ComponentType, createElement, lazy, Suspense } from 'react'
import type { ClientFeature } from '#engine/client'
import { type CellProps, HIDDEN } from '#engine/ui'
import { lazyInput } from './frame/lazy-input'
import { MapKeyStateCell } from './map-keys/MapKeyStateCell'
import { MapPointCell } from './point/MapPointCell'
import { MapPolygonCell } from './polygon/MapPolygonCell'

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

const MapKeyUsageCell = lazy(() => import('./map-keys/MapKeyUsageCell'))
const MapErrorAge = lazy(async () => ({ default: (await import('./map-keys/MapErrorCells')).MapErrorAge }))
const MapErrorData = lazy(async () => ({ default: (await import('./map-keys/MapErrorCells')).MapErrorData }))
// A row whose first cell is on its way is a link all the same, and needs a name.
const waiting = ({ value }: CellProps) => createElement('span', { style: HIDDEN }, typeof value === 'object' ? null : String(value))
const late = (Cell: ComponentType<CellProps>) => ({ Cell: (props: CellProps) => createElement(Suspense, { fallback: waiting(props) }, createElement(Cell, props)) })

/** Maps: the widgets for a point and an area, and those of a map key. */
export const geo: ClientFeature = {
  name: 'geo',
  layouts: { map: lazy(() => import('./rows/MapLayout')) },
  charts: { map: lazy(() => import('./heat/HeatChart')) },
  widgets: {
    'map-point': { Cell: MapPointCell, Input: lazyInput(() => import('./point/MapPointInput'), 334) },
    'map-key-state': { Cell: MapKeyStateCell },
    'map-error-age': late(MapErrorAge),
    'map-error-data': late(MapErrorData),
    'map-key-usage': late(MapKeyUsageCell),
    'map-polygon': { Cell: MapPolygonCell, Input: lazyInput(() => import('./polygon/MapPolygonInput'), 402) },
  },
}
