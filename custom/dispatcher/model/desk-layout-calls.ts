import { Type, type Static } from 'typebox'
import { defineCall } from '#engine/model'

const Px = Type.Integer({ minimum: 0, maximum: 10_000 })
const Words = Type.Array(Type.String({ maxLength: 40 }), { maxItems: 40 })
const Ids = Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 200 })

/**
 * How somebody has set up their desk; what is absent is as it comes. A console that knows less keeps what it does not
 * know.
 */
export const DeskLayout = Type.Partial(
  Type.Object({
    /** The list of rides: shown, where, how large, which rides and columns, in which order. */
    open: Type.Boolean(),
    dock: Type.String({ maxLength: 40 }),
    under_px: Px,
    beside_px: Px,
    kinds: Words,
    branches: Ids,
    products: Ids,
    hidden: Words,
    sort: Type.String({ maxLength: 40 }),
    down: Type.Boolean(),
    /** The map: where busy vehicles are going, those that nobody drives, the zones in which drivers wait. */
    destinations: Type.Boolean(),
    offline: Type.Boolean(),
    zones: Type.Boolean(),
    sound: Type.Boolean(),
    /** Whoever has saved or cancelled a ride goes to the active services, and does not stay at the board. */
    leaves: Type.Boolean(),
  }),
  { additionalProperties: false },
)
export type DeskLayout = Static<typeof DeskLayout>

const access = { module: 'dispatcher', right: 'see' } as const

/** `GET desk/layout`: the asker's own; empty before they have changed anything. */
export const deskLayoutCall = defineCall({
  method: 'GET',
  path: 'desk/layout',
  access,
  request: Type.Object({}),
  response: Type.Object({ layout: DeskLayout }),
})
/**
 * `POST desk/layout {change}`: keeps what is named and leaves the rest, so two windows keep what each of them changed.
 */
export const keepLayoutCall = defineCall({
  method: 'POST',
  path: 'desk/layout',
  access,
  request: Type.Object({ change: DeskLayout }),
  response: Type.Object({ layout: DeskLayout }),
})
