/**
 * A canonical UTC date-time as a clock in an IANA zone shows it, with its offset, so that it reads back exactly:
 * `2026-11-21 00:00:00-05:00`. Where the zone is unknown or its offset has seconds (local mean time), UTC is written.
 */
export function zonedText(utc: string, zone: string): string {
  const hour = utc.length === 24 ? hourIn(utc.slice(0, 13), zone) : null
  if (hour) return `${hour.clock}${utc.slice(13, utc.endsWith('.000Z') ? 19 : 23)}${hour.offset}`
  return anyZonedText(utc, zone)
}

/** What all moments of an hour of UTC (`2026-11-21T05`) begin and end with, where the zone is whole hours away throughout. */
interface ZonedHour { readonly clock: string; readonly offset: string }

const MAX_HOURS = 50_000
const hours = new Map<string, Map<string, ZonedHour | null>>()

// A file of a million rows asks for the same few thousand hours: this is five times faster than reading each moment.
function hourIn(hour: string, zone: string): ZonedHour | null {
  const kept = hours.get(zone) ?? new Map<string, ZonedHour | null>()
  const known = kept.get(hour)
  if (known !== undefined) return known
  const [first, last] = [anyZonedText(`${hour}:00:00.000Z`, zone), anyZonedText(`${hour}:59:59.000Z`, zone)]
  const found = /^(\d{4}-\d\d-\d\d \d\d):00:00([+-]\d\d:00)$/.exec(first)
  const [, clock = '', offset = ''] = found ?? []
  // Before 2016 an hour is not known to be of one piece (see ALIGNED_MS).
  const whole = found && hour >= '2016' && last === `${clock}:59:59${offset}` ? { clock, offset } : null
  if (kept.size >= MAX_HOURS) kept.clear()
  hours.set(zone, kept.set(hour, whole))
  return whole
}

function anyZonedText(utc: string, zone: string): string {
  const time_ms = Date.parse(utc)
  const offset_min = offsetMinutes(time_ms, zone)
  if (offset_min === null) return utc
  const local = new Date(time_ms + offset_min * 60_000).toISOString()
  if (!/^\d{4}-/.test(local)) return utc
  const clock = local.slice(0, -1).replace('T', ' ').replace(/\.000$/, '')
  const distance = Math.abs(offset_min)
  return `${clock}${offset_min < 0 ? '-' : '+'}${two(Math.floor(distance / 60))}:${two(distance % 60)}`
}

const clocks = new Map<string, Intl.DateTimeFormat | null>()

/** Minutes that the zone is ahead of UTC at that moment; null when it cannot be said in whole minutes. */
function offsetMinutes(time_ms: number, zone: string): number | null {
  const clock = clockOf(zone)
  // Years before 1000 are written with fewer digits and an era; nobody's console shows them in local time.
  if (!clock || Number.isNaN(time_ms) || time_ms < -30_000_000_000_000) return null
  // Since then no zone has changed its clocks within a quarter of an hour, and a file asks for the same ones again and again.
  const quarter = time_ms >= ALIGNED_MS ? Math.floor(time_ms / QUARTER_MS) : null
  const known = quarter === null ? undefined : offsets.get(zone)?.get(quarter)
  if (known !== undefined) return known
  const offset_min = offsetAt(clock, time_ms)
  if (quarter !== null) keep(zone, quarter, offset_min)
  return offset_min
}

const QUARTER_MS = 900_000
const ALIGNED_MS = Date.UTC(2016, 0, 1)
const MAX_KEPT = 100_000
const offsets = new Map<string, Map<number, number | null>>()

function keep(zone: string, quarter: number, offset_min: number | null): void {
  const kept = offsets.get(zone) ?? new Map<number, number | null>()
  if (kept.size >= MAX_KEPT) kept.clear()
  offsets.set(zone, kept.set(quarter, offset_min))
}

function offsetAt(clock: Intl.DateTimeFormat, time_ms: number): number | null {
  const part: { [type: string]: number } = {}
  for (const { type, value } of clock.formatToParts(time_ms)) part[type] = Number(value)
  const local_ms = Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second)
  const offset_s = Math.round((local_ms - Math.floor(time_ms / 1000) * 1000) / 1000)
  return offset_s % 60 === 0 ? offset_s / 60 : null
}

function clockOf(zone: string): Intl.DateTimeFormat | null {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  let clock: Intl.DateTimeFormat | null = null
  try {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone, hourCycle: 'h23',
      year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
    })
  } catch {
    // RangeError: not a zone this machine knows.
  }
  clocks.set(zone, clock)
  return clock
}

const two = (number: number): string => String(number).padStart(2, '0')
