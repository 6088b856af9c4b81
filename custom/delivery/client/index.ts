import { lazy } from 'react'
import { lateCell } from '#engine/ui'
import type { ClientFeature } from '#engine/client'

const cells = () => import('./board/order-cells')

/**
 * The page of a store, from its menu to an order that is watched; the board's banner of stores, and cells of orders.
 */
export const delivery: ClientFeature = {
  name: 'delivery',
  publicPages: [{ begins: '/store/', open: () => import('./page/store-page') }],
  widgets: {
    'order-lines': { Cell: lateCell(async () => (await cells()).LinesCell) },
    'order-courier': { Cell: lateCell(async () => (await cells()).CourierCell) },
    'order-fare': { Cell: lateCell(async () => (await import('./board/FareCell')).FareCell) },
    'store-count': { Cell: lateCell(async () => (await cells()).StoreCountCell) },
    'store-open': { drawsEmpty: () => true, Cell: lateCell(async () => (await cells()).OpenCell) },
  },
  panels: { 'store-states': lazy(() => import('./board/StoreBanner')) },
}
