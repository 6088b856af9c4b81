import { Type, type Static } from 'typebox'
import { defineCall, Flag, Id, Latitude, Longitude, StateObject, TextOrNull, When, WhenOrNull } from '#engine/model'

/** A ride of the same client, from the same place, at about the same time. */
export const SimilarRide = Type.Object({
  id: Id,
  state_obj: StateObject,
  org_address: TextOrNull,
  dst_address: TextOrNull,
  date_created: When,
  /** Of a booking. */
  date_scheduled: WhenOrNull,
  /** Who made it. */
  us_name: TextOrNull,
  /** It was the asker. */
  is_own: Flag,
})
export type SimilarRide = Static<typeof SimilarRide>

/**
 * `GET dispatcher/similar {id_client, lat, lng, date?}`: rides that the one which is being booked may be a second time.
 */
export const similarCall = defineCall({
  method: 'GET',
  path: 'dispatcher/similar',
  access: { module: 'dispatcher', right: 'edit' },
  request: Type.Object({
    id_client: Id,
    lat: Latitude,
    lng: Longitude,
    /** Of a booking; absent: now. */
    date: Type.Optional(When),
    id_service_cloned: Type.Optional(Id),
  }),
  response: Type.Object({ items: Type.Array(SimilarRide) }),
})
