import { living } from '#app/tables'
import { instantOf, moneyText } from '#engine/model'
import { moneyStyle, offeredProducts } from '../../../fares/server'
import { isSpokenPlace } from '../../model/texts'
import type { Memory } from '../session-store'
import { type RunAction, type ActionContext, assertRight, failed, speakableProblem } from './action'

/** A product at its price for the trip of a conversation, or why there is none. */
type Offered =
  | {
      readonly id_product: number
      readonly product: string
      readonly price: number | null
      readonly token: string
      readonly distance_m: number
      readonly duration_s: number
    }
  | { readonly problem: string }

/** Moment of a booking, ISO 8601 UTC, from the variable `date` where it has a time; null: now. */
export const spokenDate = ({ vars, bot }: Pick<ActionContext, 'vars' | 'bot'>): string | null => {
  const [date = '', time] = String(vars['date'] ?? '').split(' ')
  return time === undefined ? null : instantOf({ date, time }, bot.zone)
}

/** Stops of the trip, from the variables `origin` and `destination`; null while one is missing. */
export function spokenStops({
  vars: { origin, destination },
}: Pick<ActionContext, 'vars'>): readonly { lat: number; lng: number; address: string }[] | null {
  return isSpokenPlace(origin) && isSpokenPlace(destination) ? [{ ...origin }, { ...destination }] : null
}

/** Of tariffs that price deliveries (`tarifs.type`). */
const COURIER = '4'

/** Products that bring things: nobody who asks for a ride means one of them. */
async function courierProducts({ db }: ActionContext['call']): Promise<ReadonlySet<number>> {
  const rows = await living(db, 'products as p')
    .innerJoin('tarifs as t', 't.id', 'p.id_tarif')
    .where('t.type', '=', COURIER)
    .select('p.id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The bot's product, or the cheapest one that takes people, as an operator would be offered it for this client. */
export async function offerFor(asked: ActionContext, id_client: number | null): Promise<Offered> {
  const { call, bot } = asked
  const stops = spokenStops(asked)
  if (!stops) return { problem: call.say('bots.no_trip') }
  const date = spokenDate(asked)
  try {
    assertRight(call, 'dispatcher', 'see')
    const { products, distance, duration } = await offeredProducts(call, {
      stops: [...stops],
      date_scheduled: date,
      id_client,
    })
    const couriers = await courierProducts(call)
    // Who is not known yet belongs to no company; an operator without a client is offered every product.
    const fitting = products.filter(
      ({ id, for_companies, allow_service_inmediate: now, allow_service_scheduled: later }) =>
        (bot.id_product === null
          ? !couriers.has(id) && (id_client !== null || for_companies === 0)
          : id === bot.id_product) && (date === null ? now : later) === 1,
    )
    const priced = fitting.flatMap(({ id, name, hide_price, fare: { quote, price, price_toll } }) =>
      quote === null || price === null
        ? []
        : [
            {
              id_product: id,
              product: name,
              amount: price + (price_toll ?? 0),
              isHidden: hide_price === 1,
              token: quote,
            },
          ],
    )
    const [best] = priced.sort((a, b) => a.amount - b.amount || a.id_product - b.id_product)
    if (!best)
      return { problem: fitting.find(({ fare }) => fare.error !== null)?.fare.error ?? call.say('bots.no_product') }
    // Who would not see the price in their own application is not told it here either.
    return {
      id_product: best.id_product,
      product: best.product,
      price: best.isHidden ? null : best.amount,
      token: best.token,
      distance_m: distance,
      duration_s: duration,
    }
  } catch (cause) {
    return { problem: speakableProblem(call, cause) }
  }
}

/** Variables of an offer: `price` as people write it, `price_amount` in currency units. */
export function offerVars(
  { call }: Pick<ActionContext, 'call'>,
  { product, price, distance_m, duration_s }: Exclude<Offered, { problem: string }>,
) {
  return {
    product,
    distance: Math.round(distance_m / 100) / 10,
    minutes: Math.max(1, Math.round(duration_s / 60)),
    price: price === null ? call.say('bots.price_hidden') : moneyText(price, moneyStyle(call.settings)),
    price_amount: price ?? '',
  }
}

export const quoteTrip: RunAction = async (asked) => {
  const { id_client } = asked.chat
  const offer = await offerFor(asked, id_client)
  if ('problem' in offer) return failed(offer.problem)
  const quote: Memory['quote'] = { token: offer.token, id_product: offer.id_product, id_client, price: offer.price }
  return { ok: true, vars: offerVars(asked, offer), quote }
}
