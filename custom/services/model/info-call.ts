import { Type, type Static } from 'typebox'
import { defineCall, Id, IdOrNull, NumberOrNull, orNull, TextOrNull, WhenOrNull } from '#engine/model'
import { FareLineSchema } from '../../fares/model'
import { DispatcherService, DispatcherStop } from './dispatcher-service'
import { RideLeg } from './handover-call'

export const ServiceTrackPoint = Type.Object({
  lat: Type.Number(),
  lng: Type.Number(),
  course: NumberOrNull,
  speed: NumberOrNull,
  battery_level: NumberOrNull,
  mode: TextOrNull,
  date: Type.String(),
})
export type ServiceTrackPoint = Static<typeof ServiceTrackPoint>

/** A fare of a service line by line; amounts in minor units. */
export const ServiceFare = Type.Object({
  id_tarif: IdOrNull,
  currency: Type.String(),
  exponent: Type.Integer(),
  total: Type.Integer(),
  lines: Type.Array(FareLineSchema),
})

export const Canceled = Type.Object({ by: TextOrNull, reason: TextOrNull })
export type Canceled = Static<typeof Canceled>

/** `GET services/info {id}`: a service as it goes (spec 1 §3, Service info), polled while its dialog is open. */
export const serviceInfoCall = defineCall({
  method: 'GET',
  path: 'services/info',
  access: 'session',
  request: Type.Object({ id: Id }),
  response: Type.Object({
    service: DispatcherService,
    client: Type.Object({ id: Id, name: TextOrNull, surname: TextOrNull, phone: TextOrNull }),
    driver: orNull(
      Type.Object({
        id: Id,
        name: TextOrNull,
        surname: TextOrNull,
        phone: TextOrNull,
        pic: TextOrNull,
        rating_average: NumberOrNull,
        rating_count: NumberOrNull,
      }),
    ),
    vehicle: orNull(
      Type.Object({
        id: Id,
        plate: Type.String(),
        code: TextOrNull,
        brand: TextOrNull,
        model: TextOrNull,
        year: NumberOrNull,
        icon: Type.String(),
        color: TextOrNull,
        lat: NumberOrNull,
        lng: NumberOrNull,
        course: NumberOrNull,
        availability: Type.String(),
        date_fix: WhenOrNull,
      }),
    ),
    stops: Type.Array(DispatcherStop),
    /** For staff alone. */
    fare: orNull(ServiceFare),
    /** Track since the driver accepted, thinned to 1,000 points. */
    trackings: Type.Array(ServiceTrackPoint),
    /** The state it is in: since when, until when it should last, and how much of that is over. */
    timer: orNull(
      Type.Object({
        date_start: Type.String(),
        date_end: WhenOrNull,
        percent: Type.Number({ minimum: 0, maximum: 100 }),
      }),
    ),
    id_grouping: Type.Optional(IdOrNull),
    /** Of a ride that was handed over with its passenger aboard: its parts, one driver after the other. */
    legs: Type.Array(RideLeg),
    /** Of a cancelled one: by whom (the client, the driver, an operator, the system) and why, in words. */
    canceled: orNull(Canceled),
  }),
})
export type ServiceInfo = Static<typeof serviceInfoCall.response>
