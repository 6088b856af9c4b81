import type { ServiceState } from '../../service-states/model'

/**
 * When a service came into the states it has been in, and what it is expected to take; moments are ISO 8601 UTC,
 * lengths seconds.
 */
export interface Timed {
  readonly state: ServiceState
  readonly date_created: string | null
  /** When the passenger of a booking is to be picked up. */
  readonly date_scheduled: string | null
  readonly date_accepted: string | null
  readonly date_onway: string | null
  readonly date_waiting: string | null
  readonly date_started: string | null
  readonly date_arrived: string | null
  readonly date_requested: string | null
  readonly date_unassigned: string | null
  readonly duration: number | null
  /**
   * Of the live or accepted offer: until when the driver may answer, and how long their drive to the origin is expected
   * to take.
   */
  readonly date_asked: string | null
  readonly date_deadline: string | null
  readonly approach_s: number | null
}

export interface StateTimer {
  readonly date_start: string
  readonly date_end: string | null
  readonly percent: number
}

/**
 * Since when a service is in its state, until when it should be, and how much of that is over; null where nothing runs.
 */
export function stateTimer(timed: Timed, now: Date): StateTimer | null {
  const [date_start, date_end] = span(timed)
  if (date_start === null) return null
  const [start, end] = [Date.parse(date_start), date_end === null ? null : Date.parse(date_end)]
  const share = end === null || end <= start ? 0 : (now.getTime() - start) / (end - start)
  return { date_start, date_end, percent: Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10 }
}

function span(timed: Timed): readonly [start: string | null, end: string | null] {
  const { state } = timed
  if (state === 'scheduled') return [timed.date_created, timed.date_scheduled]
  if (state === 'requested')
    return timed.date_deadline === null ? [timed.date_requested, null] : [timed.date_asked, timed.date_deadline]
  if (state === 'unassigned') return [timed.date_unassigned, null]
  if (state === 'accepted' || state === 'onway')
    return [timed.date_accepted, after(timed.date_accepted, timed.approach_s)]
  if (state === 'waiting') return [timed.date_waiting, null]
  if (state === 'started') return [timed.date_started, after(timed.date_started, timed.duration)]
  return [state === 'arrived' ? timed.date_arrived : null, null]
}

const after = (moment: string | null, seconds: number | null): string | null =>
  moment === null || seconds === null ? null : new Date(Date.parse(moment) + seconds * 1000).toISOString()
