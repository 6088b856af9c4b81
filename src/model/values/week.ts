import { clockMinutes } from './clock'

/** One span of a weekly schedule; it ends on the next day when `time_end` is not after `time_start`. */
export interface Span {
  /** 0 Sunday to 6 Saturday, as JavaScript and PostgreSQL count. */
  readonly day_of_week: number
  /** `HH:MM`. */
  readonly time_start: string
  readonly time_end: string
}

/** The days as people list them, Monday first. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const

const DAY = 1440
const WEEK_MINUTES = 7 * DAY

/** From 00:00 to 00:00: the whole day. */
export const isWholeDay = ({ time_start, time_end }: Span): boolean => time_start === '00:00' && time_end === '00:00'

/** Whether it continues past the midnight that ends the day. */
export const endsNextDay = ({ time_start, time_end }: Span): boolean => time_end !== '00:00' && time_end <= time_start

/** Minutes that a span lasts. */
function length(span: Span): number {
  const minutes = clockMinutes(span.time_end) - clockMinutes(span.time_start)
  return minutes > 0 ? minutes : minutes + DAY
}

const position = (day: number): number => (WEEK as readonly number[]).indexOf(day)
const start = (span: Span): number => position(span.day_of_week) * DAY + clockMinutes(span.time_start)

/** Monday first, each day in order of time. */
export const spansInOrder = <S extends Span>(spans: readonly S[]): S[] =>
  [...spans].sort((a, b) => start(a) - start(b) || length(a) - length(b))

/** Two spans that share a minute, also over midnight and over the end of the week; null: none do. */
export function overlap(spans: readonly Span[]): readonly [Span, Span] | null {
  for (const [i, a] of spans.entries()) {
    for (const b of spans.slice(i + 1)) {
      const [first, second] = [start(a), start(b)]
      // One of them begins while the other runs, counted around the week.
      const after = (second - first + WEEK_MINUTES) % WEEK_MINUTES
      if (after < length(a) || (WEEK_MINUTES - after) % WEEK_MINUTES < length(b)) return [a, b]
    }
  }
  return null
}

/** Days in a row (Monday first) that have the same spans, with those spans; days without any are left out. */
export function sameDays(
  spans: readonly Span[],
): readonly { readonly days: readonly number[]; readonly spans: readonly Span[] }[] {
  const groups: { days: number[]; spans: readonly Span[] }[] = []
  let last = ''
  for (const day of WEEK) {
    const own = spansInOrder(spans.filter(({ day_of_week }) => day_of_week === day))
    const hours = own.map(({ time_start, time_end }) => `${time_start}-${time_end}`).join()
    if (hours !== '' && hours === last) groups.at(-1)?.days.push(day)
    else if (hours !== '') groups.push({ days: [day], spans: own })
    last = hours
  }
  return groups
}
