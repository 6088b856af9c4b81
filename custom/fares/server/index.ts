import type { ServerFeature } from '#engine/server'
import { CELLS } from '../model/cell-names'
import { keptBook } from './book/kept-book'
import { presentMethods } from './payment-methods'
import { priceSheet } from './price-sheet'
import { priceCalls } from './prices/price-calls'
import { dispatcherDates } from './quotes/dispatcher-dates'
import { dispatcherProducts } from './quotes/dispatcher-products'
import { QUOTE_MINUTES, quoteFares } from './quotes/quote'
import { tarifsServer } from './tarifs/tarifs-server'
import { zoneChoices } from './zones/zone-choices'
import { zoneHooks } from './zones/zone-hooks'

export { computeCancelFare } from '../model/cancel-fare'
export { computeFare } from '../model/compute-fare'
export { termsOf, type FareDeal } from '../model/fare-deal'
export { bookRing as ringOf } from './book/book-row'
export { moneyStyle } from './money-style'
export { isInScope, type PriceContext } from './quotes/asker'
export { askedBranch, timezoneOf } from './quotes/branch-at'
export { offeredProducts } from './quotes/dispatcher-products'
export { orWhy } from './quotes/or-why'
export { promotionFor } from './quotes/promotion-check'
export { priceBasis, type PriceBasis } from './quotes/price-basis'
export { priceToKeep, type PriceToKeep } from './quotes/price-to-keep'
export { price } from './quotes/price'
export { priceBy } from './quotes/price-by'
export { quote } from './quotes/quote'
export { assertCoins } from './smallest-coin'
export { openQuote, redeemQuote, type Redeemed } from './quotes/redeem'
export { readAgreed, readFare, storeFare, type AgreedFare } from './quotes/store-fare'
export { termsFor } from './quotes/terms-for'

/** Fares: what a trip costs, and the catalogues that determine it. */
export const fares: ServerFeature = {
  name: 'fares',
  needs: {
    ...tarifsServer.needs,
    promotion_grants: ['id_promotion', 'id_client'],
    zones: ['id_tarif', 'name', 'color', 'path', 'accept_overlap'],
    prices: ['id_tarif', 'id_zone_from', 'id_zone_to', 'amount'],
    tolls: ['name', 'price', 'id_branch', 'coordinates'],
  },
  calls: [
    quoteFares,
    dispatcherProducts,
    dispatcherDates,
    ...tarifsServer.calls,
    zoneChoices,
    ...priceCalls,
    priceSheet,
  ],
  hooks: [zoneHooks, presentMethods, ...tarifsServer.hooks],
  keeps: keptBook,
  // Minutes for which a quoted price is valid.
  settings: { quote_minutes: QUOTE_MINUTES },
  widgets: [...CELLS, 'zone-overlap'],
  panels: ['tarif-zones', 'tarif-prices', 'try-fare'],
}
