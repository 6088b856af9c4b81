import * as fc from '../fast-check'
import { describe, expect, test } from 'vitest'
import { pasteInto, tableOf } from '../../src/client/resource/grid/paste'
import { gridRowErrors } from '../../src/client/resource/grid/row-errors'
import {
  keepSame,
  namedKey,
  newRow,
  placesAfterInsertion,
  placesAfterMove,
  placesAfterRemoval,
  rowsToSend,
  withoutBlankTail,
} from '../../src/client/provider/grid-rows'
import { innerErrors, nestedErrors } from '../../src/client/resource/form/inner-errors'
import { DEFAULT_STYLE } from '../../src/ui/show/style'
import type { Field } from '../../src/model/field'
import type { JsonObject } from '../../src/model/json'
import type { Model } from '../../src/model/model'
import type { Rule } from '../../src/model/rules/rule'
import { libraryModel } from '../model/model-fixture'

const books = libraryModel().entities.books!
const COLUMNS = ['title', 'year', 'kind', 'price', 'id_shelf', 'lent']
const field = {
  name: 'books',
  children: { of: 'books', link: 'id_owner', columns: COLUMNS, max: 5 },
} as unknown as Field
const blank = newRow(books, COLUMNS)
const contextOf = (record: JsonObject) => ({ record, user: {}, setting: {}, now_ms: 0 })

describe('the rows of a grid', () => {
  test('begin with the defaults of their fields', () => {
    expect(blank).toEqual({ title: null, year: null, kind: 'novel', price: null, id_shelf: null, lent: null })
  })

  test('are sent as id, version and the columns that may be written, without the blank ones at the end', () => {
    const rows = [
      { id: 7, version: 2, title: 'Rayuela', id_shelf__label: 'A', date_created: 'x', [namedKey('id_shelf')]: {} },
      blank,
      { ...blank, year: 1 },
      blank,
      blank,
    ]
    expect(rowsToSend(rows, field, { books })).toEqual([
      { id: 7, version: 2, title: 'Rayuela' },
      blank,
      { ...blank, year: 1 },
    ])
    expect(rowsToSend(null, field, { books })).toEqual([])
  })

  test('are not refused by a check that looks behind a reference: the server reads it', () => {
    const check = (assert: Rule) => ({ id: 'shelf', assert, at: 'id_shelf', say: 'shelf' })
    const operand = { kind: 'path', ref: 'id_shelf', field: 'floor' } as const
    const far = check({ operand, op: 'eq', value: { kind: 'literal', value: 1 } } as Rule)
    const near = check({
      operand: { kind: 'field', field: 'year' },
      op: 'gt',
      value: { kind: 'literal', value: 1 },
    } as Rule)
    const errorsOf = (...checks: readonly (typeof far)[]) =>
      gridRowErrors(
        [{ ...blank, title: 'A', year: 1, id_shelf: 3 }],
        [],
        field,
        { books: { ...books, checks } },
        contextOf,
      )
    expect(Object.keys(errorsOf(near))).toEqual(['0.id_shelf'])
    expect(errorsOf(far)).toEqual({})
  })

  test('a stored row is never blank, and a zero is something', () => {
    expect(withoutBlankTail([{ ...blank, id: 3 }, blank], books, COLUMNS)).toHaveLength(1)
    expect(withoutBlankTail([{ ...blank, price: 0 }], books, COLUMNS)).toHaveLength(1)
  })

  test('that say the same stay the same objects, so that they are not drawn again', () => {
    const before = [{ title: 'A' }, { title: 'B' }]
    const copy = structuredClone(before)
    expect(keepSame(before, copy)).toBe(before)
    const after = keepSame(before, [{ title: 'A' }, { title: 'C' }])
    expect(after[0]).toBe(before[0])
    expect(after[1]).toEqual({ title: 'C' })
  })

  test('places follow every row through removals, insertions and moves', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 8 }), fc.nat(), fc.nat(), (rows, a, b) => {
        const [from, to] = [a % rows.length, b % rows.length]
        const follows = (after: readonly string[], places: readonly number[]) =>
          rows.forEach((row, at) => expect(places[at] === -1 ? row : after[places[at]!]).toBe(row))
        follows(rows.toSpliced(from, 1), placesAfterRemoval(rows.length, from))
        follows(rows.toSpliced(from, 0, 'new'), placesAfterInsertion(rows.length, from))
        follows(rows.toSpliced(from, 1).toSpliced(to, 0, rows[from]!), placesAfterMove(rows.length, from, to))
      }),
    )
  })
})

