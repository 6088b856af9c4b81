import * as fc from '../fast-check'
import { describe, expect, test } from 'vitest'
import { amountText, plainAmount, readAmount, type PriceEntry } from '../../custom/fares/client/prices/amount'
import { at, rangeEdges, movedSelection, tabbed } from '../../custom/fares/client/prices/range'
import { readPrices } from '../../custom/fares/client/prices/read-prices'
import {
  bothWays,
  cleared,
  filledRange,
  mirroredPrices,
  pasted,
  pulled,
  repeated,
  type Reads,
} from '../../custom/fares/client/prices/sheet-edits'
import {
  entryAt,
  reduceSheet,
  sheetOf,
  type PriceMatrix,
  type PriceSheet,
  type SheetAction,
} from '../../custom/fares/client/prices/sheet-state'
import { copiedText, pastedTable } from '../../custom/fares/client/prices/table-text'
import { pricesFile } from '../../custom/fares/client/prices/ExportPrices'
import { fileLines } from '../../custom/fares/client/sheet/read-file'
import { DEFAULT_STYLE } from '../../src/ui/show/style'
import type { Field } from '../../src/model/field'

const field = { name: 'amount', type: 'money', schema: { minimum: 0 } } as unknown as Field
const point = { ...DEFAULT_STYLE, coin: 'S/' }
const comma = { ...point, decimals_separator: ',', thousands_separator: '.' }
const say = (key: string) => ({ 'prices.from': 'Desde', 'prices.to': 'Hasta', 'prices.amount': 'Precio' })[key] ?? key

const zones = ['Ancón', 'Breña', 'Comas'].map((name, at) => ({ id: 11 + at, name, color: null }))
const matrix: PriceMatrix = {
  tarif: { id: 1, name: 'Lima', type: '2' },
  can_edit: true,
  zones,
  prices: [
    { id: 1, id_zone_from: 11, id_zone_to: 12, amount: 10, version: 3 },
    { id: 2, id_zone_from: 13, id_zone_to: 13, amount: 7.5, version: 1 },
  ],
}
const price = (amount: number | null): PriceEntry => ({ amount })
const after = (...actions: readonly SheetAction[]): PriceSheet => actions.reduce(reduceSheet, sheetOf(matrix))
const readsOf = (sheet: PriceSheet): Reads => ({ size: 3, entryAt: (row, column) => entryAt(sheet, row * 3 + column) })
const numbers: Reads = { size: 3, entryAt: (row, column) => price(row * 3 + column) }

describe('a price as people type it', () => {
  test.each([
    ['12.5', point, 12.5],
    ['12,5', point, 12.5],
    ['S/ 1,234.50', point, 1234.5],
    ['1,234', point, 1234],
    ['$12', point, 12],
    ['12.50 S/', point, 12.5],
    ['1.234,50', point, 1234.5],
    ['1 234.50', point, 1234.5],
    ['', point, null],
    [' - ', point, null],
    ['0', point, 0],
    ['12,5', comma, 12.5],
    ['1.234', comma, 1234],
    ['1.234,50', comma, 1234.5],
    ['12.50', comma, 12.5],
    ['1,234.50', comma, 1234.5],
  ] as const)('%j is read', (text, style, amount) => {
    expect(readAmount(text, field, style)).toEqual({ amount })
  })

  test.each([
    ['doce', 'number'],
    ['-3', 'min'],
    ['1.234', 'scale'],
    ['12,34,5', 'number_ambiguous'],
  ] as const)('%j stays a text: %s', (text, key) => {
    expect(readAmount(text, field, point)).toMatchObject({ text, error: { key } })
  })

  test('what is copied or shown is read back as the same, in either style', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), fc.constantFrom(point, comma), (cents, style) => {
        const amount = cents / 100
        expect(readAmount(plainAmount(amount, style), field, style)).toEqual({ amount })
        expect(readAmount(amountText(amount, style), field, style)).toEqual({ amount })
      }),
    )
  })
})

