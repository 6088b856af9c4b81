import type { Job } from '../../services/model/jobs-call'

/** What is less is a traffic light, and so much more is no delay any more: somebody has to decide. */
const SOON_S = 60
const FAR_S = 300

export type Lateness = 'late' | 'soon'

/** How far a pick-up will be off, by where its driver is; null: in time. A booking that is not on air yet is nobody's delay before its time. */
export function latenessOf({ late_s }: Pick<Job, 'late_s'>): Lateness | null {
  if (late_s === null || late_s < SOON_S) return null
  return late_s < FAR_S ? 'soon' : 'late'
}

/** A driver has it and will not be there in time: wait, give it to another, or call. */
export const asksDecision = (job: Pick<Job, 'late_s' | 'late' | 'id_driver' | 'state'>): boolean => (
  (job.state === 'accepted' || job.state === 'onway') && job.id_driver !== null && (job.late === 1 || latenessOf(job) === 'late')
)
