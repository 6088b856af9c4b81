import { Type, type Static } from 'typebox'
import { Id, NumberOrNull, orNull, TextOrNull, WhenOrNull } from '#engine/model'
import { TrackedState, TrackedVehicle } from '../../tracking/model'

const Place = Type.Object({ address: Type.String(), lat: NumberOrNull, lng: NumberOrNull })

/** A ride as a line of a client's list. Prices are null where the product hides them. */
export const ClientRide = Type.Object({
  id: Id,
  state: TrackedState,
  /** When it is, or was: the booked time, else when it was asked for. */
  date: WhenOrNull,
  is_booked: Type.Boolean(),
  org: Place,
  dst: Place,
  product: TextOrNull,
  price_text: TextOrNull,
  driver: TextOrNull,
  /** What its client gave; null: not rated. */
  stars: NumberOrNull,
})
export type ClientRide = Static<typeof ClientRide>

/** What its client may do with a ride now; the calls refuse all else. */
const RideCan = Type.Object({
  cancel: Type.Boolean(),
  rate: Type.Boolean(),
  tip: Type.Boolean(),
  receipt: Type.Boolean(),
  claim: Type.Boolean(),
  repeat: Type.Boolean(),
  /** A booking that waits for its payment. */
  pay: Type.Boolean(),
  share: Type.Boolean(),
})

/** No more of the driver than somebody needs who waits for them at the kerb. */
export const RideDriver = Type.Object({
  name: Type.String(),
  phone: TextOrNull,
  pic: TextOrNull,
  rating_average: NumberOrNull,
})

export const ClaimShown = Type.Object({
  id: Id,
  kind: Type.String(),
  kind_text: Type.String(),
  text: Type.String(),
  state: Type.String(),
  answer: TextOrNull,
  date_created: WhenOrNull,
})

/** A client's own ride, whole. */
export const WholeRide = Type.Intersect([
  ClientRide,
  Type.Object({
    stops: Type.Array(Place),
    /** The route as it was priced: latitude, longitude. */
    points: Type.Array(Type.Tuple([Type.Number(), Type.Number()])),
    passengers: Type.Integer(),
    payment: TextOrNull,
    notes: TextOrNull,
    invited: TextOrNull,
    /** What the price is made of, and what a cancellation cost. */
    lines: Type.Array(Type.Object({ name: Type.String(), amount_text: Type.String() })),
    cancel_text: TextOrNull,
    driver_card: orNull(RideDriver),
    vehicle: orNull(TrackedVehicle),
    /** When the vehicle is expected where the passenger waits, or at the destination; null: nobody can say. */
    date_eta: WhenOrNull,
    comment: TextOrNull,
    tip_text: TextOrNull,
    claims: Type.Array(ClaimShown),
    can: RideCan,
  }),
])
export type WholeRide = Static<typeof WholeRide>
