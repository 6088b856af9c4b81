import { isStaff } from '#app/asker'
import { randomUUID } from 'node:crypto'
import { serveCall } from '#engine/server'
import type { Fare } from '../../model/fare'
import { wireFare, type ShownFare } from '../../model/fare-schema'
import { quoteCall, type QuoteAnswer, type QuoteRequest } from '../../model/quote-call'
import type { BookProduct } from '../book/book'
import type { PriceContext } from './asker'
import { priceBasis } from './price-basis'
import { price, type TripPrice } from './price'
import { priceBy } from './price-by'
import { quoteKey } from './quote-key'
import { seal } from './seal'

/** What a trip would cost, and the proof of it. @throws {AppError} VALIDATION at the field with the error */
export async function quote(context: PriceContext, asked: QuoteRequest): Promise<QuoteAnswer> {
  const basis = await priceBasis(context, asked)
  const by = await priceBy(context, basis, asked)
  const priced = await price(context, basis, by)
  const { tarif, product } = by
  const { from, to } = priced.zones
  return {
    id_tarif: tarif.terms.id,
    tarif: {
      name: tarif.terms.name,
      type: tarif.terms.type,
      allow_edit_price_on_dispatcher: Number(tarif.allow_edit_price_on_dispatcher),
    },
    id_product: product?.id ?? null,
    id_branch: basis.branch?.id ?? null,
    fare: shownFare(context, product, priced.fare),
    distance: basis.route.distance_m,
    duration: basis.route.duration_s,
    polyline: basis.route.polyline,
    way: basis.route.source,
    zones: { from: from && { id: from.id, name: from.name }, to: to && { id: to.id, name: to.name } },
    date: basis.date,
    timezone: basis.timezone,
    // A distance that somebody entered proves nothing, and an inactive tariff is not for sale.
    ...(basis.route.source === 'given' || tarif.state !== '1'
      ? { token: null, expires: null }
      : await proofOf(context, priced)),
  }
}

export const quoteFares = serveCall(quoteCall, quote)

/** A fare as the asker may see it: only staff see breakdowns and hidden prices (spec 1 §6). */
export function shownFare({ actor }: PriceContext, product: BookProduct | null, fare: Fare): ShownFare | null {
  const whole = wireFare(fare)
  if (isStaff(actor)) return whole
  if (product?.hide_price) return null
  const { price_fee: _fee, price_driver: _driver, ...rest } = whole
  return { ...rest, lines: [] }
}

/**
 * The token by which a service may be created at this price, and its expiry. None for a trip in the past: yesterday's
 * date must not give access to a promotion that has ended, or avoid a surcharge that is open.
 */
export async function proofOf(
  context: PriceContext,
  { deal, fare, version }: TripPrice,
): Promise<{ readonly token: string | null; readonly expires: string | null }> {
  const minutes = Number(context.settings.quote_minutes)
  const holds_ms = (minutes > 0 && minutes <= MAX_MINUTES ? minutes : QUOTE_MINUTES) * 60_000
  const now_ms = context.now().getTime()
  if (Date.parse(deal.trip.date) < now_ms - holds_ms) return { token: null, expires: null }
  const expires = new Date(now_ms + holds_ms).toISOString()
  const [key, id_tarif_version] = await Promise.all([quoteKey(context.db), version.id()])
  return { token: seal(key, { quote: randomUUID(), id_tarif_version, deal, total: fare.total, expires }), expires }
}

/** How long a quote is valid where the settings do not say. */
export const QUOTE_MINUTES = 15
/** A week. */
const MAX_MINUTES = 10_080
