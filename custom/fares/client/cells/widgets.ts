import { lateCell, type Widget } from '#engine/ui'
import type { CELLS } from '../../model/cell-names'
import { BusinessCell, ProductStateCell } from './ProductCells'
import { promotionAmount, serviceFee, surcharge } from './ShareOrMoney'
import { SubscriptionsCell } from './SubscriptionsCell'

/** Cells and inputs of the catalogues of fares, by their names in the metadata. */
export const cells: { readonly [name in (typeof CELLS)[number]]: Widget } = {
  'demand-window': { Cell: lateCell(async () => (await import('./DemandWindowCell')).DemandWindowCell) },
  'product-business': { Cell: BusinessCell },
  'product-state': { Cell: ProductStateCell },
  'promotion-amount': promotionAmount,
  'promotion-state': { Cell: lateCell(async () => (await import('./PromotionCells')).PromotionStateCell) },
  'promotion-used': { Cell: lateCell(async () => (await import('./PromotionCells')).PromotionUsedCell) },
  'service-fee': serviceFee,
  'surcharge': surcharge,
  'tarif-subscriptions': { Cell: SubscriptionsCell },
}
