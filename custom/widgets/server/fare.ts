import { wrong } from '#engine/model'
import { serveCall } from '#engine/server'
import { clientFareCall } from '../model/booking-calls'
import { widgetFareCall } from '../model/widget-calls'
import { visitorPayments, sells } from './offered'
import { priceTrip, whyNothing } from './trip'
import { companyTerms } from './company-terms'
import { guestFare } from './guests/guest-fare'
import { asVisitor, countVisit, requireClient } from './visitor'
import { widgetRow } from './widget-row'

/** `POST widgets/:id/fare`: prices for anybody; a promotion counts once it is known for whom. */
export const widgetFare = serveCall(widgetFareCall, async (context, { id, voucher = null, ...trip }) => {
  countVisit(context, 'fares', id)
  if (voucher !== null) return guestFare(context, await widgetRow(context, id), voucher, trip)
  const visitor = asVisitor(context)
  const widget = await widgetRow(context, id)
  const found = await whyNothing(visitor, () => priceTrip(visitor, widget, { ...trip, promotion: null }))
  if (typeof found === 'string') return { products: [], distance: 0, duration: 0, polyline: '', error: found }
  const { products, ...way } = found
  return {
    products: products.map(({ quote: _quote, quote_return: _return, expires: _expires, ...product }) => product),
    ...way,
    error: null,
  }
})

/** `POST client/widgets/:id_widget/fare`: the chosen product by the client's own prices, with the proofs of both. */
export const clientFare = serveCall(clientFareCall, async (context, { id_widget, id_product, ...trip }) => {
  requireClient(context)
  countVisit(context, 'fares', id_widget)
  const widget = await widgetRow(context, id_widget)
  if (!sells(widget, id_product)) throw wrong('id_product', 'ref')
  const { products, ...way } = await priceTrip(context, { ...widget, products: [id_product] }, trip)
  const [found] = products
  if (!found) throw wrong('id_product', 'ref')
  const { quote, quote_return, expires, ...fare_product } = found
  const terms = await companyTerms(context, trip)
  return {
    fare_product,
    payments: [...(await visitorPayments(context, widget))],
    ...terms,
    quote,
    quote_return,
    expires,
    ...way,
  }
})
