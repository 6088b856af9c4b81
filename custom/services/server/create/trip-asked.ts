import type { ServiceInput } from '../../model/service-input'
import type { QuoteRequest } from '../../../fares/model'

/** The trip of a request, as pricing needs it; `date` null: now. */
export function tripAsked(input: ServiceInput, date: string | null): QuoteRequest {
  return {
    id_product: input.id_product,
    stops: input.stops.map(({ lat, lng, address }) => ({ lat, lng, address })),
    date_scheduled: date,
    capacity_1: input.capacity_1 ?? null,
    is_return: input.is_return ?? false,
    promotion: input.promotion ?? null,
    id_payment: input.id_payment ?? null,
    id_client: input.id_client ?? null,
    price_edited: input.is_price_edited === 1 ? (input.price_base ?? null) : null,
  }
}
