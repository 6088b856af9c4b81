import type { Db } from '../database/database'

/** A job as this process has it. */
interface JobAtWork {
  readonly name: string
  readonly shared: boolean
  /** Why its last run failed here; null: it did not, or another process does it. */
  failed: string | null
}

const known = new WeakMap<Db, Map<string, JobAtWork>>()

/** The jobs that this process takes part in, by name. */
export function jobsAtWork(db: Db): Map<string, JobAtWork> {
  const jobs = known.get(db) ?? new Map<string, JobAtWork>()
  known.set(db, jobs)
  return jobs
}
