import { describe, expect, test } from 'vitest'
import { utils, write } from 'xlsx'
import { sheetColumns, type SheetColumn } from '../../custom/fares/client/sheet/columns'
import { readSheetFile, UnreadableSheet } from '../../custom/fares/client/sheet/read-file'
import { tripRows } from '../../custom/fares/client/sheet/sheet-rows'
import { readTrip } from '../../custom/fares/client/sheet/read-trip'
import { DEFAULT_STYLE } from '../../src/ui/show/style'

const LIMA = { ...DEFAULT_STYLE, zone: 'America/Lima' }
const trip = (cells: { readonly [column in SheetColumn]?: string }, style = LIMA) =>
  readTrip((column) => cells[column] ?? '', style)

describe('a sheet of trips', () => {
  const heads = ['Origen', 'Destino', 'Fecha y hora', 'Pasajeros', 'Código interno']
  const row = ['Av. Larco 345, Miraflores', '-12.0464, -77.0428', '2026-11-21 08:30', '2', 'A;1']

  test('reads the same from csv with commas, with semicolons, in an old encoding, and from xlsx', async () => {
    const quoted = (separator: string) =>
      [heads, row].map((line) => line.map((cell) => `"${cell}"`).join(separator)).join('\r\n')
    const wanted = { heads, rows: [row] }
    const utf8 = { encoding: 'utf-8', by: 'valid' }
    expect(await readSheetFile(new Blob([quoted(',')]), 10)).toEqual({ ...wanted, reading: utf8 })
    expect(await readSheetFile(new Blob([quoted(';')]), 10)).toEqual({ ...wanted, reading: utf8 })
    const old = new Blob([Uint8Array.from(Buffer.from(quoted(';'), 'latin1'))])
    expect(await readSheetFile(old, 10)).toEqual({ ...wanted, reading: { encoding: 'windows-1252', by: 'guess' } })
    expect((await readSheetFile(old, 10, 'windows-1251')).reading).toEqual({ encoding: 'windows-1251', by: 'chosen' })
    const sheet = utils.aoa_to_sheet([heads, [row[0], row[1], new Date(Date.UTC(2026, 10, 21, 8, 30)), 2, 'A;1']], {
      cellDates: true,
      UTC: true,
    })
    const bytes = write(
      { SheetNames: ['Viajes'], Sheets: { Viajes: sheet } },
      { type: 'array', bookType: 'xlsx' },
    ) as ArrayBuffer
    expect(await readSheetFile(new Blob([bytes]), 10)).toEqual({ ...wanted, reading: null })
  })

  test('tells a broken byte at its cell, and prices the other rows', async () => {
    const bytes = Buffer.from('Origen,Destino\nBreña,-12.1,-77\nAv. José Pardo,-12.2')
    const file = new Blob([Uint8Array.from([...bytes.subarray(0, 18), 0xf1, ...bytes.subarray(20)])])
    const table = await readSheetFile(file, 10)
    const rows = tripRows(
      table,
      sheetColumns(table.heads, (key) => key),
      (key, params) => `${key} ${String(params?.text ?? '')}`,
      LIMA,
    )
    expect(table.reading).toEqual({ encoding: 'utf-8', by: 'broken' })
    expect(rows.map(({ errors }) => errors.from)).toEqual(['validation.import_bytes Breña', undefined])
    expect(rows[1]?.cells[0]).toBe('Av. José Pardo')
  })

  test('says why a file cannot be priced', async () => {
    const errorOf = (file: Blob, most = 2) =>
      readSheetFile(file, most).then(
        () => null,
        (cause: unknown) => (cause instanceof UnreadableSheet ? cause.error : cause),
      )
    expect(await errorOf(new Blob(['Desde,Hasta\n\n']))).toBe('empty')
    expect(await errorOf(new Blob(['Desde,Hasta\na,b\na,b\na,b']))).toBe('too_many')
    expect(await errorOf(new Blob([new Uint8Array(5_000_001)]))).toBe('too_large')
    expect(await errorOf(new Blob([Uint8Array.from([0x50, 0x4b, 3, 4, 9, 9, 9])]))).toBe('unreadable')
    const many = utils.aoa_to_sheet([
      ['Desde', 'Hasta'],
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'b'],
    ])
    expect(
      await errorOf(
        new Blob([
          write({ SheetNames: ['A'], Sheets: { A: many } }, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer,
        ]),
      ),
    ).toBe('too_many')
  })

  test('knows its columns by what people call them, and passes over the others', () => {
    expect([...sheetColumns(heads, (key) => key)]).toEqual([
      ['from', 0],
      ['to', 1],
      ['date', 2],
      ['capacity', 3],
    ])
    expect([...sheetColumns(['PROMOCIÓN', 'from', 'Origen'], (key) => key)]).toEqual([
      ['promotion', 0],
      ['from', 1],
    ])
  })

  test('reads points, addresses, moments on the clock of the zone, waits by stop and answers to yes or no', () => {
    expect(
      trip({
        from: 'Av. Larco 345',
        to: '(-12.05, -77.04)',
        via: 'Larcomar | -12.1,-77',
        date: '21/11/2026 8:30 pm',
        wait: '5;0;2.5',
        capacity: '3',
        return: 'Sí',
        promotion: 'VERANO',
      }),
    ).toEqual({
      errors: {},
      trip: {
        stops: [
          { address: 'Av. Larco 345', wait: 5 },
          { address: 'Larcomar' },
          { lat: -12.1, lng: -77, wait: 2.5 },
          { lat: -12.05, lng: -77.04 },
        ],
        date_scheduled: '2026-11-22T01:30:00.000Z',
        promotion: 'VERANO',
        capacity_1: 3,
        is_return: true,
      },
    })
    expect(trip({ from: 'a', to: 'b', date: '2026-11-21T08:30:00-03:00' }).trip.date_scheduled).toBe(
      '2026-11-21T11:30:00.000Z',
    )
    expect(trip({ distance: '12.5', duration: '30' })).toEqual({
      errors: {},
      trip: { stops: [], distance: 12_500, duration: 1800 },
    })
    expect(
      trip({ from: 'a', to: 'b', wait: '2,5' }, { ...LIMA, decimals_separator: ',', thousands_separator: '.' }).trip
        .stops[0],
    ).toEqual({ address: 'a', wait: 2.5 })
  })

  test('tells what is wrong at each cell', () => {
    expect(
      trip({ from: 'a', date: '2026-02-30 10:00', wait: 'mucho', capacity: '0', return: 'quizás' }).errors,
    ).toEqual({ to: 'needed', date: 'date', wait: 'wait', capacity: 'capacity', return: 'return' })
    expect(trip({ from: 'a', to: 'b', distance: '12' }).errors).toEqual({ duration: 'both' })
    expect(trip({ distance: 'lejos', duration: '30' }).errors).toEqual({
      distance: 'distance',
      from: 'needed',
      to: 'needed',
    })
    expect(trip({ from: 'a', to: 'b', wait: '1;2;3' }).errors).toEqual({ wait: 'wait' })
    expect(trip({ from: 'a', to: 'b', date: '2026-11-21' }).errors).toEqual({ date: 'date' })
  })
})
