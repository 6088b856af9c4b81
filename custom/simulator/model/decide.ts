import { pickWeighted, type Random } from '../../demo/model/random'
import { EMPTY_MIND, type Act, type Answer, type Decision, type Habits, type Mind, type Seen, type SeenRide } from './driver-mind'
import { onRide } from './on-ride'
import { lasting } from './waits'
import type { Whims } from './whims'

/** What a driver does next: the same seed, mind and sight give the same decision. At most one act; he looks again after it. */
export function decide(habits: Habits, mind: Mind, seen: Seen, random: Random): Decision {
  if (!seen.onShift) return { mind: EMPTY_MIND, act: { do: 'startShift' }, goal: null, stands: true }
  if (seen.offer) return answerTo(seen.offer, habits, mind, seen, random)
  const free = mind.answer ? { ...mind, answer: null } : mind
  if (!habits.whims || seen.unread === 0) return atWork(habits, free, seen, random)
  const reply_s = free.reply_s ?? seen.now_s + lasting('reply', habits, random)
  if (seen.now_s >= reply_s) return { mind: { ...free, reply_s: null }, act: { do: 'reply' }, goal: null, stands: true }
  return atWork(habits, { ...free, reply_s }, seen, random)
}

function answerTo(offer: NonNullable<Seen['offer']>, habits: Habits, mind: Mind, seen: Seen, random: Random): Decision {
  const known = mind.answer?.id_offer === offer.id ? mind.answer : null
  const answer = known ?? {
    id_offer: offer.id,
    what: seen.order ?? pickWeighted(random, (Object.entries(habits.odds) as [Answer, number][])),
    // He who answers does so in time.
    at_s: seen.now_s + Math.min(lasting('answer', { speed: 1 }, random), Math.max(0, offer.left_s - 2)),
  }
  const act: Act | null = answer.what !== 'silent' && seen.now_s >= answer.at_s ? { do: answer.what, id_offer: offer.id } : null
  return { mind: { ...mind, answer }, act, goal: null, stands: false }
}

function atWork(habits: Habits, mind: Mind, seen: Seen, random: Random): Decision {
  if (seen.ride) return onRide(seen.ride, habits, withWhim(seen.ride, habits, mind, random), seen, random)
  if (seen.paused) return resting(habits, mind, seen, random)
  const act = habits.whims && mind.ride ? afterRide(habits.whims, seen, random) : null
  return { mind: { ...EMPTY_MIND, reply_s: mind.reply_s }, act, goal: null, stands: false }
}

/** With a ride that he has not met before: what will come over him on it. */
function withWhim(ride: SeenRide, { whims }: Habits, mind: Mind, random: Random): Mind {
  if (mind.ride?.id === ride.id) return mind
  const whim = whims ? pickWeighted<keyof Whims | null>(random, [
    ['release', whims.release], ['noShow', whims.noShow], ['panic', whims.panic], [null, 1 - whims.release - whims.noShow - whims.panic],
  ]) : null
  return { ...mind, ride: { id: ride.id, whim } }
}

function afterRide(whims: Whims, { mayPause }: Seen, random: Random): Act | null {
  const dice = random()
  if (dice < whims.pause) return mayPause ? { do: 'pause' } : null
  return dice < whims.pause + whims.forward ? { do: 'forward' } : null
}

function resting(habits: Habits, mind: Mind, seen: Seen, random: Random): Decision {
  const pause = mind.pause?.of === 'rest' ? mind.pause : { of: 'rest', until_s: seen.now_s + lasting('rest', habits, random) }
  const act: Act | null = seen.now_s >= pause.until_s ? { do: 'resume' } : null
  return { mind: { ...EMPTY_MIND, reply_s: mind.reply_s, pause }, act, goal: null, stands: true }
}