describe('the rows of a row', () => {
  const shelves = { ...libraryModel().entities.shelves!, name: 'shelves' }
  const list = {
    ...shelves.fields.name!,
    name: 'kept',
    type: 'children',
    schema: {},
    children: { of: 'books', link: 'id_shelf', columns: COLUMNS, max: 5 },
  }
  const entities = {
    books,
    shelves: { ...shelves, fields: { ...shelves.fields, kept: list } },
  } as unknown as Model['entities']
  const outer = {
    name: 'shelves',
    children: { of: 'shelves', link: 'id_room', columns: ['name', 'kept'], max: 5 },
  } as unknown as Field
  const right = { ...blank, title: 'Rayuela', id_shelf: 1 }

  test('are sent, and left out, as the rows themselves are', () => {
    const rows: JsonObject[] = [
      { id: 3, version: 1, name: 'A', kept: [{ ...right, id: 7, version: 2, isbn: 'x' }, blank] },
      { name: null, kept: [] },
    ]
    expect(rowsToSend(rows, outer, entities)).toEqual([
      { id: 3, version: 1, name: 'A', kept: [{ ...right, id: 7, version: 2 }] },
    ])
  })

  test('have their errors told by the path to their cell', () => {
    const rows = [
      { name: 'A', kept: [right] },
      { name: 'B', kept: [right, { ...right, title: ' ', year: 3000 }] },
    ]
    expect(Object.keys(gridRowErrors(rows, [], outer, entities, contextOf))).toEqual([
      '1.kept.1.title',
      '1.kept.1.year',
    ])
  })
})

describe('what is wrong in a grid', () => {
  const right = { ...blank, title: 'Rayuela', id_shelf: 1 }
  const errors = (rows: readonly JsonObject[], before: readonly JsonObject[] = []) =>
    Object.fromEntries(
      Object.entries(gridRowErrors([...rows], [...before], field, { books }, contextOf)).map(([path, { key }]) => [
        path,
        key,
      ]),
    )

  test('is told by row and column, by the rules of the rows themselves', () => {
    expect(errors([right, { ...right, title: ' ', year: 3000 }])).toEqual({ '1.title': 'required', '1.year': 'max' })
    expect(errors([{ ...right, lent: '2026-02-31' }])).toEqual({ '0.lent': 'date' })
  })

  test('is nothing in the blank rows at the end, and much in a blank row between', () => {
    expect(errors([right, blank, blank])).toEqual({})
    expect(errors([blank, right])).toEqual({ '0.title': 'required', '0.id_shelf': 'required' })
  })

  test('what the grid does not show is left to the server', () => {
    expect(errors([{ ...right, isbn: 'no' }])).toEqual({})
  })

  test('a name that stands for no record is told until the cell is changed', () => {
    const named = {
      ...right,
      id_shelf: null,
      [namedKey('id_shelf')]: { key: 'ref_unknown', params: { text: 'Nadie' } },
    }
    expect(errors([named])).toEqual({ '0.id_shelf': 'ref_unknown' })
    expect(errors([{ ...named, id_shelf: 4 }])).toEqual({})
  })

  test('errors go into the form nested and come out by their path', () => {
    const flat = [
      { path: 'name', type: 'required', message: 'a' },
      { path: 'books.2.title', type: 'required', message: 'b' },
      { path: 'books.2.type', type: 'x', message: 'c' },
    ]
    const nested = nestedErrors(flat)
    expect(nested['books']).toEqual([
      undefined,
      undefined,
      { title: { type: 'required', message: 'b' }, type: { type: 'x', message: 'c' } },
    ])
    expect(innerErrors(nested)).toEqual(flat.map(({ path, message }) => ({ path, message })))
    expect(innerErrors({ books: { type: 'required', message: 'all', ref: { message: 'no' } } })).toEqual([
      { path: 'books', message: 'all' },
    ])
  })
})

