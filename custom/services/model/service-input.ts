import { Type, type Static } from 'typebox'
import { Flag, Id, IdOrNull, Latitude, Longitude, orNull, When, WhenOrNull } from '#engine/model'
import { MAX_REASON } from './trip-reason'
import { EditedPrice, MAX_STOPS, tripTerms } from '../../fares/model'

/** A stop as it is written (spec 1 §3, Stop). Its times and prices are reported elsewhere. */
const StopInput = Type.Object({
  id: Type.Optional(orNull(Id)),
  lat: Latitude,
  lng: Longitude,
  address: Type.String({ maxLength: 300 }),
  /** Of the place, where it was chosen by its name. */
  name: Type.Optional(orNull(Type.String({ maxLength: 100 }))),
  contact_name: Type.Optional(orNull(Type.String({ maxLength: 100 }))),
  contact_phone: Type.Optional(orNull(Type.String({ maxLength: 30 }))),
  contact_email: Type.Optional(orNull(Type.String({ maxLength: 255 }))),
  notes: Type.Optional(orNull(Type.String({ maxLength: 500 }))),
})
type StopInput = Static<typeof StopInput>

/** Guests beside the first who rides. */
export const MAX_GROUP = 20

const GroupGuest = Type.Object({
  name: Type.String({ maxLength: 100 }),
  phone: Type.Optional(orNull(Type.String({ maxLength: 30 }))),
})

/**
 * What `dispatcher/create` takes: a new service, or with `id` and `version` changes to one. What is priced (stops,
 * product, client, time, seats, return, promotion, edited price) is taken from `quote` alone: the other fields must
 * agree with it.
 */
export const ServiceInput = Type.Object(
  {
    id: Type.Optional(IdOrNull),
    version: Type.Optional(orNull(Type.Integer())),
    id_branch: Type.Optional(IdOrNull),
    ...tripTerms,
    id_product: Id,
    id_tarif: Type.Optional(IdOrNull),
    id_company: Type.Optional(IdOrNull),
    /** Of the client's company; absent: the client's own. */
    id_company_ceco: Type.Optional(IdOrNull),
    /** What the company calls it. */
    order_number: Type.Optional(orNull(Type.String({ maxLength: 40 }))),
    /**
     * Operators: for now with `after: request` its driver is asked, a booking is reserved for its driver, a ride that
     * another driver has is reassigned; otherwise it has no effect.
     */
    id_vehicle: Type.Optional(IdOrNull),
    scheduled: Type.Optional(Flag),
    /** Of a booking: each makes a service of its own. */
    scheduled_dates: Type.Optional(Type.Array(When, { maxItems: 60 })),
    date_scheduled: Type.Optional(WhenOrNull),
    invited: Type.Optional(Flag),
    invited_name: Type.Optional(orNull(Type.String({ maxLength: 100 }))),
    invited_phone: Type.Optional(orNull(Type.String({ maxLength: 30 }))),
    /** Of a new service: guests who go the same way, each in a ride of their own. */
    group: Type.Optional(Type.Array(GroupGuest, { maxItems: MAX_GROUP })),
    /**
     * Of a new service: then everybody rides back, from the last stop to the first; of several dates, each as much
     * later as the first.
     */
    date_return: Type.Optional(WhenOrNull),
    for_another: Type.Optional(Flag),
    notes: Type.Optional(orNull(Type.String({ maxLength: 1000 }))),
    /** Why they ride, where their company asks; else it says nothing. */
    trip_reason: Type.Optional(orNull(Type.String({ maxLength: MAX_REASON }))),
    /** Whom a client asks to validate it, who may choose (`service_validation_select_user`); else it says nothing. */
    id_user_validation: Type.Optional(IdOrNull),
    /** The run in currency units, instead of the computed one; counts only with `is_price_edited`. */
    price_base: Type.Optional(EditedPrice),
    price_toll: Type.Optional(EditedPrice),
    is_price_edited: Type.Optional(Flag),
    /** Metres and seconds; old clients send them, those of the quote count. */
    distance: Type.Optional(orNull(Type.Number({ minimum: 0 }))),
    duration: Type.Optional(orNull(Type.Number({ minimum: 0 }))),
    polyline: Type.Optional(orNull(Type.String({ maxLength: 60_000 }))),
    stops: Type.Array(StopInput, { maxItems: MAX_STOPS }),
    /** Proof of the price from `dispatcher/products` or `fares/quote`; absent: it is priced again. */
    quote: Type.Optional(orNull(Type.String({ maxLength: 100_000 }))),
    /** Answers of the administrators' own fields, by name. */
    custom_fields: Type.Optional(Type.Record(Type.String({ maxLength: 63 }), Type.Unknown())),
    /** Operators, of a service with a driver: the state to move it to and since when. */
    new_state: Type.Optional(orNull(Type.String({ maxLength: 20 }))),
    new_state_date: Type.Optional(WhenOrNull),
    /** Of the whole service that an old client sends back as it got it: it says nothing. */
    state_obj: Type.Optional(Type.Unknown()),
    /**
     * What happens after saving a service for now: look for a driver, ask the driver of the chosen vehicle, or nothing.
     */
    after: Type.Optional(Type.Union([Type.Literal('search'), Type.Literal('request'), Type.Literal('none')])),
    id_service_cloned: Type.Optional(IdOrNull),
    /**
     * Ids of similar rides that the asker has seen and does not mean; others are asked about with 409 and `similar`.
     * Absent: nothing is asked, as where a program books.
     */
    similar: Type.Optional(Type.Array(Id, { maxItems: 100 })),
    /** Sent again after a lost answer, it makes nothing twice. */
    idempotency: Type.Optional(Type.String({ minLength: 8, maxLength: 64 })),
  },
  { additionalProperties: false },
)
export type ServiceInput = Static<typeof ServiceInput>
