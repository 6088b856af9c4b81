import type { Widget } from '#engine/ui'
import type { CELLS } from '../../model/cell-names'
import { DemandWindowCell } from './DemandWindowCell'
import { BusinessCell, ProductStateCell } from './ProductCells'
import { PromotionStateCell, PromotionUsedCell } from './PromotionCells'
import { promotionAmount, serviceFee, surcharge } from './ShareOrMoney'
import { SubscriptionsCell } from './SubscriptionsCell'

/** Cells and inputs of the catalogues of fares, by their names in the metadata. */
export const cells: { readonly [name in (typeof CELLS)[number]]: Widget } = {
  'demand-window': { Cell: DemandWindowCell },
  'product-business': { Cell: BusinessCell },
  'product-state': { Cell: ProductStateCell },
  'promotion-amount': promotionAmount,
  'promotion-state': { Cell: PromotionStateCell },
  'promotion-used': { Cell: PromotionUsedCell },
  'service-fee': serviceFee,
  'surcharge': surcharge,
  'tarif-subscriptions': { Cell: SubscriptionsCell },
}
