import { integer, pick, pickWeighted, type Random } from '../../demo/model'

/**
 * What somebody rings for: a short ride near a free car, any ride, one that is only noted down, a booking, or one from
 * where no car is.
 */
export type Ring = 'near' | 'anywhere' | 'noted' | 'booking' | 'far'

export interface CallerHabits {
  /**
   * People who ring, each for one ride at a time: the board never has more rides than this, and mostly three quarters
   * of it.
   */
  readonly callers: number
  /** All durations are divided by this. */
  readonly speed: number
}

/** A caller's ride that is not over. */
export interface SimulatedRide {
  readonly id: number
  readonly state: string
  /** No driver was found, and the operator waits. */
  readonly waits: boolean
}

export type CallerDeed =
  | { readonly do: 'ring'; readonly how: Ring }
  | { readonly do: 'search' | 'wait'; readonly id: number }
  | { readonly do: 'cancel'; readonly id: number; readonly reason: string }

/** What happens to a ride in its present state, and when. */
interface Fate {
  readonly of: string
  readonly at_s: number
  readonly deed: CallerDeed | null
}

interface CallersMind {
  readonly fates: ReadonlyMap<number, Fate>
  /** When somebody rings next. */
  readonly ring_s: number
  /** How many rides should be under way, and until when. */
  readonly wanted: { readonly rides: number; readonly until_s: number } | null
  /** How many calls there have been. */
  readonly rung: number
}
export const NOBODY_RANG: CallersMind = { fates: new Map(), ring_s: 0, wanted: null, rung: 0 }

interface CallersDecision {
  readonly mind: CallersMind
  readonly deed: CallerDeed | null
}

/** The first calls, so that every state is on the board soon. */
const OPENING: readonly Ring[] = ['near', 'noted', 'far', 'near', 'near', 'booking']
const RINGS: readonly (readonly [Ring, number])[] = [
  ['near', 10],
  ['anywhere', 69],
  ['noted', 7],
  ['booking', 8],
  ['far', 6],
]
/** How many rides of a kind may wait in a state at once. */
const MAX_WAITING: { readonly [how in Ring]?: readonly [state: string, count: number] } = {
  noted: ['created', 2],
  booking: ['scheduled', 4],
  far: ['unassigned', 1],
}
/**
 * Seconds before division by the speed: between two calls at first and later, and how long a wanted number of rides
 * holds.
 */
const SOON_S = [12, 27] as const
const LATER_S = [24, 90] as const
const WANTED_S = [300, 900] as const

const GAVE_UP = ['Ya no lo necesita', 'Consiguió otro auto', 'No quiso esperar más']

interface Odds {
  readonly in_s: readonly [least: number, max: number]
  readonly shares: readonly (readonly [what: 'search' | 'wait' | 'cancel' | null, share: number])[]
}

/**
 * What happens to rides in a state (`waits`: without a driver, and waiting): after how many seconds, to how many in a
 * hundred.
 */
const FATES: { readonly [of: string]: Odds } = {
  created: {
    in_s: [90, 240],
    shares: [
      ['search', 85],
      ['cancel', 15],
    ],
  },
  unassigned: {
    in_s: [90, 240],
    shares: [
      ['wait', 45],
      ['search', 25],
      ['cancel', 30],
    ],
  },
  waits: { in_s: [240, 600], shares: [['cancel', 100]] },
  scheduled: {
    in_s: [180, 1800],
    shares: [
      ['cancel', 6],
      [null, 94],
    ],
  },
  accepted: {
    in_s: [9, 45],
    shares: [
      ['cancel', 2],
      [null, 98],
    ],
  },
  onway: {
    in_s: [30, 180],
    shares: [
      ['cancel', 3],
      [null, 97],
    ],
  },
}

/**
 * What the simulated callers and their operator do next, at most one thing: the same seed, mind and board give the same
 * decision.
 */
export function nextDeed(
  habits: CallerHabits,
  mind: CallersMind,
  rides: readonly SimulatedRide[],
  now_s: number,
  random: Random,
): CallersDecision {
  const fates = new Map(rides.map((ride) => [ride.id, fateOf(ride, mind.fates.get(ride.id), habits, now_s, random)]))
  const due = [...fates].find(([, { deed, at_s }]) => deed !== null && now_s >= at_s)
  if (due) {
    // The ride gets a new fate, even if this led to nothing: a search that finds nobody a second time, a server that
    // did not answer.
    const [id, { deed }] = due
    fates.delete(id)
    return { mind: { ...mind, fates }, deed }
  }
  const wanted =
    mind.wanted && now_s < mind.wanted.until_s
      ? mind.wanted
      : {
          rides: integer(random, Math.ceil(habits.callers / 2), habits.callers),
          until_s: now_s + lasting(WANTED_S, habits, random),
        }
  const known = { ...mind, fates, wanted }
  const live = rides.filter(({ state }) => state !== 'scheduled').length
  // Bookings count too, so that there is room when their time comes.
  if (live >= wanted.rides || rides.length >= habits.callers || now_s < mind.ring_s) return { mind: known, deed: null }
  const how =
    OPENING[mind.rung] ??
    pickWeighted(
      random,
      RINGS.filter(([one]) => !isFull(one, rides)),
    )
  const gap = mind.rung < Math.max(OPENING.length, habits.callers / 2) ? SOON_S : LATER_S
  return {
    mind: { ...known, ring_s: now_s + lasting(gap, habits, random), rung: mind.rung + 1 },
    deed: { do: 'ring', how },
  }
}

/** After a call that did not come about (no car is free, nobody wants to ride): it is still the next one. */
export const notRung = (mind: CallersMind): CallersMind => ({ ...mind, rung: Math.max(0, mind.rung - 1) })

/** Whether there are enough cars for one more ride: some stay free for other callers. */
export const mayRing = (free: number, atWork: number): boolean => free > Math.max(3, atWork / 5)

function isFull(how: Ring, rides: readonly SimulatedRide[]): boolean {
  const [state, count] = MAX_WAITING[how] ?? ['', Infinity]
  return rides.filter((ride) => ride.state === state).length >= count
}

function fateOf(
  ride: SimulatedRide,
  known: Fate | undefined,
  habits: CallerHabits,
  now_s: number,
  random: Random,
): Fate {
  const of = ride.state === 'unassigned' && ride.waits ? 'waits' : ride.state
  if (known?.of === of) return known
  const fate = FATES[of]
  if (!fate) return { of, at_s: now_s, deed: null }
  const what = pickWeighted(random, fate.shares)
  const at_s = now_s + lasting(fate.in_s, habits, random)
  if (what === null) return { of, at_s, deed: null }
  return {
    of,
    at_s,
    deed: what === 'cancel' ? { do: what, id: ride.id, reason: pick(random, GAVE_UP) } : { do: what, id: ride.id },
  }
}

const lasting = ([low, high]: readonly [number, number], { speed }: CallerHabits, random: Random): number =>
  integer(random, low, high) / speed
