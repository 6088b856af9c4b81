import { describe, expect, test } from 'vitest'
import { readDate, stepDate, writeDate, type DateReading } from '../../src/ui/inputs/typed-date'

// Half past ten in the evening of Friday the 20th in Lima, where it is already Saturday in UTC.
const now = new Date('2026-11-21T03:30:20Z')
const words = { Hoy: 0, Mañana: 1, Ayer: -1 }
const day: DateReading = { kind: 'date', zone: 'America/Lima', words, now }
const moment: DateReading = { ...day, kind: 'datetime' }

describe('a typed day', () => {
  test.each([
    ['05/03/2026', '2026-03-05'],
    ['5/3/26', '2026-03-05'],
    ['05-03-2026', '2026-03-05'],
    ['5.3.2026', '2026-03-05'],
    [' 5 3 26 ', '2026-03-05'],
    ['050326', '2026-03-05'],
    ['05032026', '2026-03-05'],
    ['2026-03-05', '2026-03-05'],
    ['2026/3/5', '2026-03-05'],
    ['5/3', '2026-03-05'],
    ['29/2/24', '2024-02-29'],
    ['1/1/46', '2046-01-01'],
    ['1/1/47', '1947-01-01'],
    ['1/1/85', '1985-01-01'],
    ['31/12/9999', '9999-12-31'],
    ['hoy', '2026-11-20'],
    ['MAÑANA', '2026-11-21'],
    ['manana', '2026-11-21'],
    ['ayer', '2026-11-19'],
  ])('%s is %s', (text, date) => expect(readDate(text, day)).toBe(date))

  test.each([
    '',
    '31/02/2026',
    '29/02/2025',
    '13/13/2026',
    '03/25/2026',
    '5/3/2',
    '5/3/202',
    '5',
    '2026',
    '5/3/26 10:00',
    'pronto',
    '00/01/2026',
  ])('%j is none', (text) => expect(readDate(text, day)).toBeNull())

  test('is written DD/MM/YYYY and read again; what is none stays as it was typed', () => {
    for (const date of ['2026-11-21', '1999-01-02', '2024-02-29', '0999-12-31'])
      expect(readDate(writeDate(date, day), day)).toBe(date)
    expect(writeDate('2026-11-21', day)).toBe('21/11/2026')
    expect(writeDate('31/02/2026', day)).toBe('31/02/2026')
  })
})

describe('a typed moment, on the clock of the zone', () => {
  test.each([
    ['05/03/2026 03:30 PM', '2026-03-05T20:30:00.000Z'],
    ['5/3/26 3:30 pm', '2026-03-05T20:30:00.000Z'],
    ['5-3-26, 15:30', '2026-03-05T20:30:00.000Z'],
    ['5/3/26 3 p. m.', '2026-03-05T20:00:00.000Z'],
    ['5/3 12:00 am', '2026-03-05T05:00:00.000Z'],
    ['2026-03-05T15:30', '2026-03-05T20:30:00.000Z'],
    ['2026-03-05 15:30:45', '2026-03-05T20:30:00.000Z'],
    ['2026-03-05T15:30:45.120Z', '2026-03-05T15:30:45.120Z'],
    ['2026-03-05T15:30+02:00', '2026-03-05T13:30:00.000Z'],
    ['15:30', '2026-11-20T20:30:00.000Z'],
    ['3:30 pm', '2026-11-20T20:30:00.000Z'],
    ['mañana 8 am', '2026-11-21T13:00:00.000Z'],
    ['0730', '2026-11-20T12:30:00.000Z'],
    ['7.30', '2026-11-20T12:30:00.000Z'],
    ['730', '2026-11-20T12:30:00.000Z'],
    ['mañana 0730', '2026-11-21T12:30:00.000Z'],
    ['5/3/26 1530', '2026-03-05T20:30:00.000Z'],
  ])('%s is %s', (text, iso) => expect(readDate(text, moment)).toBe(iso))

  // Of what is to come: at half past ten in the evening half past seven is tomorrow's.
  test.each([
    ['0730', '2026-11-21T12:30:00.000Z'],
    ['7.30 pm', '2026-11-22T00:30:00.000Z'],
    ['23:00', '2026-11-21T04:00:00.000Z'],
    ['hoy 0730', '2026-11-20T12:30:00.000Z'],
    ['20/11/26 0730', '2026-11-20T12:30:00.000Z'],
  ])('%s, which is to come, is %s', (text, iso) => expect(readDate(text, { ...moment, isAhead: true })).toBe(iso))

  test.each([
    '',
    '05/03/2026',
    'hoy',
    '05/03/2026 25:00',
    '5/3/26 13:00 pm',
    '31/02/2026 10:00',
    '5/3/26 10:60',
    'luego 10:00',
    '5/3 2026',
    '2575',
  ])('%j is none', (text) => expect(readDate(text, moment)).toBeNull())

  test('is written DD/MM/YYYY hh:mm A and read again', () => {
    expect(writeDate('2026-11-21T17:05:00.000Z', moment)).toBe('21/11/2026 12:05 PM')
    for (const zone of ['America/Lima', 'Asia/Kathmandu', 'UTC']) {
      for (const iso of ['2026-11-21T04:59:00.000Z', '2024-02-29T12:00:00.000Z', '1999-12-31T23:00:00.000Z']) {
        expect(readDate(writeDate(iso, { ...moment, zone }), { ...moment, zone }), `${iso} ${zone}`).toBe(iso)
      }
    }
    expect(writeDate('5 de marzo de 2026', moment)).toBe('5 de marzo de 2026')
  })
})

describe('the arrows', () => {
  const moved = (text: string, caret: number, by: 1 | -1, reading = day) => {
    const step = stepDate(text, caret, by, reading)
    return step && writeDate(step.value, reading)
  }
  test('move the part under the caret, and the day at the end of the text', () => {
    expect(moved('31/01/2026', 1, 1)).toBe('01/02/2026')
    expect(moved('31/01/2026', 4, 1)).toBe('28/02/2026')
    expect(moved('29/02/2024', 7, -1)).toBe('28/02/2023')
    expect(moved('01/03/2026', 10, -1)).toBe('28/02/2026')
    expect(moved('5/3/26', 2, 1)).toBe('06/03/2026')
    expect(stepDate('31/01/2026', 4, 1, day)).toMatchObject({ from: 3, to: 5 })
  })
  test('move hours, minutes and the half of the day, over midnight too', () => {
    expect(moved('20/11/2026 11:59 PM', 15, 1, moment)).toBe('21/11/2026 12:00 AM')
    expect(moved('20/11/2026 12:10 AM', 12, -1, moment)).toBe('19/11/2026 11:10 PM')
    expect(moved('20/11/2026 03:30 PM', 18, -1, moment)).toBe('20/11/2026 03:30 AM')
    expect(moved('20/11/2026 03:30 PM', 0, 1, moment)).toBe('21/11/2026 03:30 PM')
  })
  test('begin today, or now, in an empty box, and leave alone what is no date', () => {
    expect(moved('', 0, 1)).toBe('20/11/2026')
    expect(moved('', 0, -1, moment)).toBe('20/11/2026 10:30 PM')
    expect(moved('pronto', 0, 1)).toBeNull()
    expect(moved('31/12/9999', 0, 1)).toBeNull()
  })
})
