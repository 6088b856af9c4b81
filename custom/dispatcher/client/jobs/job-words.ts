import { dateTimeText, type Say } from '#engine/ui'
import { lengthWords, namedAddress, toPickUp } from '../../../services/client/public'
import type { Job } from '../../../services/model'
import type { JobKind } from '../../model/job-kind'
import { latenessOf } from '../../model/lateness'
import { DAY_MS } from '#engine/model'

/**
 * How long until the pick-up, or since it; of a ride without one, how long somebody waits; of a passenger aboard, since
 * when.
 */
export function ageText({ date_pickup, date_since }: Job, kind: JobKind, now_ms: number, say: Say): string {
  if (kind !== 'aboard' && date_pickup !== null) return toPickUp(Date.parse(date_pickup), now_ms, say)
  if (date_since === null) return ''
  const length = lengthWords((now_ms - Date.parse(date_since)) / 60_000, say)
  return say(kind === 'aboard' ? 'dispatcher.jobs.aboard_for' : 'dispatcher.jobs.waits', { length })
}

/** By how much it will be late; empty: in time. */
export const lateText = (job: Job, say: Say): string =>
  latenessOf(job) === null ? '' : say('dispatcher.jobs.late_by', { length: lengthWords((job.late_s ?? 0) / 60, say) })

export const pickUpWords = ({ date_pickup, org_name, org_address }: Job, now_ms: number, say: Say): string =>
  [date_pickup && toPickUp(Date.parse(date_pickup), now_ms, say), jobPlace(org_name, org_address)]
    .filter(Boolean)
    .join(' · ')

/** When the pick-up is: of today the time alone, of tomorrow with its word, else with the date. */
export function pickUpText(date_pickup: string | null, now_ms: number, zone: string, say: Say): string {
  if (date_pickup === null) return say('services.now')
  const text = dateTimeText(date_pickup, zone)
  const [day, time = ''] = [text.slice(0, 10), text.slice(11)]
  const dayOf = (ms: number): string => dateTimeText(new Date(ms).toISOString(), zone).slice(0, 10)
  if (day === dayOf(now_ms)) return time
  return day === dayOf(now_ms + DAY_MS) ? say('dispatcher.jobs.tomorrow', { time }) : text
}

/** A place by its name, else by its address. */
export function jobPlace(name: string | null, address: string | null): string {
  const { name: called, rest } = namedAddress(name ?? '', address ?? '')
  return [called, rest].filter(Boolean).join(' · ')
}

/** Who has it, who is asked, or what came of asking. */
export function driverText(job: Job, say: Say): string {
  const words = driverWords(job, say)
  return job.handed_over === 1 ? `${say('dispatcher.handover.mark')} · ${words}` : words
}

function driverWords(job: Job, say: Say): string {
  if (job.dr_name !== null) return [job.dr_name, job.ve_plate].filter(Boolean).join(' · ')
  if (job.asked_name !== null) return say('dispatcher.jobs.asked', { driver: job.asked_name })
  if (job.given_back !== null) return say('dispatcher.jobs.given_back', { driver: job.given_back })
  if (job.keep_searching === 1 && job.state === 'unassigned') return say('dispatcher.request.waiting')
  return job.state === 'requested' ? say('services.searching') : say('dispatcher.no_driver')
}

/** Who took the call; a client who booked by themselves is said so. */
export const operatorText = ({ op_name }: Job, say: Say): string => op_name ?? say('dispatcher.jobs.by_client')
