import { Type, type Static } from 'typebox'
import { defineCall, Id, IdOrNull, orNull, TextOrNull, When, WhenOrNull } from '#engine/model'

const SEE = { module: 'dispatcher', right: 'see' } as const
const EDIT = { module: 'dispatcher', right: 'edit' } as const

/** A driver in a zone's queue. */
const RankedDriver = Type.Object({
  id_driver: Id,
  us_name: TextOrNull,
  us_surname: TextOrNull,
  id_vehicle: Id,
  plate: TextOrNull,
  code: TextOrNull,
  /** From 1; null: an operator took them out until they leave the zone. */
  rank: orNull(Type.Integer()),
  date_in: When,
  /** Since when they are not there; their place is kept for a while. */
  date_away: WhenOrNull,
})
export type RankedDriver = Static<typeof RankedDriver>

const RankQueue = Type.Object({
  id: Id,
  name: Type.String(),
  color: TextOrNull,
  id_branch: IdOrNull,
  /** Its corners, latitude first. */
  ring: Type.Array(Type.Tuple([Type.Number(), Type.Number()])),
  drivers: Type.Array(RankedDriver),
})
export type RankQueue = Static<typeof RankQueue>

const Ranks = Type.Object({ items: Type.Array(RankQueue) })

/** `GET ranks`: the zones in sight with who waits there, in their order; those without anybody too. */
export const ranksCall = defineCall({
  method: 'GET',
  path: 'ranks',
  access: SEE,
  request: Type.Object({}),
  response: Ranks,
})

/**
 * `POST ranks/move {id_driver, id_zone, before}`: puts a driver of that zone's queue before another one of it, or at
 * its end; whoever was taken out comes back in. 409 when one of them waits there no longer.
 */
export const moveRankCall = defineCall({
  method: 'POST',
  path: 'ranks/move',
  access: EDIT,
  request: Type.Object({ id_driver: Id, id_zone: Id, before: Type.Optional(IdOrNull) }),
  response: Ranks,
})

/**
 * `POST ranks/remove {id_driver, id_zone}`: takes a driver out of the queue until they have left the zone and come
 * again.
 */
export const removeRankCall = defineCall({
  method: 'POST',
  path: 'ranks/remove',
  access: EDIT,
  request: Type.Object({ id_driver: Id, id_zone: Id }),
  response: Ranks,
})

/** `GET driver/rank`: where the driver waits, and how many are before them. */
export const driverRankCall = defineCall({
  method: 'GET',
  path: '../driver/rank',
  access: 'session',
  request: Type.Object({}),
  response: Type.Object({
    rank: orNull(
      Type.Object({
        id_zone: Id,
        zone: Type.String(),
        /** From 1; null: the operators took them out. */
        rank: orNull(Type.Integer()),
        /** How many wait there, with the driver. */
        of: Type.Integer(),
        date_in: When,
        /** They are not seen there since then, and lose their place at `date_lost` unless they come back. */
        date_away: WhenOrNull,
        date_lost: WhenOrNull,
      }),
    ),
  }),
})

/** What a driver's open shift has come to. */
const DriverShare = Type.Object({
  id_driver: Id,
  us_name: TextOrNull,
  us_surname: TextOrNull,
  id_vehicle: Id,
  plate: TextOrNull,
  code: TextOrNull,
  state: Type.String(),
  date_start: When,
  rides: Type.Integer(),
  /** Of those rides, as the clients pay; and the driver's part of it. */
  income: Type.Number(),
  income_driver: Type.Number(),
  /** On shift, without a ride and without a pause. */
  waiting_s: Type.Integer(),
  /** Since the last ride, or since the shift began; null: on a ride. */
  idle_s: orNull(Type.Integer()),
})
export type DriverShare = Static<typeof DriverShare>

/** `GET ranks/shares`: rides, income and waiting of each driver on shift whose vehicle is in sight. */
export const sharesCall = defineCall({
  method: 'GET',
  path: 'ranks/shares',
  access: SEE,
  request: Type.Object({}),
  response: Type.Object({ items: Type.Array(DriverShare) }),
})
