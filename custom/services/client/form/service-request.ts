import type { CallRequest } from '#engine/model'
import type { dispatcherDatesCall, dispatcherProductsCall, OfferedProduct, QuoteRequest } from '../../../fares/model'
import type { ServiceInput } from '../../model/service-input'
import type { AfterSaving } from '../service-form'
import type { ServiceDraft } from './draft'
import { dateMs } from './dates'
import { isSaid, pointText, type DraftStop } from './stops'

export type ProductsRequest = CallRequest<typeof dispatcherProductsCall>
export type DatesRequest = CallRequest<typeof dispatcherDatesCall>

/** Whether the last stop may be missing, by the settings. */
export interface TripRules {
  readonly optional_destination: boolean
}

/** The stops that go out: of a start alone, where that is enough, without those of which nothing was said. */
export const sentStops = ({ stops }: ServiceDraft, rules: TripRules): readonly DraftStop[] =>
  isStartAlone(stops, rules) ? stops.filter(isSaid) : stops

/** The stops that are priced: a start alone has its price, whatever is noted of a place that is still to be chosen. */
const pricedStops = ({ stops }: ServiceDraft, rules: TripRules): readonly DraftStop[] =>
  isStartAlone(stops, rules) ? stops.slice(0, 1) : stops

const isStartAlone = (stops: readonly DraftStop[], { optional_destination }: TripRules): boolean =>
  optional_destination && stops.every(({ point }, at) => (point !== null) === (at === 0))

/**
 * What is asked for prices; null: client or stops are not there yet (spec 1 §5).
 * @param id_fare of a service that is there: its client may stay, and the promotion that it was granted stays granted
 */
export function productsRequest(
  draft: ServiceDraft,
  rules: TripRules,
  id_fare: number | null = null,
): ProductsRequest | null {
  const { client, capacity, is_return, id_payment } = draft
  const stops = pricedStops(draft, rules)
  if (!client || stops.length === 0 || stops.some(({ point }) => point === null)) return null
  const promotion = draft.promotion.trim()
  const date = firstDate(draft)
  return {
    stops: stops.flatMap(({ point, address }) =>
      point ? [{ lat: point[0], lng: point[1], address: address || pointText(point) }] : [],
    ),
    id_client: client.id,
    ...(date ? { date_scheduled: date } : {}),
    ...(capacity === null ? {} : { capacity_1: capacity }),
    ...(is_return ? { is_return } : {}),
    ...(promotion ? { promotion } : {}),
    ...(id_fare === null ? {} : { id_fare }),
    ...(id_payment === null ? {} : { id_payment }),
  }
}

/** The same trip with one product at a price that was put in by hand. */
export const editedRequest = (asked: ProductsRequest, id_product: number, price_edited: number): QuoteRequest => ({
  ...asked,
  id_product,
  price_edited,
})

/** The same trip at each date of a booking; null: it has one date. */
export function datesRequest(draft: ServiceDraft, asked: ProductsRequest | null): DatesRequest | null {
  const { when, dates, id_product } = draft
  const good = dates.filter((date): date is string => dateMs(date) !== null)
  if (!asked || when !== 'booking' || good.length < 2 || id_product === null) return null
  const { date_scheduled: _date, id_fare: _fare, ...trip } = asked
  const price = editedPrice(draft)
  return { ...trip, id_product, dates: good, ...(price === null ? {} : { price_edited: price }) }
}

/** The date that prices are asked for: of a booking the first one that is a date. */
const firstDate = ({ when, dates }: ServiceDraft): string | null =>
  when === 'booking' ? (dates.find((date) => dateMs(date) !== null) ?? null) : null

/** The price that was put in by hand, in currency units; null: none, or it is no number. */
export function editedPrice({ price }: Pick<ServiceDraft, 'price'>): number | null {
  return typeof price === 'number' && Number.isFinite(price) && price >= 0 ? price : null
}

/** What a save sends in addition to the draft. */
export interface SaveRequest {
  /** The service that is changed; null: a new one. */
  readonly edited: { readonly id: number; readonly version: number } | null
  readonly cloned: number | null
  readonly rules: TripRules
  /** The chosen product as it was offered; null: nothing that is priced was changed. */
  readonly product: OfferedProduct | null
  /** Proof of the price that was shown. */
  readonly quote: string | null
  readonly after: AfterSaving
  readonly idempotency: string
}

