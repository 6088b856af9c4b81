import { addDays, DAY_MS, instantOf, type Span, todayIn } from '#engine/model'
import { distance_m, type LatLng } from '../../geometry/model'

/**
 * A dated exception of a store's weekly hours: closed, or open from one time to another. Days `YYYY-MM-DD`, times
 * `HH:MM`.
 */
export interface StoreException {
  readonly date_from: string
  /** Null: that day alone. */
  readonly date_to: string | null
  /** Null: closed all day. */
  readonly time_start: string | null
  readonly time_end: string | null
  readonly reason: string | null
}

/** What decides whether a store takes an order. */
export interface StoreFacts {
  /** The store, its partner and its type are switched on. */
  readonly active: boolean
  /** Weekly hours; none: it is always open. */
  readonly hours: readonly Span[]
  readonly exceptions: readonly StoreException[]
  /** ISO 8601 UTC; null: not paused. */
  readonly date_paused: string | null
  readonly point: LatLng | null
  /** Metres around the store that it delivers to. */
  readonly radius_m: number
  /** IANA zone of its branch. */
  readonly timezone: string
}

/**
 * Why a store takes no order: `day` is a dated exception, `area` an address that is too far, `place` a store without
 * one.
 */
type WhyClosed = 'inactive' | 'paused' | 'day' | 'hours' | 'place' | 'area'

export type StoreState =
  | {
      readonly open: true /** When it closes, ISO 8601 UTC; null: not within a fortnight. */
      readonly closes: string | null
    }
  | {
      readonly open: false
      readonly why: WhyClosed
      /** When it takes orders again, ISO 8601 UTC; null: nobody knows. */
      readonly opens: string | null
      /** What the exception says of itself. */
      readonly reason: string | null
    }

/** Further ahead nobody orders. */
const DAYS_AHEAD = 14

interface Interval {
  readonly from_ms: number
  readonly until_ms: number
}

/**
 * Whether a store takes an order now, for this place if there is one, or why not. The menu, the quote, the order, the
 * board and the catalogue ask here alone.
 */
export function openOrWhy(store: StoreFacts, now: Date, place: LatLng | null = null): StoreState {
  const now_ms = now.getTime()
  const closed = (why: WhyClosed, opens: string | null = null, reason: string | null = null): StoreState => ({
    open: false,
    why,
    opens,
    reason,
  })
  if (!store.active) return closed('inactive')
  if (place !== null) {
    if (store.point === null) return closed('place')
    if (distance_m(store.point, place) > store.radius_m) return closed('area')
  }
  const paused_ms = store.date_paused === null ? null : Date.parse(store.date_paused)
  const hours = openIntervals(store, now)
  if (paused_ms !== null && paused_ms > now_ms) return closed('paused', nextOpening(hours, paused_ms))
  const current = hours.find(({ from_ms, until_ms }) => from_ms <= now_ms && now_ms < until_ms)
  if (current)
    return { open: true, closes: isWithin(current.until_ms, now_ms) ? new Date(current.until_ms).toISOString() : null }
  const exception = exceptionOn(store, todayIn(store.timezone, now))
  return closed(exception ? 'day' : 'hours', nextOpening(hours, now_ms), exception?.reason ?? null)
}

/** Minutes until an order that is accepted now is ready. */
export function prepMinutes(
  {
    prep_minutes,
    busy_minutes,
    date_busy,
  }: { readonly prep_minutes: number | null; readonly busy_minutes: number | null; readonly date_busy: string | null },
  now: Date,
): number {
  const isBusy = date_busy !== null && Date.parse(date_busy) > now.getTime()
  return (prep_minutes ?? DEFAULT_PREP) + (isBusy ? (busy_minutes ?? 0) : 0)
}

/** As the schema's default has it. */
const DEFAULT_PREP = 20

const isWithin = (time_ms: number, now_ms: number): boolean => time_ms < now_ms + DAYS_AHEAD * DAY_MS

function nextOpening(hours: readonly Interval[], after_ms: number): string | null {
  const next = hours.find(({ until_ms }) => until_ms > after_ms)
  return next ? new Date(Math.max(next.from_ms, after_ms)).toISOString() : null
}

const exceptionOn = ({ exceptions }: StoreFacts, day: string): StoreException | undefined =>
  exceptions.find(({ date_from, date_to }) => day >= date_from && day <= (date_to ?? date_from))

/**
 * When it is open from yesterday on, in order; what ends where the next begins is one. Yesterday counts, since its
 * evening may go past midnight.
 */
function openIntervals(store: StoreFacts, now: Date): readonly Interval[] {
  const yesterday = addDays(todayIn(store.timezone, now), -1)
  const found: Interval[] = []
  for (let at = 0; at <= DAYS_AHEAD + 1; at++) {
    const day = addDays(yesterday, at)
    for (const { time_start, time_end } of spansOn(store, day)) {
      const from = instantOf({ date: day, time: time_start }, store.timezone)
      const until = instantOf({ date: time_end > time_start ? day : addDays(day, 1), time: time_end }, store.timezone)
      if (from !== null && until !== null) found.push({ from_ms: Date.parse(from), until_ms: Date.parse(until) })
    }
  }
  return joined(found.sort((a, b) => a.from_ms - b.from_ms))
}

type Hours = Pick<Span, 'time_start' | 'time_end'>
const WHOLE_DAY: Hours = { time_start: '00:00', time_end: '00:00' }

function spansOn(store: StoreFacts, day: string): readonly Hours[] {
  const exception = exceptionOn(store, day)
  if (exception) {
    const { time_start, time_end } = exception
    return time_start === null || time_end === null ? [] : [{ time_start, time_end }]
  }
  if (store.hours.length === 0) return [WHOLE_DAY]
  const of = new Date(`${day}T00:00:00Z`).getUTCDay()
  return store.hours.filter(({ day_of_week }) => day_of_week === of)
}

function joined(intervals: readonly Interval[]): readonly Interval[] {
  const all: Interval[] = []
  for (const one of intervals) {
    const last = all.at(-1)
    if (last && one.from_ms <= last.until_ms)
      all[all.length - 1] = { from_ms: last.from_ms, until_ms: Math.max(last.until_ms, one.until_ms) }
    else all.push(one)
  }
  return all
}
