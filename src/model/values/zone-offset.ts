/**
 * Seconds that a zone's clock is ahead of UTC at a moment; null where the zone is unknown, or the year is before 1000.
 */
export function zoneOffset_s(time_ms: number, zone: string): number | null {
  const clock = clockOf(zone)
  // Years before 1000 are written with fewer digits and an era; no console shows them in local time.
  if (!clock || Number.isNaN(time_ms) || time_ms < -30_000_000_000_000) return null
  // Since `ALIGNED_MS` no zone has changed its clocks within a quarter of an hour, and a file asks for the same
  // quarters again and again.
  const quarter = time_ms >= ALIGNED_MS ? Math.floor(time_ms / QUARTER_MS) : null
  const known = quarter === null ? undefined : offsets.get(zone)?.get(quarter)
  if (known !== undefined) return known
  const offset_s = offsetAt(clock, time_ms)
  if (quarter !== null) keep(zone, quarter, offset_s)
  return offset_s
}

/**
 * Whether the name is an IANA time zone that this machine knows. Abbreviations are not: `IST` is India's clock to this
 * machine and Israel's to the database.
 */
export const isZone = (zone: string): boolean => (zone === 'UTC' || zone.includes('/')) && clockOf(zone) !== null

const QUARTER_MS = 900_000
const ALIGNED_MS = Date.UTC(2016, 0, 1)
const MAX_KEPT = 100_000
const offsets = new Map<string, Map<number, number>>()

function keep(zone: string, quarter: number, offset_s: number): void {
  const kept = offsets.get(zone) ?? new Map<number, number>()
  if (kept.size >= MAX_KEPT) kept.clear()
  offsets.set(zone, kept.set(quarter, offset_s))
}

function offsetAt(clock: Intl.DateTimeFormat, time_ms: number): number {
  const part: { [type: string]: number } = {}
  for (const { type, value } of clock.formatToParts(time_ms)) part[type] = Number(value)
  const local_ms = Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second)
  return Math.round((local_ms - Math.floor(time_ms / 1000) * 1000) / 1000)
}

const clocks = new Map<string, Intl.DateTimeFormat | null>()

function clockOf(zone: string): Intl.DateTimeFormat | null {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  let clock: Intl.DateTimeFormat | null = null
  try {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  } catch {
    // RangeError: this machine does not know the zone.
  }
  clocks.set(zone, clock)
  return clock
}
