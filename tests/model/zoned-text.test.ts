import { expect, test } from 'vitest'
import { zonedText } from '../../src/model/values/zoned-text'

/** The clock of a zone as the platform tells it: `2026-11-21 05:30:00`. */
function clockOf(utc: string, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(utc))
}

test('every quarter of an hour around a change of clocks reads as the platform says, also where half an hour is changed', () => {
  // Lord Howe goes back by half an hour, New York by one, Kathmandu is 5:45 ahead, Caracas went from -4:30 to -4 in the
  // middle of an hour.
  const changes = [
    ['Australia/Lord_Howe', '2026-04-04'],
    ['Australia/Lord_Howe', '2026-10-03'],
    ['America/New_York', '2026-11-01'],
    ['America/New_York', '2026-03-08'],
    ['Asia/Kathmandu', '2026-01-01'],
    ['America/Caracas', '2016-05-01'],
    ['America/Lima', '2026-11-21'],
  ] as const
  for (const [zone, day] of changes) {
    const from_ms = Date.parse(`${day}T00:00:00.000Z`)
    for (let quarter = 0; quarter < 192; quarter++) {
      const utc = new Date(from_ms + quarter * 900_000 + 61_000).toISOString()
      const text = zonedText(utc, zone)
      expect([zone, utc, text.slice(0, 19)]).toEqual([zone, utc, clockOf(utc, zone)])
      expect(new Date(text.replace(' ', 'T')).toISOString()).toBe(utc)
    }
  }
})
