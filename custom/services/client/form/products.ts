import { type OfferedProduct, RUN, sumOf, toUnits } from '../../../fares/model'
import type { ServiceDraft } from './draft'

type When = ServiceDraft['when']

/** Spec 1 §8: neither for now nor to be booked. */
export const isProductClosed = (product: OfferedProduct): boolean =>
  !product.allow_service_inmediate && !product.allow_service_scheduled

/** It can be had for the trip as it is. */
export const isOnOffer = (product: OfferedProduct): boolean => !isProductClosed(product) && product.fare.error === null

export const serves = (product: OfferedProduct, when: When): boolean =>
  Boolean(when === 'now' ? product.allow_service_inmediate : product.allow_service_scheduled)

/** When a service with this product may be: forced where it allows one of the two alone (spec 1 §4). */
export const whenWith = (product: OfferedProduct, when: When): When =>
  isProductClosed(product) || serves(product, when) ? when : when === 'now' ? 'booking' : 'now'

/**
 * The product that a form takes by itself: what the client had last, else the first; of those that can be had, one for
 * the time that is wanted before the others.
 */
export function productFor(products: readonly OfferedProduct[], when: When, last: number | null): number | null {
  const offered = products.filter(isOnOffer)
  const fitting = offered.filter((product) => serves(product, when))
  const among = fitting.length > 0 ? fitting : offered
  return (among.find(({ id }) => id === last) ?? among[0])?.id ?? null
}

/** Passengers to choose from; null where there is nothing to choose. */
export const seatsOf = (product: OfferedProduct | null): number | null =>
  product && product.capacity_1 > 1 ? product.capacity_1 : null

/** How many passengers are meant where nobody has said: one, of a shared service all that it has room for. */
export const passengersOf = ({ for_shared_service, capacity_1 }: OfferedProduct, chosen: number | null): number =>
  Math.min(chosen ?? (for_shared_service ? capacity_1 : 1), capacity_1)

/**
 * What a product costs for that many passengers until the server has said so: a shared one costs in proportion (spec 1
 * §5).
 * @param priced passengers that the price at hand is for; null: all that the product has
 */
export function priceForSeats(
  { for_shared_service, capacity_1, fare }: OfferedProduct,
  priced: number | null,
  wanted: number | null,
): number | null {
  if (fare.price === null || !for_shared_service || priced === wanted) return fare.price
  const unit = 10 ** fare.exponent
  return Math.round((fare.price * (wanted ?? capacity_1) * unit) / (priced ?? capacity_1)) / unit
}

/**
 * The run of a trip by its tariff, in currency units: what a price put in by hand replaces. Null: hidden or unknown.
 */
export const computedRun = ({ fare }: OfferedProduct): number | null =>
  fare.lines.length > 0 ? toUnits(sumOf(fare.lines, RUN), fare) : null
