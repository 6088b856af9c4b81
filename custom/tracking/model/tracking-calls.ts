import { Type, type Static } from 'typebox'
import { defineCall, NumberOrNull, orNull, TextOrNull, WhenOrNull } from '#engine/model'

const Place = Type.Tuple([Type.Number(), Type.Number()])
/** What a link holds: 128 random bits, base64url. */
const Key = Type.String({ minLength: 1, maxLength: 100 })

/** `text` says it in a sentence for the person waiting; `over`: nothing changes any more. */
export const TrackedState = Type.Object({
  id: Type.String(),
  name: Type.String(),
  color: Type.String(),
  text: Type.String(),
  over: Type.Boolean(),
})
export type TrackedState = Static<typeof TrackedState>

/** The vehicle while its driver is at work on the ride. */
export const TrackedVehicle = Type.Object({
  lat: NumberOrNull,
  lng: NumberOrNull,
  /** Degrees clockwise from north. */
  course: NumberOrNull,
  icon: Type.String(),
  /** Its `date_fix` differs from the requested `since`. */
  moved: Type.Boolean(),
  availability: Type.String(),
  date_fix: TextOrNull,
  plate: Type.String(),
  brand: TextOrNull,
  model: TextOrNull,
  colors: Type.Array(Type.Object({ name: Type.String(), code: TextOrNull })),
})
export type TrackedVehicle = Static<typeof TrackedVehicle>

/**
 * `surname`: its first letter alone. `phone`: the number to ring, which is the exchange's where the house has one
 * (`masked_call_number`).
 */
const TrackedDriver = Type.Object({ name: TextOrNull, surname: TextOrNull, phone: TextOrNull, pic: TextOrNull })

/** Whether whoever follows the ride may rate it, once, after its end; `stars`: what was given. */
const TrackedRating = Type.Object({ may: Type.Boolean(), stars: NumberOrNull, driver: TextOrNull })
export type TrackedRating = Static<typeof TrackedRating>

const now = {
  state: TrackedState,
  vehicle: orNull(TrackedVehicle),
  driver: orNull(TrackedDriver),
  /** When the vehicle is expected where the passenger waits, or at the destination; null: nobody can say. */
  date_eta: WhenOrNull,
  rating: TrackedRating,
}

/** The page's own texts, in the asker's language. */
export const TrackedWords = Type.Object({
  title: Type.String(),
  driver: Type.String(),
  vehicle: Type.String(),
  origin: Type.String(),
  destination: Type.String(),
  stop: Type.String(),
  call: Type.String(),
  map: Type.String(),
  fit: Type.String(),
  zoom_in: Type.String(),
  zoom_out: Type.String(),
  offline: Type.String(),
  arrives: Type.String(),
  there: Type.String(),
  rate: Type.String(),
  stars: Type.String(),
  comment: Type.String(),
  send: Type.String(),
  rated: Type.String(),
  expires: Type.String(),
})
export type TrackedWords = Static<typeof TrackedWords>

/** `GET tracking {tk}`: a ride as shown to anyone with its link (spec 2 §3, Tracking); nothing else of its people. */
export const trackingCall = defineCall({
  method: 'GET',
  path: 'tracking',
  access: 'public',
  request: Type.Object({ tk: Key }),
  response: Type.Object({
    ...now,
    /** The route, as it was when it was priced. */
    points: Type.Array(Place),
    stops: Type.Array(Type.Object({ lat: Type.Number(), lng: Type.Number(), address: Type.String() })),
    /** When the link stops working; before that where the ride ends. */
    date_expires: WhenOrNull,
    brand: Type.String(),
    language: Type.String(),
    /** Of the house's clock. */
    timezone: Type.String(),
    /** Seconds between two polls of the vehicle's position. */
    interval: Type.Number(),
    tiles: Type.Object({ url: Type.String(), attribution: Type.String(), link: Type.String() }),
    words: TrackedWords,
  }),
})
export type Tracking = Static<typeof trackingCall.response>

/**
 * `GET tracking/location/:tk {since?}`: the state and the vehicle's position now, polled; `since` is the `date_fix`
 * that the page knows.
 */
export const trackingLocationCall = defineCall({
  method: 'GET',
  path: 'tracking/location/:tk',
  access: 'public',
  request: Type.Object({ tk: Key, since: Type.Optional(Type.String({ maxLength: 40 })) }),
  response: Type.Object(now),
})
export type TrackingLocation = Static<typeof trackingLocationCall.response>

/**
 * `POST tracking/rate {tk, stars, comment?}`: whoever has the link rates the ride after its end, once; the client's own
 * rating counts before theirs.
 */
export const trackingRateCall = defineCall({
  method: 'POST',
  path: 'tracking/rate',
  access: 'public',
  request: Type.Object({
    tk: Key,
    stars: Type.Integer(),
    comment: Type.Optional(orNull(Type.String({ maxLength: 500 }))),
  }),
  response: Type.Object({ rating: TrackedRating, msg: Type.String() }),
})
