/** A moment as a wall clock shows it: `date` 'YYYY-MM-DD', `time` 'HH:mm' (24 hours). */
export interface WallTime {
  readonly date: string
  readonly time: string
}

/** What the clock of a zone shows at an instant; null for a text that is no date. */
export function wallTime(iso: string, zone: string): WallTime | null {
  const instant = new Date(iso)
  if (Number.isNaN(instant.getTime())) return null
  const part: { [type: string]: string } = {}
  for (const { type, value } of formatOf(zone).formatToParts(instant)) part[type] = value
  return { date: `${part['year']}-${part['month']}-${part['day']}`, time: `${part['hour']}:${part['minute']}` }
}

/**
 * The instant at which a zone's clock shows a wall time, ISO 8601 UTC; null for a text that is no date.
 * A time that a clock change skips is read with the offset before the change, one shown twice as the first.
 */
export function instantOf(wall: WallTime, zone: string): string | null {
  const asUtc = Date.parse(`${wall.date}T${wall.time}:00.000Z`)
  if (Number.isNaN(asUtc)) return null
  const early = asUtc - offset_ms(asUtc - DAY_MS, zone)
  const late = asUtc - offset_ms(asUtc + DAY_MS, zone)
  const fits = [early, late].find((instant) => instant + offset_ms(instant, zone) === asUtc)
  return new Date(fits ?? early).toISOString()
}

/** Today's date on a zone's clock. */
export function todayIn(zone: string, now: Date = new Date()): string {
  return wallTime(now.toISOString(), zone)?.date ?? now.toISOString().slice(0, 10)
}

/** A calendar date moved by days. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** A calendar date moved by months; the day is held at the end of a shorter month. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}

const DAY_MS = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(zone, format)
  }
  return format
}

function offset_ms(instant: number, zone: string): number {
  const part: { [type: string]: number } = {}
  for (const { type, value } of formatOf(zone).formatToParts(instant)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}
