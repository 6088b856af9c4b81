import { isStaff } from '#app/asker'
import { computeFare } from '../../model/compute-fare'
import type { Fare, FareTrip } from '../../model/fare'
import { termsOf, type FareDeal } from '../../model/fare-deal'
import type { FareTerms, PromotionTerms } from '../../model/fare-terms'
import { isWindowOpen } from '../../model/high-demand-window'
import type { QuoteStop } from '../../model/quote-call'
import type { BookProduct, BookSubscription, BookTarif, TarifZone } from '../book/book'
import { productTerms, subscriptionTerms } from '../book/book-terms'
import type { PriceContext } from './asker'
import type { PriceBasis } from './price-basis'
import { versionNow, type TarifVersion } from './tarif-version'

/** What a trip is priced by. */
export interface PriceBy {
  readonly tarif: BookTarif
  readonly product: BookProduct | null
  readonly promotion: PromotionTerms | null
  /** The fare that granted it before; absent: it is granted now. */
  readonly replaces?: number
  readonly subscription: BookSubscription | null
  readonly capacity_1: number | null
  readonly is_return: boolean
  readonly price_edited: number | null
  readonly id_payment: number | null
}

export interface TripPrice {
  readonly fare: Fare
  readonly terms: FareTerms
  readonly deal: FareDeal
  readonly version: TarifVersion
  readonly zones: { readonly from: TarifZone | null; readonly to: TarifZone | null }
}

/** The fare of a trip by the current state of a tariff. Every request for a price comes through here. */
export async function price(context: PriceContext, basis: PriceBasis, by: PriceBy): Promise<TripPrice> {
  const { book, stops, date, timezone, branch } = basis
  const { tarif, product, promotion, subscription } = by
  const version = await versionNow(context, book, tarif)
  const { index } = await book.zonesOf(tarif.terms.id)
  const zoneAt = (stop: QuoteStop | undefined): TarifZone | null => (stop ? index.at([stop.lat, stop.lng]) : null)
  const zones = { from: zoneAt(stops[0]), to: stops.length > 1 ? zoneAt(stops.at(-1)) : null }
  const deal: FareDeal = {
    id_tarif: tarif.terms.id,
    id_product: product?.id ?? null,
    id_branch: branch?.id ?? null,
    id_client: basis.payer.id,
    id_company: basis.payer.id_company,
    id_payment: by.id_payment,
    product: productTerms(product),
    // Those that are closed then change nothing; leaving them out keeps a quote's token short.
    high_demands: book.high_demands.filter(
      (one) => (one.id_branch === null || one.id_branch === branch?.id) && isWindowOpen(one, date, timezone),
    ),
    promotion,
    ...(by.replaces === undefined ? {} : { replaces: by.replaces }),
    subscription: subscriptionTerms(subscription),
    trip: tripOf(context, basis, by, zones),
    stops: stops.map(({ lat, lng, address = '' }) => ({ lat, lng, address: address.replace(UNWRITABLE, ' ') })),
  }
  const terms = termsOf(version.content, deal)
  return { fare: computeFare(terms, deal.trip), terms, deal, version, zones }
}

function tripOf(context: PriceContext, basis: PriceBasis, by: PriceBy, zones: TripPrice['zones']): FareTrip {
  const { route, date, timezone, branch, stops } = basis
  return {
    distance_m: route.distance_m,
    duration_s: route.duration_s,
    date,
    timezone,
    zone_from: zones.from?.id ?? null,
    zone_to: zones.to?.id ?? null,
    stops: stops.map(({ wait_s = 0, parking = false, courier }, index) => ({
      wait_s,
      parking,
      // By a courier's tariff there is a delivery at every stop after the first; only staff may say otherwise.
      courier: (isStaff(context.actor) ? courier : undefined) ?? (by.tarif.terms.type === COURIER && index > 0),
    })),
    pauses: [],
    tolls: route.tolls
      .filter(({ id_branch }) => id_branch === null || id_branch === branch?.id)
      .map(({ id, name, price: amount }) => ({ id, name, price: amount })),
    capacity_1: by.capacity_1 ?? by.product?.capacity_1 ?? 1,
    is_return: by.is_return,
    price_edited: by.price_edited,
    id_branch: branch?.id ?? null,
  }
}

const COURIER = '4'

// A fare is stored with its stops, and no database accepts these characters.
const UNWRITABLE = /[\p{Cc}\p{Surrogate}]/gu
