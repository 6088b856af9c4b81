import type { CallResponse } from '#engine/model'
import type { CallContext } from '#engine/server'
import type { widgetFareCall } from '../../model/widget-calls'
import { companyTerms } from '../company-terms'
import { priceTrip, type TripAsked, whyNothing } from '../trip'
import type { WidgetRow } from '../widget-row'
import { triedVoucher } from './tried-voucher'
import { assertLeft, assertTrip, creditOf, hostOf } from './voucher'

/** No price is a guest's business. */
const UNPRICED = {
  price: null,
  price_return: null,
  total: null,
  price_promo: null,
  price_text: null,
  price_return_text: null,
  total_text: null,
  hide_price: 0,
} as const

/**
 * The products that a voucher pays for: offered as to its company's person on their credit, who is who books.
 * @throws {AppError} VALIDATION at `voucher`, or at the box of the trip that the voucher or its company refuses
 */
export async function guestFare(
  context: CallContext,
  widget: WidgetRow,
  code: string,
  trip: TripAsked,
): Promise<CallResponse<typeof widgetFareCall>> {
  const voucher = await triedVoucher(context, widget.id, code)
  await assertLeft(context.db, voucher)
  const { org, dst, date_start = null, date_return = null, type_request } = trip
  assertTrip(
    voucher,
    { org, dst, dates: type_request === 'with_return' ? [date_start, date_return] : [date_start] },
    context,
  )
  const host = await hostOf(context, voucher)
  await companyTerms(host, trip)
  const id_payment = await creditOf(context)
  const found = await whyNothing(host, () => priceTrip(host, widget, { ...trip, promotion: null, id_payment }))
  if (typeof found === 'string') return { products: [], distance: 0, duration: 0, polyline: '', error: found }
  const tooDear = context.say('validation.vouchers.over_amount')
  const products = found.products.map(({ quote: _quote, quote_return: _return, expires: _expires, ...product }) => {
    const isDear = [product.price, product.price_return].some((price) => price !== null && price > voucher.max_amount)
    return { ...product, ...UNPRICED, error: product.error ?? (isDear ? tooDear : null) }
  })
  return { ...found, products, error: null }
}
