import type { Static } from 'typebox'
import type { Json, JsonObject, Model } from '#engine/model'
import type { DispatcherService } from '../../model/dispatcher-service'
import type { DispatcherClient } from '../../model/form-calls'
import type { DraftDate } from './dates'
import { dateMs } from './dates'
import { emptyStop, noStops, type DraftStop } from './stops'

/** Names of the fields that administrators have added to services. */
export const customFieldNames = (model: Model): readonly string[] =>
  Object.values(model.entities['services']?.fields ?? {})
    .filter(({ dynamic, secret }) => dynamic && !secret)
    .map(({ name }) => name)

export type FormClient = Static<typeof DispatcherClient>

/** A service as it is being filled in: plain JSON, so that it can be kept over a reload. */
export interface ServiceDraft {
  readonly client: FormClient | null
  readonly for_another: boolean
  readonly invited: boolean
  readonly invited_name: string
  readonly invited_phone: string
  /** Guests beside the first who rides, each in a ride of their own. */
  readonly group?: readonly { readonly name: string; readonly phone: string }[] | undefined
  /** When everybody rides back; undefined: they do not. */
  readonly date_return?: DraftDate | undefined
  readonly stops: readonly DraftStop[]
  readonly when: 'now' | 'booking'
  /** Of a booking; kept while it is for now, so that a slip costs nothing. */
  readonly dates: readonly DraftDate[]
  /** A person wrote one of them; else the form proposed them. */
  readonly dates_by_hand: boolean
  /** Null: nobody has chosen one, and the form takes the likeliest. So with the payment. */
  readonly id_product: number | null
  readonly id_payment: number | null
  readonly promotion: string
  /** Passengers; null: nobody has said. */
  readonly capacity: number | null
  readonly is_return: boolean
  /** Whom a client asks to validate it. */
  readonly id_user_validation: number | null
  /** Typed price that replaces the computed one; null: the computed one. */
  readonly price: Json
  /** Of a company's ride; undefined: as the client's is, or as it was saved. */
  readonly id_company_ceco?: number | null | undefined
  readonly order_number?: string | undefined
  readonly notes: string
  /** Why they ride, where their company asks. */
  readonly trip_reason: string
  readonly id_vehicle: number | null
  /** State it is moved to, '' for none, and since when. */
  readonly new_state: string
  readonly new_state_date: DraftDate
  readonly custom_fields: JsonObject
  /** Similar rides that were seen and are not meant: another one is wanted all the same. */
  readonly similar?: readonly number[]
}

export const emptyDraft = (client: FormClient | null = null): ServiceDraft => ({
  client,
  for_another: false,
  invited: false,
  invited_name: '',
  invited_phone: '',
  stops: noStops(),
  when: 'now',
  dates: [],
  dates_by_hand: false,
  id_product: null,
  id_payment: null,
  promotion: '',
  capacity: null,
  is_return: false,
  id_user_validation: null,
  price: null,
  notes: '',
  trip_reason: '',
  id_vehicle: null,
  new_state: '',
  new_state_date: null,
  custom_fields: {},
})

/** Somebody called, and no ride has been spoken of yet: nothing is lost with it. */
export const isEnquiry = (draft: ServiceDraft, base: ServiceDraft): boolean =>
  JSON.stringify({ ...draft, client: base.client }) === JSON.stringify(base)

/** The form of a service that is there. */
export function serviceDraftOf(item: DispatcherService): ServiceDraft {
  const stops = item.stops.map(
    (stop, at): DraftStop => ({
      key: at + 1,
      id: stop.id,
      point: stop.lat === null || stop.lng === null ? null : [stop.lat, stop.lng],
      address: stop.address,
      name: stop.name ?? '',
      contact_name: stop.contact_name ?? '',
      contact_phone: stop.contact_phone ?? '',
      contact_email: stop.contact_email ?? '',
      notes: stop.notes ?? '',
    }),
  )
  return {
    client: {
      id: item.id_client,
      name: item.cl_name ?? '',
      surname: item.cl_surname,
      phone: item.cl_phone,
      id_company: item.id_company,
      co_name: item.co_name,
      ca_name: item.ca_name,
      state: '1',
    },
    for_another: item.for_another === 1,
    invited: item.invited === 1,
    invited_name: item.invited_name ?? '',
    invited_phone: item.invited_phone ?? '',
    stops:
      stops.length > 1
        ? stops
        : [
            ...stops,
            ...noStops()
              .slice(stops.length)
              .map((_stop, at) => emptyStop(stops.length + at + 1)),
          ],
    when: item.scheduled === 1 ? 'booking' : 'now',
    dates: item.scheduled === 1 ? [item.date_scheduled] : [],
    dates_by_hand: item.scheduled === 1,
    id_product: item.id_product,
    id_payment: item.id_payment,
    promotion: item.promo_code ?? '',
    capacity: item.capacity_1,
    is_return: item.is_return === 1,
    id_user_validation: null,
    price: item.is_price_edited === 1 ? item.price_base : null,
    notes: item.notes ?? '',
    trip_reason: item.trip_reason ?? '',
    id_vehicle: item.id_vehicle,
    new_state: '',
    new_state_date: null,
    custom_fields: { ...(item.custom_fields as JsonObject) },
  }
}

/**
 * Has a place for each of the administrators' fields: one that nobody answers is sent as well, and its errors are shown
 * at it.
 */
export const withFields = (draft: ServiceDraft, names: readonly string[]): ServiceDraft => ({
  ...draft,
  custom_fields: { ...Object.fromEntries(names.map((name) => [name, null])), ...draft.custom_fields },
})

/**
 * A new service like another: without its driver, its promotion and its price by hand, and not in the past.
 * @param isBack from its destination to its origin, now
 */
export function cloneOf(item: DispatcherService, now_ms: number, isBack = false): ServiceDraft {
  const draft = serviceDraftOf(item)
  const dates = isBack ? [] : draft.dates.filter((date) => (dateMs(date) ?? 0) > now_ms)
  const stops = isBack ? draft.stops.toReversed() : draft.stops
  return {
    ...draft,
    stops: stops.map((stop, at) => ({ ...stop, key: at + 1, id: null })),
    dates,
    dates_by_hand: dates.length > 0,
    when: dates.length > 0 ? 'booking' : 'now',
    id_vehicle: null,
    promotion: '',
    price: null,
  }
}
