import type { Job } from '../../services/model'
import { JOB_KINDS, jobKind, type JobKind } from './job-kind'

export const JOB_SORTS = [
  'urgency',
  'pickup',
  'lateness',
  'client',
  'driver',
  'product',
  'branch',
  'operator',
  'id',
] as const
export type JobSort = (typeof JOB_SORTS)[number]

/** What the panel shows of the rides; empty lists show all. */
export interface JobsAsked {
  readonly kinds: readonly JobKind[]
  readonly branches: readonly number[]
  readonly products: readonly number[]
  readonly sort: JobSort
  readonly down: boolean
}

export interface KnownJob {
  readonly job: Job
  readonly kind: JobKind
}

/**
 * How many there are of each kind among those of the chosen branches and products, and those to show in their order.
 */
export interface OrderedJobs {
  readonly shown: readonly KnownJob[]
  readonly counts: { readonly [kind in JobKind]: number }
}

const TEXTS: { readonly [sort in JobSort]?: (job: Job) => string } = {
  client: ({ cl_name }) => cl_name ?? '',
  driver: ({ dr_name, asked_name }) => dr_name ?? asked_name ?? '',
  product: ({ pr_name }) => pr_name ?? '',
  branch: ({ br_name }) => br_name ?? '',
  operator: ({ op_name }) => op_name ?? '',
}

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })

/**
 * Rides with what they are at this moment, filtered and ordered. What is equal stands by its pick-up: tonight before
 * tomorrow.
 */
export function orderedJobs(jobs: readonly Job[], asked: JobsAsked, now_ms: number): OrderedJobs {
  const counts = Object.fromEntries(JOB_KINDS.map((kind) => [kind, 0])) as { [kind in JobKind]: number }
  const shown: KnownJob[] = []
  for (const job of jobs) {
    if (asked.branches.length > 0 && !asked.branches.includes(job.id_branch ?? 0)) continue
    if (asked.products.length > 0 && !asked.products.includes(job.id_product)) continue
    const kind = jobKind(job, now_ms)
    counts[kind] += 1
    if (asked.kinds.length === 0 || asked.kinds.includes(kind)) shown.push({ job, kind })
  }
  const places = new Map(shown.map(({ job, kind }) => [job, placeOf(job, kind)]))
  const text = TEXTS[asked.sort]
  const by = (a: KnownJob, b: KnownJob): number => {
    if (asked.sort === 'id') return a.job.id - b.job.id
    if (asked.sort === 'lateness') return (b.job.late_s ?? -Infinity) - (a.job.late_s ?? -Infinity) || 0
    if (text) return emptyLast(text(a.job), text(b.job))
    return asked.sort === 'urgency' ? (places.get(a.job)?.rank ?? 0) - (places.get(b.job)?.rank ?? 0) : 0
  }
  const sign = asked.down ? -1 : 1
  const moment = ({ job }: KnownJob): number => places.get(job)?.at_ms ?? 0
  const byMoment = asked.sort === 'pickup' ? sign : 1
  shown.sort((a, b) => sign * by(a, b) || byMoment * (moment(a) - moment(b)) || a.job.id - b.job.id)
  return { shown, counts }
}

const emptyLast = (a: string, b: string): number =>
  a === '' || b === '' ? Number(a === '') - Number(b === '') : collator.compare(a, b)

/** What nobody has decided about comes before what a search is about, and that before what waits for a driver. */
function placeOf(
  { state, date_pickup, date_since, keep_searching }: Job,
  kind: JobKind,
): { readonly rank: number; readonly at_ms: number } {
  const decided = kind !== 'on_air' ? 0 : state === 'unassigned' ? (keep_searching === 1 ? 2 : 0) : 1
  return { rank: JOB_KINDS.indexOf(kind) * 4 + decided, at_ms: Date.parse(date_pickup ?? date_since ?? '') || 0 }
}
