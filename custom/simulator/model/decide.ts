import { integer, pickWeighted, type Random } from '../../demo/model'
import {
  EMPTY_MIND,
  type DriverAct,
  type DriverAnswer,
  type Decision,
  type Habits,
  type Mind,
  type DriverSeen,
  type SeenRide,
  type SeenStop,
  type SimStep,
} from './driver-mind'
import type { Whims } from './whims'
import { distance_m, type LatLng } from '../../geometry/model'

/**
 * Ranges in seconds: to answer a request, to wait for people to get in, get out and pay, to rest, or to think about
 * something else.
 */
const WAITS = {
  answer: [2, 9],
  onway: [4, 20],
  late: [480, 900],
  board: [25, 110],
  stop: [15, 60],
  pay: [15, 60],
  about: [180, 480],
  release: [20, 90],
  noShow: [240, 420],
  panic: [30, 150],
  rest: [120, 600],
  reply: [10, 60],
} as const
type Wait = keyof typeof WAITS

/** How long a driver waits for something this time, in seconds. */
function lasting(kind: Wait, { speed }: Pick<Habits, 'speed'>, random: Random): number {
  const [low, high] = WAITS[kind]
  return integer(random, low * 10, high * 10) / 10 / speed
}

/** As near as a driver gets to a door. */
const NEAR_M = 45

/** What a driver does on a ride: its next step in its time and at its place, or a whim. */
function onRide(ride: SeenRide, habits: Habits, mind: Mind, seen: DriverSeen, random: Random): Decision {
  const step = (name: SimStep): DriverAct | null =>
    ride.steps.includes(name) ? { do: 'step', id: ride.id, step: name } : null
  /** Waits once for as long as `kind` lasts, then does `act`. */
  const after = (kind: Wait, of: string, act: DriverAct | null): Decision => {
    const key = `${ride.id} ${of}`
    const pause = mind.pause?.of === key ? mind.pause : { of: key, until_s: seen.now_s + lasting(kind, habits, random) }
    return { mind: { ...mind, pause }, act: seen.now_s >= pause.until_s ? act : null, goal: null, stands: true }
  }
  const drive = (stop: Pick<SeenStop, 'lat' | 'lng'> | undefined, act: DriverAct | null): Decision => {
    const goal = stop && placeOf(stop)
    if (!goal || distance_m(seen.at, goal) <= NEAR_M) return { mind, act, goal: null, stands: true }
    return { mind, act: null, goal, stands: false }
  }
  const whim = mind.ride?.whim ?? null
  const stops = ride.stops.toSorted((a, b) => a.position - b.position)
  const door = ride.take_over ?? stops[0]
  if (ride.state === 'accepted') return after(whim === 'late' ? 'late' : 'onway', 'onway', step('onway'))
  if (ride.state === 'onway' && whim === 'release') {
    // The driver goes on until the time comes to give the ride back.
    const gives = after('release', 'release', step('release'))
    return gives.act ? gives : { ...drive(door, null), mind: gives.mind }
  }
  if (ride.state === 'onway') return drive(door, step('waiting'))
  if (ride.state === 'waiting' && whim === 'noShow') return after('noShow', 'noShow', step('noShow'))
  if (ride.state === 'waiting') return after('board', 'board', step('start'))
  if (ride.state === 'arrived') return after('pay', 'pay', step('finish'))
  if (ride.state !== 'started') return { mind, act: null, goal: null, stands: true }
  if (whim === 'panic') {
    const calls = after('panic', 'panic', { do: 'panic', id: ride.id })
    return calls.act ? { ...calls, mind: { ...calls.mind, ride: { id: ride.id, whim: null } } } : calls
  }
  const [, ...further] = stops
  const last = further.at(-1)
  // Without a destination the driver goes on until asked to stop.
  if (!last) return { ...after('about', 'about', step('arrive')), stands: false }
  const next = further.find(({ date_left, id }) => date_left === null && id !== last.id) ?? last
  if (next.id === last.id) return drive(last, step('arrive'))
  if (next.date_reached === null) return drive(next, { do: 'stop', id: ride.id, id_stop: next.id, left: false })
  return after('stop', `stop ${next.id}`, { do: 'stop', id: ride.id, id_stop: next.id, left: true })
}