describe('edits of the sheet', () => {
  test('steps stay inside, extend from where they began, and Tab goes on to the next row', () => {
    expect(movedSelection(at(0, 0), -1, 1, 3, false)).toEqual(at(0, 1))
    expect(rangeEdges(movedSelection(at(2, 2), -9, -1, 3, true))).toEqual({ top: 0, left: 1, bottom: 2, right: 2 })
    expect(tabbed(at(0, 2), false, 3)).toEqual(at(1, 0))
    expect([tabbed(at(2, 2), false, 3), tabbed(at(0, 0), true, 3)]).toEqual([null, null])
  })

  test('fill repeats the first row or column; one deep, the cells before it', () => {
    expect([...filledRange(numbers, { anchor: { row: 0, column: 0 }, head: { row: 2, column: 1 } }, true)]).toEqual([
      [3, price(0)],
      [4, price(1)],
      [6, price(0)],
      [7, price(1)],
    ])
    expect([...filledRange(numbers, at(1, 1), false)]).toEqual([[4, price(3)]])
    expect(filledRange(numbers, at(0, 1), true).size).toBe(0)
  })

  test('the handle goes along one axis and repeats the block in both directions', () => {
    const block = { top: 1, left: 1, bottom: 1, right: 2 }
    expect(pulled(block, { row: 2, column: 2 })).toEqual({ ...block, bottom: 2 })
    expect(pulled(block, { row: 1, column: 0 })).toEqual({ ...block, left: 0 })
    expect([...repeated(numbers, block, { ...block, left: 0 })]).toEqual([[3, price(5)]])
  })

  test('a pasted table fills a selection that it fits into a whole number of times, else it is laid from its corner and cut at the edge', () => {
    const one = pasted(numbers, { anchor: { row: 0, column: 0 }, head: { row: 1, column: 1 } }, [[price(9)]])
    expect([...one.puts.keys()]).toEqual([0, 1, 3, 4])
    const cut = pasted(numbers, at(2, 2), [
      [price(1), price(2)],
      [price(3), price(4)],
    ])
    expect([[...cut.puts], cut.edges]).toEqual([[[8, price(1)]], { top: 2, left: 2, bottom: 2, right: 2 }])
  })

  test('the other direction gets the same, but for what was put there itself', () => {
    expect([...mirroredPrices(numbers, { anchor: { row: 0, column: 0 }, head: { row: 0, column: 2 } })]).toEqual([
      [3, price(1)],
      [6, price(2)],
    ])
    expect([
      ...bothWays(
        3,
        new Map([
          [1, price(5)],
          [3, price(6)],
          [2, price(7)],
        ]),
      ),
    ]).toEqual([
      [1, price(5)],
      [3, price(6)],
      [2, price(7)],
      [6, price(7)],
    ])
  })

  test('what a spreadsheet copies comes in and goes out unchanged', () => {
    const table = pastedTable('10\t1,250.50\r\n\tx\r\n', field, point)
    expect(table).toEqual([
      [price(10), price(1250.5)],
      [price(null), { text: 'x', error: { key: 'number' } }],
    ])
    const sheet = after({ do: 'put', puts: pasted(numbers, at(0, 0), table).puts })
    expect(copiedText(readsOf(sheet), { anchor: { row: 0, column: 0 }, head: { row: 1, column: 1 } }, comma)).toBe(
      '10\t1250,5\n\tx',
    )
  })
})

describe('the state of the sheet', () => {
  test('counts what differs from the server, and nothing when it is typed back', () => {
    expect(
      after({
        do: 'put',
        puts: new Map([
          [1, price(11)],
          [8, price(7.5)],
          [0, price(null)],
        ]),
      }).typed,
    ).toEqual(new Map([[1, price(11)]]))
    expect(
      after({ do: 'put', puts: new Map([[1, price(11)]]) }, { do: 'put', puts: new Map([[1, price(10)]]) }).typed.size,
    ).toBe(0)
    expect(
      after({
        do: 'put',
        puts: cleared(readsOf(sheetOf(matrix)), { anchor: { row: 0, column: 0 }, head: { row: 2, column: 2 } }),
      }).typed.size,
    ).toBe(2)
  })

  test('every edit can be undone and done again, whatever the edits', () => {
    const puts = fc.array(fc.tuple(fc.nat(8), fc.option(fc.nat(20))), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(puts, { maxLength: 8 }), (edits) => {
        const begun = sheetOf(matrix)
        const ended = edits.reduce(
          (sheet, edit) =>
            reduceSheet(sheet, { do: 'put', puts: new Map(edit.map(([place, amount]) => [place, price(amount)])) }),
          begun,
        )
        let sheet = ended
        while (sheet.undo.length > 0) sheet = reduceSheet(sheet, { do: 'undo' })
        expect(sheet.typed).toEqual(new Map())
        while (sheet.redo.length > 0) sheet = reduceSheet(sheet, { do: 'redo' })
        expect(sheet.typed).toEqual(ended.typed)
      }),
    )
  })

  test('keys in one cell are one step', () => {
    const typing = (amount: number): SheetAction => ({ do: 'put', puts: new Map([[4, price(amount)]]), typing: true })
    expect(after(typing(1), typing(12), typing(125)).undo).toEqual([
      [{ place: 4, before: price(null), after: price(125) }],
    ])
  })

  test('after saving, what was typed since stays, and undo brings the old price back as a change', () => {
    const saved: SheetAction = {
      do: 'saved',
      sent: new Map([
        [1, 11],
        [0, 5],
      ]),
      prices: [
        { id: 1, id_zone_from: 11, id_zone_to: 12, amount: 11, version: 4 },
        { id: 3, id_zone_from: 11, id_zone_to: 11, amount: 5, version: 1 },
      ],
    }
    const sheet = after(
      {
        do: 'put',
        puts: new Map([
          [1, price(11)],
          [0, price(5)],
        ]),
      },
      { do: 'put', puts: new Map([[0, price(6)]]) },
      saved,
    )
    expect(sheet.typed).toEqual(new Map([[0, price(6)]]))
    expect(reduceSheet(reduceSheet(sheet, { do: 'undo' }), { do: 'undo' }).typed).toEqual(
      new Map([
        [1, price(10)],
        [0, price(null)],
      ]),
    )
  })

  test("of a conflict either side can be kept, and the next saving knows the other one's version", () => {
    const conflict = { at: 0, id: 1, id_zone_from: 11, id_zone_to: 12, amount: 99, version: 9, by: 'Ana', date: null }
    const sheet = after(
      {
        do: 'put',
        puts: new Map([
          [1, price(11)],
          [2, price(3)],
        ]),
      },
      { do: 'conflicts', conflicts: [conflict] },
    )
    expect([...sheet.conflicts.keys()]).toEqual([1])
    const mine = reduceSheet(sheet, { do: 'keepMine' })
    expect([mine.typed.get(1), mine.kept.get(1), mine.conflicts.size]).toEqual([
      price(11),
      { amount: 99, version: 9 },
      0,
    ])
    const theirs = reduceSheet(sheet, { do: 'takeTheirs' })
    expect([entryAt(theirs, 1), theirs.typed]).toEqual([price(99), new Map([[2, price(3)]])])
  })

  test('read anew, what was typed follows its zones', () => {
    const sheet = after(
      { do: 'put', puts: new Map([[5, price(42)]]) },
      { do: 'load', matrix: { ...matrix, zones: zones.slice(1) } },
    )
    expect(sheet.typed).toEqual(new Map([[1, price(42)]]))
  })
})

