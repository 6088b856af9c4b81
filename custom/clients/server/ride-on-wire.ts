import { moneyText } from '#engine/model'
import type { CallContext } from '#engine/server'
import { moneyStyle } from '../../fares/server'
import { type DispatcherService, PRICE_PARTS } from '../../services/model'
import { stateTold } from '../../tracking/server'
import type { ClientRide, WholeRide } from '../model/ride-wire'

export const rideAmountText = ({ settings }: Pick<CallContext, 'settings'>, amount: number | null): string | null =>
  amount === null ? null : moneyText(amount, moneyStyle(settings))

/** A line of the client's list. @param stars by service */
export function rideLine(
  context: CallContext,
  service: DispatcherService,
  stars: ReadonlyMap<number, number>,
): ClientRide {
  const { id, state, date_scheduled, date_created, pr_name, price_total, dr_name, date_handed_over } = service
  return {
    id,
    state: stateTold(context, state, date_handed_over !== null),
    date: date_scheduled ?? date_created,
    is_booked: date_scheduled !== null,
    org: { address: service.org_address ?? '', lat: service.org_lat, lng: service.org_lng },
    dst: { address: service.dst_address ?? '', lat: service.dst_lat, lng: service.dst_lng },
    product: pr_name,
    price_text: state === 'canceled' ? penaltyText(context, service) : rideAmountText(context, price_total),
    driver: dr_name,
    stars: stars.get(id) ?? null,
  }
}

/** What calling it off was charged with; null: nothing. Nobody pays what the ride would have cost. */
export const penaltyText = (context: CallContext, { price_cancel }: DispatcherService): string | null =>
  (price_cancel ?? 0) > 0 ? rideAmountText(context, price_cancel) : null

/** What the price is made of, as far as the client may see prices; a discount is less than nothing. */
export function priceLines(context: CallContext, service: DispatcherService): WholeRide['lines'] {
  if (service.price_total === null || service.state === 'canceled') return []
  return [...PRICE_PARTS, 'price_other' as const].flatMap((part) => {
    const amount = (service[part] ?? 0) * (part === 'price_promo' ? -1 : 1)
    return amount === 0
      ? []
      : [{ name: context.say(`clients.parts.${part}`), amount_text: rideAmountText(context, amount) ?? '' }]
  })
}
