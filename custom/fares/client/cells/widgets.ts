import { lateCell, type Widget } from '#engine/ui'
import type { CELLS } from '../../model/cell-names'
import { promotionAmount, serviceFee, surcharge } from './ShareOrMoney'

/** Cells and inputs of the catalogues of fares, by their names in the metadata. */
export const cells: { readonly [name in (typeof CELLS)[number]]: Widget } = {
  'demand-window': { Cell: lateCell(async () => (await import('./DemandWindowCell')).DemandWindowCell) },
  'product-business': { Cell: lateCell(async () => (await import('./ProductCells')).BusinessCell) },
  'product-state': { Cell: lateCell(async () => (await import('./ProductCells')).ProductStateCell) },
  'promotion-amount': promotionAmount,
  'promotion-state': { Cell: lateCell(async () => (await import('./PromotionCells')).PromotionStateCell) },
  'promotion-used': { Cell: lateCell(async () => (await import('./PromotionCells')).PromotionUsedCell) },
  'service-fee': serviceFee,
  surcharge: surcharge,
  'tarif-subscriptions': { Cell: lateCell(async () => (await import('./SubscriptionsCell')).SubscriptionsCell) },
}
