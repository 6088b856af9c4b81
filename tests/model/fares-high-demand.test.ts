import { describe, expect, test } from 'vitest'
import { isWindowOpen } from '../../custom/fares/model/high-demand-window'
import type { HighDemandTerms } from '../../custom/fares/model/fare-terms'

type Window = Pick<HighDemandTerms, 'days' | 'time_from' | 'time_to' | 'valid_from' | 'valid_to'>

const window = (time_from: string, time_to: string, days = 'all', valid: Partial<Window> = {}): Window => ({
  days,
  time_from,
  time_to,
  valid_from: null,
  valid_to: null,
  ...valid,
})

const LIMA = 'America/Lima'
const NEW_YORK = 'America/New_York'
const SANTIAGO = 'America/Santiago'

// 20 November 2026 is a Friday; Lima is 5 hours behind UTC all year.
const RUSH = window('07:00', '10:00')
const NIGHT = window('22:00', '05:00')
const OPEN: readonly (readonly [string, Window, string, string, boolean])[] = [
  ['its first minute', RUSH, '2026-11-20T12:00:00Z', LIMA, true],
  ['the second before', RUSH, '2026-11-20T11:59:59Z', LIMA, false],
  ['its last second', RUSH, '2026-11-20T14:59:59Z', LIMA, true],
  ['its end', RUSH, '2026-11-20T15:00:00Z', LIMA, false],
  ['the same moment by the clock of Madrid, 13:00', RUSH, '2026-11-20T12:00:00Z', 'Europe/Madrid', false],
  ['07:00 in Madrid', RUSH, '2026-11-20T06:00:00Z', 'Europe/Madrid', true],
  [
    'midnight of a zone three quarters of an hour off',
    window('00:00', '00:15', '6'),
    '2026-11-20T18:15:00Z',
    'Asia/Kathmandu',
    true,
  ],

  ['before midnight', NIGHT, '2026-11-21T04:59:00Z', LIMA, true],
  ['midnight', NIGHT, '2026-11-21T05:00:00Z', LIMA, true],
  ['the end of a night', NIGHT, '2026-11-21T10:00:00Z', LIMA, false],
  ['noon is no night', NIGHT, '2026-11-20T17:00:00Z', LIMA, false],
  ["Friday's night on Saturday at 03:00", window('22:00', '05:00', '5'), '2026-11-21T08:00:00Z', LIMA, true],
  [
    "Friday's night on Friday at 03:00, which is Thursday's",
    window('22:00', '05:00', '5'),
    '2026-11-20T08:00:00Z',
    LIMA,
    false,
  ],
  ["Friday's night on Saturday at 23:00", window('22:00', '05:00', '5'), '2026-11-22T04:00:00Z', LIMA, false],
  ['nights of weekdays, Saturday at 03:00', window('22:00', '05:00', 'weekdays'), '2026-11-21T08:00:00Z', LIMA, true],
  ['nights of weekdays, Sunday at 03:00', window('22:00', '05:00', 'weekdays'), '2026-11-22T08:00:00Z', LIMA, false],
  ['nights of weekends, Monday at 03:00', window('22:00', '05:00', 'weekend'), '2026-11-23T08:00:00Z', LIMA, true],
  ['Sunday is day 0', window('08:00', '20:00', '0'), '2026-11-22T17:00:00Z', LIMA, true],
  // 31 December 2026 is a Thursday.
  [
    'New Year at 03:00',
    window('22:00', '05:00', '4', { valid_from: '2026-12-31', valid_to: '2026-12-31' }),
    '2027-01-01T08:00:00Z',
    LIMA,
    true,
  ],
  ['a whole day', window('00:00', '00:00', '5'), '2026-11-20T05:00:00Z', LIMA, true],
  ['the last second of a whole day', window('00:00', '00:00', '5'), '2026-11-21T04:59:59Z', LIMA, true],
  ['the day after a whole day', window('00:00', '00:00', '5'), '2026-11-21T05:00:00Z', LIMA, false],
  ['a day from eight to eight, at 07:59', window('08:00', '08:00', '5'), '2026-11-21T12:59:00Z', LIMA, true],
  ['a day from eight to eight, at its end', window('08:00', '08:00', '5'), '2026-11-21T13:00:00Z', LIMA, false],

  [
    'the night of the last date',
    window('22:00', '05:00', 'all', { valid_to: '2026-11-20' }),
    '2026-11-21T08:00:00Z',
    LIMA,
    true,
  ],
  [
    'the night after the last date',
    window('22:00', '05:00', 'all', { valid_to: '2026-11-20' }),
    '2026-11-22T03:00:00Z',
    LIMA,
    false,
  ],
  [
    'the night before the first date',
    window('22:00', '05:00', 'all', { valid_from: '2026-11-21' }),
    '2026-11-21T08:00:00Z',
    LIMA,
    false,
  ],
  ['the first date', window('22:00', '05:00', 'all', { valid_from: '2026-11-21' }), '2026-11-22T03:00:00Z', LIMA, true],

  // New York goes back on 1 November 2026 at 06:00 UTC (02:00 −4 is 01:00 −5): 01:30 comes twice.
  ['the first 01:30', window('01:00', '02:00'), '2026-11-01T05:30:00Z', NEW_YORK, true],
  ['the second 01:30', window('01:00', '02:00'), '2026-11-01T06:30:00Z', NEW_YORK, true],
  ['02:00 after both', window('01:00', '02:00'), '2026-11-01T07:00:00Z', NEW_YORK, false],
  // It goes forward on 8 March 2026 at 07:00 UTC (02:00 −5 is 03:00 −4): from 01:59 to 03:00.
  ['the minute before the hour left out', window('02:00', '03:00'), '2026-03-08T06:59:59Z', NEW_YORK, false],
  ['the minute after the hour left out', window('02:00', '03:00'), '2026-03-08T07:00:00Z', NEW_YORK, false],
  ['a window around the hour left out', window('01:30', '03:30'), '2026-03-08T07:29:59Z', NEW_YORK, true],
  ['its end', window('01:30', '03:30'), '2026-03-08T07:30:00Z', NEW_YORK, false],
  ["Saturday's night is an hour shorter, 05:59", window('22:00', '06:00', '6'), '2026-03-08T09:59:00Z', NEW_YORK, true],
  [
    "Saturday's night is an hour shorter, 06:00",
    window('22:00', '06:00', '6'),
    '2026-03-08T10:00:00Z',
    NEW_YORK,
    false,
  ],
  // Santiago goes back at midnight: 24:00 of Saturday 4 April 2026 is 23:00 again (03:00 UTC), the same day.
  ['the first 23:30 of Saturday', window('23:00', '00:00', '6'), '2026-04-05T02:30:00Z', SANTIAGO, true],
  ['the second 23:30 of Saturday', window('23:00', '00:00', '6'), '2026-04-05T03:30:00Z', SANTIAGO, true],
  ['Sunday in Santiago', window('23:00', '00:00', '6'), '2026-04-05T04:00:00Z', SANTIAGO, false],
  // And forward at midnight: Sunday 6 September 2026 begins at 01:00 (04:00 UTC).
  ['a Sunday without midnight', window('00:00', '02:00', '0'), '2026-09-06T04:00:00Z', SANTIAGO, true],
  ['that Sunday at 02:00', window('00:00', '02:00', '0'), '2026-09-06T05:00:00Z', SANTIAGO, false],

  ['no date', RUSH, 'soon', LIMA, false],
  ['no time of day', window('7', '25:00'), '2026-11-20T12:00:00Z', LIMA, false],
  ['a zone nobody knows: the clock of UTC', RUSH, '2026-11-20T07:00:00Z', 'Mars/Olympus', true],
]

describe('a window of high demand', () => {
  test.each(OPEN)('%s', (_, hours, date, zone, open) => {
    expect(isWindowOpen(hours, date, zone)).toBe(open)
  })
})