describe('prices from a file', () => {
  const read = (lines: (string | number)[][]) => readPrices(lines, zones, field, point)

  test('a matrix by its names, whatever their case and accents, in any order, under a title', () => {
    const file = read([
      ['Precios 2026'],
      [],
      ['', 'BRENA', 'ancon ', 'Surko'],
      ['Comas', 5, '1,250.5', 8],
      ['Lima', 1, 2, 3],
      ['Ancón', '', 'x', 0.1 + 0.2],
    ])
    expect(file?.kind).toBe('matrix')
    expect([...(file?.puts ?? [])]).toEqual([
      [7, price(5)],
      [6, price(1250.5)],
      [0, { text: 'x', error: { key: 'number' } }],
    ])
    expect([...(file?.blanks ?? [])]).toEqual([1])
    expect(file?.errors.map(({ cell, error }) => [cell, error])).toEqual([
      ['D3', 'zone'],
      ['A5', 'zone'],
      ['C6', { key: 'number' }],
    ])
  })

  test('a list by its headings or by its names, each direction once', () => {
    const lines = [
      ['Destino', 'Origen', 'Precio'],
      ['Breña', 'Ancón', 12],
      ['Breña', 'Ancón', 13],
      ['Callao', 'Comas', 1],
    ]
    const file = read(lines)
    expect([file?.kind, [...(file?.puts ?? [])], file?.errors.map(({ cell, error }) => [cell, error])]).toEqual([
      'list',
      [[1, price(12)]],
      [
        ['C3', 'twice'],
        ['A4', 'zone'],
      ],
    ])
    expect([...(read([['Ancón', 'Breña', '9.90']])?.puts ?? [])]).toEqual([[1, price(9.9)]])
  })

  test('a file of something else is none', () => {
    expect(
      read([
        ['Nombre', 'Teléfono'],
        ['Ana', 999],
      ]),
    ).toBeNull()
    expect(read([])).toBeNull()
  })

  test.each([
    ['matrix', 'csv', point],
    ['list', 'csv', comma],
    ['matrix', 'xlsx', point],
    ['list', 'xlsx', comma],
  ] as const)('what is exported as a %s in %s comes back equal', async (form, format, style) => {
    const sheet = after({
      do: 'put',
      puts: new Map([
        [0, price(1234.5)],
        [3, price(0.05)],
      ]),
    })
    const file = readPrices(
      (await fileLines(await pricesFile(sheet, form, format, say, style), 100)).lines,
      zones,
      field,
      style,
    )
    expect([file?.kind, file?.errors]).toEqual([form, []])
    expect([...(file?.puts ?? [])].toSorted(([a], [b]) => a - b)).toEqual([
      [0, price(1234.5)],
      [1, price(10)],
      [3, price(0.05)],
      [8, price(7.5)],
    ])
    expect(file?.blanks.size).toBe(5)
  })
})