const placeOf = ({ lat, lng }: Pick<SeenStop, 'lat' | 'lng'>): LatLng | null =>
  lat === null || lng === null ? null : [lat, lng]

/**
 * What a driver does next: the same seed, mind and sight give the same decision. At most one act; the driver looks
 * again after it.
 */
export function decide(habits: Habits, mind: Mind, seen: DriverSeen, random: Random): Decision {
  if (!seen.onShift) return { mind: EMPTY_MIND, act: { do: 'startShift' }, goal: null, stands: true }
  if (seen.offer) return answerTo(seen.offer, habits, mind, seen, random)
  const free = mind.answer ? { ...mind, answer: null } : mind
  if (!habits.whims || seen.unread === 0) return atWork(habits, free, seen, random)
  const reply_s = free.reply_s ?? seen.now_s + lasting('reply', habits, random)
  if (seen.now_s >= reply_s) return { mind: { ...free, reply_s: null }, act: { do: 'reply' }, goal: null, stands: true }
  return atWork(habits, { ...free, reply_s }, seen, random)
}

function answerTo(
  offer: NonNullable<DriverSeen['offer']>,
  habits: Habits,
  mind: Mind,
  seen: DriverSeen,
  random: Random,
): Decision {
  const known = mind.answer?.id_offer === offer.id ? mind.answer : null
  const answer = known ?? {
    id_offer: offer.id,
    what: seen.order ?? pickWeighted(random, Object.entries(habits.odds) as [DriverAnswer, number][]),
    // A driver who answers does so in time.
    at_s: seen.now_s + Math.min(lasting('answer', { speed: 1 }, random), Math.max(0, offer.left_s - 2)),
  }
  const act: DriverAct | null =
    answer.what !== 'silent' && seen.now_s >= answer.at_s ? { do: answer.what, id_offer: offer.id } : null
  return { mind: { ...mind, answer }, act, goal: null, stands: false }
}

function atWork(habits: Habits, mind: Mind, seen: DriverSeen, random: Random): Decision {
  if (seen.ride) return onRide(seen.ride, habits, withWhim(seen.ride, habits, mind, random), seen, random)
  if (seen.paused) return resting(habits, mind, seen, random)
  const act = habits.whims && mind.ride ? afterRide(habits.whims, seen, random) : null
  return { mind: { ...EMPTY_MIND, reply_s: mind.reply_s }, act, goal: null, stands: false }
}

/** Picks the whim for a ride that is new to the driver. */
function withWhim(ride: SeenRide, { whims }: Habits, mind: Mind, random: Random): Mind {
  if (mind.ride?.id === ride.id) return mind
  const whim = whims
    ? pickWeighted<keyof Whims | null>(random, [
        ['release', whims.release],
        ['late', whims.late],
        ['noShow', whims.noShow],
        ['panic', whims.panic],
        [null, 1 - whims.release - whims.late - whims.noShow - whims.panic],
      ])
    : null
  return { ...mind, ride: { id: ride.id, whim } }
}

function afterRide(whims: Whims, { mayPause }: DriverSeen, random: Random): DriverAct | null {
  const dice = random()
  if (dice < whims.pause) return mayPause ? { do: 'pause' } : null
  return dice < whims.pause + whims.forward ? { do: 'forward' } : null
}

function resting(habits: Habits, mind: Mind, seen: DriverSeen, random: Random): Decision {
  const pause =
    mind.pause?.of === 'rest' ? mind.pause : { of: 'rest', until_s: seen.now_s + lasting('rest', habits, random) }
  const act: DriverAct | null = seen.now_s >= pause.until_s ? { do: 'resume' } : null
  return { mind: { ...EMPTY_MIND, reply_s: mind.reply_s, pause }, act, goal: null, stands: true }
}