describe('a paste from a spreadsheet', () => {
  const columns = COLUMNS.map((name) => ({ field: books.fields[name]!, writable: name !== 'year' }))
  const style = { ...DEFAULT_STYLE, coin: 'S/' }
  const paste = (rows: readonly JsonObject[], at: { row: number; column: number }, text: string) =>
    pasteInto(rows, at, tableOf(text) ?? [], columns, blank, 5, style)

  test("is a table where it has several cells; a single text is the input's own", () => {
    expect(tableOf('uno')).toBeNull()
    expect(tableOf('uno\n')).toBeNull()
    expect(tableOf('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(tableOf('"dos\nlíneas"\t"con ""comillas"""')).toEqual([['dos\nlíneas', 'con "comillas"']])
  })

  test('fills from its cell on, adds rows, keeps what it does not cover', () => {
    const { rows } = paste([{ ...blank, title: 'A', price: 1 }], { row: 0, column: 2 }, 'Atlas\t2\nnovel\t3')
    expect(rows).toEqual([
      { ...blank, title: 'A', kind: 'atlas', price: 2 },
      { ...blank, kind: 'novel', price: 3 },
    ])
  })

  test('reads numbers and days as the console writes them, and as files do', () => {
    const cells = (text: string) => paste([], { row: 0, column: 3 }, `${text}\n`).rows[0]
    expect(cells('S/ 1,250.50\tA\t21/11/2026')).toMatchObject({ price: 1250.5, lent: '2026-11-21' })
    expect(cells('12.5\t\t2026-11-21')).toMatchObject({ price: 12.5, lent: '2026-11-21' })
  })

  test('passes over what may not be written, and leaves what it cannot read to be told at its cell', () => {
    const { rows } = paste([], { row: 0, column: 0 }, 'Rayuela\t1963\tpoema\tmucho')
    expect(rows[0]).toMatchObject({ title: 'Rayuela', year: null, kind: 'poema', price: 'mucho' })
  })

  test('references wait for their record to be found by name; an empty cell is no name', () => {
    const { rows, named } = paste([], { row: 0, column: 4 }, ' Sala A \t\n\t2026-01-01')
    expect(named.map(({ row, text }) => [row, text])).toEqual([[0, 'Sala A']])
    expect(rows[1]).toMatchObject({ id_shelf: null, lent: '2026-01-01' })
  })

  test('stops at the most rows there may be, and says how many were left', () => {
    const { rows, left } = paste([blank, blank, blank], { row: 3, column: 0 }, 'a\tx\nb\tx\nc\tx\nd\tx')
    expect(rows).toHaveLength(5)
    expect(left).toBe(2)
  })

  test('lines beyond the last column and row never break it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string(), { maxLength: 9 }), { maxLength: 9 }),
        fc.nat(5),
        fc.nat(7),
        (table, row, column) => {
          const before = [blank, blank]
          const at = { row: Math.min(row, before.length), column }
          const { rows, left } = pasteInto(before, at, table, columns, blank, 5, style)
          expect(rows.length).toBeLessThanOrEqual(5)
          expect(rows.length + left).toBeGreaterThanOrEqual(before.length)
          for (const one of rows) expect(Object.keys(one)).toEqual(COLUMNS)
        },
      ),
    )
  })
})
