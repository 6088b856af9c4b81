import { isStaff } from '#app/asker'
import type { CallRequest, CallResponse } from '#engine/model'
import { serveCall } from '#engine/server'
import { computeFare } from '../../model/compute-fare'
import { dispatcherProductsCall, type OfferedProduct } from '../../model/dispatcher-products-call'
import { fareCurrency } from '../../model/fare-currency'
import { sumOfLines } from '../../model/fare-part'
import { toUnits } from '../../model/money'
import { isInScope, type PriceContext } from './asker'
import { offersTo, servesBranch, type ProductOffer } from './choose-product'
import { priceBasis, type PriceBasis } from './price-basis'
import { orWhy } from './or-why'
import { price, type TripPrice, type PriceBy } from './price'
import { promotionOf, whatBy } from './price-by'
import { proofOf, shownFare } from './quote'

type Request = CallRequest<typeof dispatcherProductsCall>
type GrantedTo = Pick<PriceBy, 'promotion' | 'replaces'>

/** Every product offered where the trip begins, each with its fare or the reason why it has none. */
export async function offeredProducts(
  context: PriceContext,
  asked: Request,
): Promise<CallResponse<typeof dispatcherProductsCall>> {
  const basis = await priceBasis(context, asked)
  const { book, payer, branch, route } = basis
  const offers = offersTo(context, book, payer, null).filter(({ product }) => servesBranch(product, branch?.id ?? null))
  const promotion = await promotionOf(context, basis, asked)
  const products: OfferedProduct[] = []
  for (const offer of offers) products.push(await offered(context, basis, offer, asked, promotion))
  return {
    id_branch: branch?.id ?? null,
    outside: isStaff(context.actor) && !isInScope(context, 'services', { id_branch: branch?.id ?? null }) ? 1 : 0,
    distance: route.distance_m,
    duration: route.duration_s,
    polyline: route.polyline,
    way: route.source,
    products,
    tolls: route.tolls
      .filter(({ id_branch }) => id_branch === null || id_branch === branch?.id)
      .map(({ id, name, price: amount }) => ({ id, name, price: amount })),
  }
}

export const dispatcherProducts = serveCall(dispatcherProductsCall, offeredProducts)

async function offered(
  context: PriceContext,
  basis: PriceBasis,
  { product, tarif }: ProductOffer,
  asked: Request,
  promotion: GrantedTo,
): Promise<OfferedProduct> {
  const { currency, exponent } = fareCurrency(context.settings)
  const none = {
    price: null,
    price_toll: null,
    price_promo: null,
    price_saved: null,
    lines: [],
    quote: null,
    expires: null,
    error: null,
  }
  const flags = {
    allow_edit_price_on_dispatcher: Number(tarif?.allow_edit_price_on_dispatcher ?? false),
    keep_initial: Number(tarif?.keep_initial ?? false),
  }
  const found = await orWhy(context, () =>
    price(context, basis, { ...whatBy(context, basis, { ...asked, id_product: product.id }), ...promotion }),
  )
  const status = typeof found === 'string' ? { error: found } : await statusText(context, basis, found)
  return {
    id: product.id,
    name: product.name,
    surname: product.surname,
    bu_name: product.business?.name ?? null,
    bu_icon: product.business?.icon ?? null,
    fare: { id_tarif: tarif?.terms.id ?? null, tarif: flags, currency, exponent, ...none, ...status },
    hide_price: Number(product.hide_price),
    for_companies: Number(product.for_companies),
    allow_service_inmediate: Number(product.allow_service_inmediate),
    allow_service_scheduled: Number(product.allow_service_scheduled),
    allow_stop_contact: Number(product.allow_stop_contact),
    for_shared_service: Number(product.for_shared_service),
    capacity_1: product.capacity_1,
    accept_return: Number(product.accept_return),
    min_time_to_schedule: product.min_time_to_schedule,
    radius_of_request: product.radius_of_request,
  }
}

async function statusText(
  context: PriceContext,
  basis: PriceBasis,
  priced: TripPrice,
): Promise<Partial<OfferedProduct['fare']>> {
  const { fare, deal } = priced
  const product = basis.book.products.find(({ id }) => id === deal.id_product) ?? null
  const { token: quote, expires } = await proofOf(context, priced)
  const error = quote === null ? context.say('validation.fares.past') : null
  if (!isStaff(context.actor) && product?.hide_price) return { quote, expires, error }
  const toll = sumOfLines(fare.lines, ['toll'])
  return {
    price: toUnits(fare.total - toll, fare),
    price_toll: toUnits(toll, fare),
    price_promo: toUnits(-sumOfLines(fare.lines, ['promotion']), fare),
    price_saved: toUnits(undiscounted(priced) - fare.total, fare),
    lines: shownFare(context, product, fare)?.lines ?? [],
    quote,
    expires,
    error,
  }
}

/** What the trip comes to without its promotion, in minor units. */
const undiscounted = ({ fare, terms, deal }: TripPrice): number =>
  terms.promotion ? computeFare({ ...terms, promotion: null }, deal.trip).total : fare.total
