import type { Job } from '../../services/model'

/** What is less is a traffic light, and so much more is no delay any more: somebody has to decide. */
const SOON_S = 60
const FAR_S = 300

type Lateness = 'late' | 'soon'

/**
 * How far a pick-up will be off, by where its driver is; null: in time. A booking that is not on air yet is nobody's
 * delay before its time.
 */
export function latenessOf({ late_s }: Pick<Job, 'late_s'>): Lateness | null {
  if (late_s === null || late_s < SOON_S) return null
  return late_s < FAR_S ? 'soon' : 'late'
}

/** Somebody was warned that the driver will be late, and they have not made up for it since. */
export const isWarnedLate = ({ late, late_s }: Pick<Job, 'late' | 'late_s'>): boolean =>
  late === 1 && (late_s === null || late_s >= SOON_S)

/** A driver has it and will not be there in time: wait, give it to another, or call. */
export const asksDecision = (job: Pick<Job, 'late_s' | 'late' | 'id_driver' | 'state'>): boolean =>
  (job.state === 'accepted' || job.state === 'onway') &&
  job.id_driver !== null &&
  (isWarnedLate(job) || latenessOf(job) === 'late')

const WAIT_MS = 600_000

/** Somebody has said to wait for a ride: for this driver, until then, at this delay. */
export interface Wait {
  readonly id_driver: number | null
  readonly late_s: number
  readonly until_ms: number
}

export const lateWait = ({ id_driver, late_s }: Pick<Job, 'id_driver' | 'late_s'>, now_ms: number): Wait => ({
  id_driver,
  late_s: late_s ?? 0,
  until_ms: now_ms + WAIT_MS,
})

/** It is not asked about again for ten minutes, unless its delay grows by five more, or another driver has it. */
export const isWaitedFor = (
  wait: Wait | undefined,
  { id_driver, late_s }: Pick<Job, 'id_driver' | 'late_s'>,
  now_ms: number,
): boolean =>
  wait !== undefined && wait.id_driver === id_driver && now_ms < wait.until_ms && (late_s ?? 0) < wait.late_s + FAR_S
