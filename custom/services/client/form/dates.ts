import { addDays, instantOf, wallTime, MINUTE_MS, HOUR_MS } from '#engine/model'

// On top of what a product asks for: time to finish the call.
const SPARE_MIN = 5

/** A date of a booking: ISO 8601 UTC, what was typed where it is none, null when empty. */
export type DraftDate = string | null

/** Milliseconds of a date; null for one that is missing or none. */
export function dateMs(date: DraftDate): number | null {
  const ms = date === null || !/^\d{4}-\d\d-\d\dT/.test(date) ? NaN : Date.parse(date)
  return Number.isNaN(ms) ? null : ms
}

/**
 * The date that a booking gets when one is added (spec 1 §4): an hour after the last one, the first one as soon as the
 * product may be booked and five minutes, on a whole minute.
 * @param min_time_to_schedule minutes
 */
export function nextDate(dates: readonly DraftDate[], now_ms: number, min_time_to_schedule: number): string {
  const last = dates.map(dateMs).findLast((ms) => ms !== null) ?? null
  const next =
    last === null
      ? Math.ceil(now_ms / MINUTE_MS) * MINUTE_MS + (min_time_to_schedule + SPARE_MIN) * MINUTE_MS
      : last + HOUR_MS
  return new Date(next).toISOString()
}

/** One more date, up to `max`. */
export const withDate = (
  dates: readonly DraftDate[],
  now_ms: number,
  min_time_to_schedule: number,
  max: number,
): readonly DraftDate[] => (dates.length >= max ? dates : [...dates, nextDate(dates, now_ms, min_time_to_schedule)])

/**
 * One more date, on the day after the last one at its clock, as the days of a zone go; none where there is none to
 * follow.
 */
export function withNextDay(dates: readonly DraftDate[], zone: string, max: number): readonly DraftDate[] {
  const last = dates.findLast((date) => dateMs(date) !== null) ?? null
  const wall = last === null ? null : wallTime(last, zone)
  if (!wall || last === null || dates.length >= max) return dates
  // A clock that is left out on that day: as long after as a day is.
  const next = instantOf({ date: addDays(wall.date, 1), time: wall.time }, zone)
  return [...dates, next ?? new Date(Date.parse(last) + 24 * HOUR_MS).toISOString()]
}

/**
 * Dates that the form proposed, once the product says how far ahead they must be: all later by the same time, so that
 * the first is not too soon.
 * @returns the same list where it has no errors
 */
export function proposedAnew(
  dates: readonly DraftDate[],
  now_ms: number,
  min_time_to_schedule: number,
): readonly DraftDate[] {
  const first = dateMs(dates[0] ?? null)
  if (first === null || first >= now_ms + min_time_to_schedule * MINUTE_MS) return dates
  const later = Date.parse(nextDate([], now_ms, min_time_to_schedule)) - first
  return dates.map((date) => {
    const ms = dateMs(date)
    return ms === null ? date : new Date(ms + later).toISOString()
  })
}

/** The way back, as much later as the first of the dates has become. */
export function movedAlong(
  date_return: DraftDate | undefined,
  before: readonly DraftDate[],
  after: readonly DraftDate[],
): DraftDate | undefined {
  const [back, from, to] = [dateMs(date_return ?? null), dateMs(before[0] ?? null), dateMs(after[0] ?? null)]
  return back === null || from === null || to === null ? date_return : new Date(back + to - from).toISOString()
}

/**
 * With one more date for each of these days of the week (0: Sunday) at the clock of the first, as the days of a zone
 * go, until `weeks` weeks after it; those that are there stay, up to `max`.
 */
export function withRepeats(
  dates: readonly DraftDate[],
  {
    days,
    weeks,
    zone,
    max,
  }: { readonly days: readonly number[]; readonly weeks: number; readonly zone: string; readonly max: number },
): readonly DraftDate[] {
  const first = dates.find((date) => dateMs(date) !== null) ?? null
  const wall = first === null ? null : wallTime(first, zone)
  if (!wall) return dates
  const known = new Set(dates.map(dateMs))
  const more = Array.from({ length: weeks * 7 - 1 }, (_, at) => addDays(wall.date, at + 1))
    .filter((date) => days.includes(new Date(`${date}T00:00:00Z`).getUTCDay()))
    .flatMap((date) => instantOf({ date, time: wall.time }, zone) ?? [])
    .filter((date) => !known.has(dateMs(date)))
  return [...dates, ...more].slice(0, Math.max(max, dates.length))
}

/** Without one of them; a booking keeps one. */
export const withoutDate = (dates: readonly DraftDate[], index: number): readonly DraftDate[] =>
  dates.length > 1 ? dates.filter((_date, at) => at !== index) : dates

interface DateError {
  readonly index: number
  readonly key: 'required' | 'wrong' | 'soon' | 'twice'
}

/**
 * Errors of the dates of a booking.
 * @param min_time_to_schedule minutes between now and the first moment that may be booked
 */
export function dateErrors(
  dates: readonly DraftDate[],
  now_ms: number,
  min_time_to_schedule: number,
): readonly DateError[] {
  return dates.flatMap((date, index): DateError[] => {
    if (date === null || date === '') return [{ index, key: 'required' }]
    const ms = dateMs(date)
    if (ms === null) return [{ index, key: 'wrong' }]
    if (ms < now_ms + min_time_to_schedule * MINUTE_MS) return [{ index, key: 'soon' }]
    return dates.slice(0, index).some((other) => dateMs(other) === ms) ? [{ index, key: 'twice' }] : []
  })
}
