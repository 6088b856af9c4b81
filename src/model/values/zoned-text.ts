import { zoneOffset_s } from './zone-offset'

/**
 * A canonical UTC date-time as a clock in an IANA zone shows it, with its offset, so that it reads back exactly:
 * `2026-11-21 00:00:00-05:00`. Where the zone is unknown or its offset has seconds (local mean time), UTC is written.
 */
export function zonedText(utc: string, zone: string): string {
  const hour = utc.length === 24 ? hourIn(utc.slice(0, 13), zone) : null
  if (hour) return `${hour.clock}${utc.slice(13, utc.endsWith('.000Z') ? 19 : 23)}${hour.offset}`
  return anyZonedText(utc, zone)
}

/**
 * What all moments of an hour of UTC (`2026-11-21T05`) begin and end with, where the offset is whole hours throughout.
 */
interface ZonedHour {
  readonly clock: string
  readonly offset: string
}

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
  // Before 2016 the offset may change within an hour (see zone-offset.ts).
  const whole = found && hour >= '2016' && last === `${clock}:59:59${offset}` ? { clock, offset } : null
  if (kept.size >= MAX_HOURS) kept.clear()
  hours.set(zone, kept.set(hour, whole))
  return whole
}

function anyZonedText(utc: string, zone: string): string {
  const time_ms = Date.parse(utc)
  const offset_s = zoneOffset_s(time_ms, zone)
  if (offset_s === null || offset_s % 60 !== 0) return utc
  const local = new Date(time_ms + offset_s * 1000).toISOString()
  if (!/^\d{4}-/.test(local)) return utc
  const clock = local
    .slice(0, -1)
    .replace('T', ' ')
    .replace(/\.000$/, '')
  const distance_min = Math.abs(offset_s) / 60
  return `${clock}${offset_s < 0 ? '-' : '+'}${two(Math.floor(distance_min / 60))}:${two(distance_min % 60)}`
}

const two = (number: number): string => String(number).padStart(2, '0')