/** The call that saves a draft. Null where nothing may be sent: a check (`draftErrors`) comes before. */
export function serviceInput(draft: ServiceDraft, saving: SaveRequest): ServiceInput | null {
  const { client, id_product } = draft
  if (!client || id_product === null) return null
  const { edited, product, after } = saving
  const price = editedPrice(draft)
  const promotion = draft.promotion.trim()
  const isBooking = draft.when === 'booking'
  const dates = isBooking ? draft.dates.filter((date): date is string => dateMs(date) !== null) : []
  return {
    ...edited,
    ...(edited || saving.cloned === null ? {} : { id_service_cloned: saving.cloned }),
    ...(edited ? {} : { idempotency: saving.idempotency, similar: [...(draft.similar ?? [])] }),
    after: isBooking || after === 'clone' ? 'none' : after,
    id_client: client.id,
    id_product,
    ...(product?.fare.id_tarif ? { id_tarif: product.fare.id_tarif } : {}),
    id_payment: draft.id_payment,
    ...(draft.id_vehicle === null ? {} : { id_vehicle: draft.id_vehicle }),
    scheduled: isBooking ? 1 : 0,
    ...(isBooking && !edited ? { scheduled_dates: dates } : {}),
    date_scheduled: dates[0] ?? null,
    for_another: draft.for_another ? 1 : 0,
    invited: draft.invited ? 1 : 0,
    invited_name: draft.invited ? textOr(draft.invited_name) : null,
    invited_phone: draft.invited ? textOr(draft.invited_phone) : null,
    ...together(draft, edited !== null),
    notes: textOr(draft.notes),
    ...(draft.trip_reason.trim() ? { trip_reason: draft.trip_reason.trim() } : {}),
    ...(draft.id_user_validation === null ? {} : { id_user_validation: draft.id_user_validation }),
    ...(draft.id_company_ceco === undefined ? {} : { id_company_ceco: draft.id_company_ceco }),
    ...(draft.order_number === undefined ? {} : { order_number: textOr(draft.order_number) }),
    ...(price === null ? {} : { price_base: price, is_price_edited: 1 }),
    ...(draft.capacity === null ? {} : { capacity_1: draft.capacity }),
    is_return: draft.is_return,
    ...(promotion || edited ? { promotion: promotion || null } : {}),
    stops: sentStops(draft, saving.rules).flatMap((stop) => stopInput(stop)),
    ...(saving.quote ? { quote: saving.quote } : {}),
    ...(Object.keys(draft.custom_fields).length > 0 ? { custom_fields: { ...draft.custom_fields } } : {}),
    ...(draft.new_state ? { new_state: draft.new_state, new_state_date: draft.new_state_date } : {}),
  }
}

/** Who else rides, and when they ride back; a service that is there is one ride. */
function together(
  { group = [], date_return }: ServiceDraft,
  isEdit: boolean,
): Pick<ServiceInput, 'group' | 'date_return'> {
  if (isEdit) return {}
  const back = date_return === undefined ? null : date_return
  return {
    ...(group.length === 0
      ? {}
      : { group: group.map(({ name, phone }) => ({ name: name.trim(), phone: textOr(phone) })) }),
    ...(back === null || dateMs(back) === null ? {} : { date_return: back }),
  }
}

function stopInput({ id, point, address, name, ...rest }: DraftStop): ServiceInput['stops'] {
  if (!point) return []
  return [
    {
      ...(id === null ? {} : { id }),
      lat: point[0],
      lng: point[1],
      address: address || pointText(point),
      name: textOr(name.slice(0, MAX_NAME)),
      contact_name: textOr(rest.contact_name),
      contact_phone: textOr(rest.contact_phone),
      contact_email: textOr(rest.contact_email),
      notes: textOr(rest.notes),
    },
  ]
}

/** A stop's name, at most; places of other services have longer ones. */
const MAX_NAME = 100

const textOr = (text: string): string | null => text.trim() || null
