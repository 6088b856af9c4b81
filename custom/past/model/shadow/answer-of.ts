import { draw } from './draw'
import type { RealAnswer, ShadowDay, ShadowDriver, ShadowRide, ShadowRule } from './shadow-day'

/** A ride that asks: what was answered to it in reality, and how often each driver has been asked for it. */
interface Asking {
  readonly ride: ShadowRide
  readonly answers: ReadonlyMap<number, readonly RealAnswer[]>
  readonly times: Map<number, number>
}

/** What each driver answered to a ride in reality, in their order. */
export function answersByDriver({ answers }: ShadowRide): ReadonlyMap<number, readonly RealAnswer[]> {
  const found = new Map<number, RealAnswer[]>()
  for (const answer of answers) found.set(answer.id_driver, [...(found.get(answer.id_driver) ?? []), answer])
  return found
}

/** What a driver answers: as in reality where they were asked, as they usually do elsewhere. */
export function driverAnswer(
  { accepts_after_s }: ShadowDay,
  { time_request_s }: ShadowRule,
  seed: number,
  { ride, times, answers }: Asking,
  driver: ShadowDriver,
): { readonly state: RealAnswer['state']; readonly after_s: number } {
  const nth = times.get(driver.id) ?? 0
  times.set(driver.id, nth + 1)
  const real = answers.get(driver.id)?.[nth]
  const chance = draw(seed, ride.id, driver.id, nth) * 100
  const state =
    real?.state ??
    (chance < driver.accepts ? 'accepted' : chance < driver.accepts + driver.rejects ? 'rejected' : 'expired')
  const after_s =
    real && real.state !== 'expired'
      ? real.after_s
      : (accepts_after_s[Math.floor(draw(seed + 1, ride.id, driver.id, nth) * accepts_after_s.length)] ??
        Math.min(8, time_request_s))
  return state === 'expired' || after_s > time_request_s
    ? { state: 'expired', after_s: time_request_s }
    : { state, after_s }
}
