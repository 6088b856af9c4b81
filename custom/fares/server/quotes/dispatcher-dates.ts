import { isStaff } from '#app/asker'
import type { CallRequest, CallResponse } from '#engine/model'
import { serveCall } from '#engine/server'
import { dispatcherDatesCall } from '../../model/dispatcher-dates-call'
import { fareCurrency } from '../../model/fare-currency'
import { toUnits } from '../../model/money'
import type { PriceContext } from './asker'
import { pricedDate, priceBasis, type PriceBasis } from './price-basis'
import { price } from './price'
import { priceBy } from './price-by'
import { orWhy } from './or-why'

type Request = CallRequest<typeof dispatcherDatesCall>
type Answer = CallResponse<typeof dispatcherDatesCall>

/**
 * What each date of a booking costs: route and payer are the same for all; hours, surcharges and promotions are not.
 */
async function pricedDates(context: PriceContext, { dates, ...asked }: Request): Promise<Answer> {
  const basis = await priceBasis(context, asked)
  const hides =
    !isStaff(context.actor) && basis.book.products.some(({ id, hide_price }) => id === asked.id_product && hide_price)
  const totals: (number | null)[] = []
  const items: Answer['items'] = []
  for (const date of dates) {
    const found = await orWhy(context, () => totalAt(context, basis, asked, date))
    const total = typeof found === 'string' || hides ? null : found
    totals.push(total)
    items.push({
      date,
      price: total === null ? null : toUnits(total, fareCurrency(context.settings)),
      error: typeof found === 'string' ? found : null,
    })
  }
  const sum = totals.reduce((all, one) => (all === null || one === null ? null : all + one), 0)
  return { items, total: sum === null ? null : toUnits(sum, fareCurrency(context.settings)) }
}

export const dispatcherDates = serveCall(dispatcherDatesCall, pricedDates)

/** Minor units. */
async function totalAt(
  context: PriceContext,
  basis: PriceBasis,
  asked: Omit<Request, 'dates'>,
  date: string,
): Promise<number> {
  const at = { ...basis, date: pricedDate(context, date) }
  return (await price(context, at, await priceBy(context, at, asked))).fare.total
}
