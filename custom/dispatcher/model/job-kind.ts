import type { Job } from '../../services/model'
import { isWarnedLate } from './lateness'

/**
 * How a ride stands for who dispatches: late for its pick-up, on air without a driver, due within the hour, with a
 * driver on the way, with its passenger aboard, or booked for later. Each ride is of one kind, the first that fits.
 */
export const JOB_KINDS = ['late', 'on_air', 'due', 'on_the_way', 'aboard', 'booked'] as const
export type JobKind = (typeof JOB_KINDS)[number]

/** A booking so near is due. */
const DUE_MS = 60 * 60_000

type KindOf = Pick<Job, 'state' | 'date_pickup' | 'late' | 'late_s'>

export function jobKind(job: KindOf, now_ms: number): JobKind {
  const { state, date_pickup } = job
  if (state === 'started' || state === 'arrived') return 'aboard'
  // The driver is there: the passenger is late.
  if (state === 'waiting') return 'on_the_way'
  const pickup_ms = date_pickup === null ? null : Date.parse(date_pickup)
  if (isWarnedLate(job) || (pickup_ms !== null && pickup_ms < now_ms)) return 'late'
  if (state === 'accepted' || state === 'onway') return 'on_the_way'
  // Also one that nobody has asked for yet, as while its company is asked.
  if (state === 'scheduled' || (state === 'created' && pickup_ms !== null))
    return pickup_ms !== null && pickup_ms - now_ms <= DUE_MS ? 'due' : 'booked'
  return 'on_air'
}
