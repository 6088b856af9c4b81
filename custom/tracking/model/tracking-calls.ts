import { Type, type Static } from 'typebox'
import { defineCall, NumberOrNull, orNull, TextOrNull } from '#engine/model'

const Place = Type.Tuple([Type.Number(), Type.Number()])
/** What a link holds: 128 random bits, base64url. */
const Key = Type.String({ minLength: 1, maxLength: 100 })

/** `text` says it in a sentence for the person waiting; `over`: nothing changes any more. */
export const TrackedState = Type.Object({ id: Type.String(), name: Type.String(), color: Type.String(), text: Type.String(), over: Type.Boolean() })
export type TrackedState = Static<typeof TrackedState>

/** The vehicle while its driver is at work on the ride. */
export const TrackedVehicle = Type.Object({
  lat: NumberOrNull, lng: NumberOrNull,
  /** Degrees clockwise from north. */
  course: NumberOrNull,
  icon: Type.String(),
  /** Its `date_fix` differs from the requested `since`. */
  moved: Type.Boolean(),
  availability: Type.String(), date_fix: TextOrNull,
  plate: Type.String(), brand: TextOrNull, model: TextOrNull,
  colors: Type.Array(Type.Object({ name: Type.String(), code: TextOrNull })),
})
export type TrackedVehicle = Static<typeof TrackedVehicle>

const TrackedDriver = Type.Object({ name: TextOrNull, surname: TextOrNull, phone: TextOrNull, pic: TextOrNull })

/** The page's own texts, in the asker's language. */
export const TrackedWords = Type.Object({
  title: Type.String(), driver: Type.String(), vehicle: Type.String(), origin: Type.String(), destination: Type.String(), stop: Type.String(),
  call: Type.String(), map: Type.String(), fit: Type.String(), zoom_in: Type.String(), zoom_out: Type.String(), offline: Type.String(),
})
export type TrackedWords = Static<typeof TrackedWords>

/** `GET tracking {tk}`: a ride as shown to anyone with its link (spec 2 §3, Tracking); nothing else of its people. */
export const trackingCall = defineCall({
  method: 'GET', path: 'tracking', access: 'public',
  request: Type.Object({ tk: Key }),
  response: Type.Object({
    state: TrackedState,
    /** The route, as it was when it was priced. */
    points: Type.Array(Place),
    stops: Type.Array(Type.Object({ lat: Type.Number(), lng: Type.Number(), address: Type.String() })),
    vehicle: orNull(TrackedVehicle),
    driver: orNull(TrackedDriver),
    brand: Type.String(),
    language: Type.String(),
    /** Seconds between two polls of the vehicle's position. */
    interval: Type.Number(),
    tiles: Type.Object({ url: Type.String(), attribution: Type.String(), link: Type.String() }),
    words: TrackedWords,
  }),
})
export type Tracking = Static<typeof trackingCall.response>

/** `GET tracking/location/:tk {since?}`: the state and the vehicle's position now, polled; `since` is the `date_fix` that the page knows. */
export const trackingLocationCall = defineCall({
  method: 'GET', path: 'tracking/location/:tk', access: 'public',
  request: Type.Object({ tk: Key, since: Type.Optional(Type.String({ maxLength: 40 })) }),
  response: Type.Object({ state: TrackedState, vehicle: orNull(TrackedVehicle), driver: orNull(TrackedDriver) }),
})
export type TrackingLocation = Static<typeof trackingLocationCall.response>
