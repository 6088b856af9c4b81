import { fold } from '#engine/model'
import type { FareDeal } from '../../../fares/server'
import type { ServiceInput } from '../../model/service-input'

/** About a centimetre: maps round coordinates. */
const SAME_DEGREES = 1e-7

/**
 * Where a request differs from the deal that it was priced by; date and client are checked elsewhere.
 * @returns the first field of the request that differs; null: none
 */
export function differsAt(deal: FareDeal, input: ServiceInput): string | null {
  const { trip } = deal
  if (deal.id_product !== input.id_product) return 'id_product'
  if (deal.stops.length !== input.stops.length || !input.stops.every((stop, i) => isAt(stop, deal.stops[i])))
    return 'stops'
  if (trip.is_return !== (input.is_return ?? false)) return 'is_return'
  // Only shared services have a price for seats.
  if (deal.product?.for_shared_service && (input.capacity_1 ?? deal.product.capacity_1) !== trip.capacity_1)
    return 'capacity_1'
  if (trip.price_edited !== (input.is_price_edited === 1 ? (input.price_base ?? null) : null)) return 'price_base'
  if (input.promotion !== undefined && fold(input.promotion?.trim() ?? '') !== fold(deal.promotion?.code ?? ''))
    return 'promotion'
  // A promotion may depend on the payment method.
  if (deal.promotion && deal.id_payment !== (input.id_payment ?? null)) return 'id_payment'
  return null
}

type Point = { readonly lat: number; readonly lng: number }

const isAt = (a: Point, b: Point | undefined): boolean =>
  b !== undefined && Math.abs(a.lat - b.lat) <= SAME_DEGREES && Math.abs(a.lng - b.lng) <= SAME_DEGREES
