import { describe, expect, test } from 'vitest'
import { fieldTypes } from '../../src/fields/data'
import { canonicalRecord, isWritable } from '../../src/model/canonical'
import { hiddenFields, isEditable, keepHidden } from '../../src/model/rights/hidden'
import type { Json, JsonObject } from '../../src/model/json'
import type { RuleContext } from '../../src/model/rules/rule'
import { replacedErrors, withSetValues } from '../../src/model/validation/set-values'
import { validateRecord } from '../../src/model/validation/validate'
import { libraryModel } from './model-fixture'

const model = libraryModel()
const books = model.entities.books!
const users = model.entities.users!
const OPERATOR = { operator: true, root: false }

const context = (record: JsonObject, user: JsonObject = OPERATOR): RuleContext => ({
  record,
  user,
  setting: {},
  now_ms: Date.UTC(2026, 10, 21),
})
/** A new book, unless `before` says otherwise; field → key of its error. */
function errors(
  record: JsonObject,
  user: JsonObject = OPERATOR,
  before?: JsonObject | null,
): { [field: string]: string } {
  const found = validateRecord(books, fieldTypes, record, context(record, user), before)
  return Object.fromEntries(Object.entries(found).map(([field, error]) => [field, error.key]))
}

const BOOK: JsonObject = { title: 'Rayuela', id_shelf: 1, kind: 'novel', state: '1' }

describe('what comes in', () => {
  test('is kept by the fields it names, canonical, and nothing else of it', () => {
    const record = canonicalRecord(books, fieldTypes, {
      title: '  Rayuela ',
      year: '1963',
      lent: '',
      stranger: 1,
      constructor: 'x',
      sh_name: 'A',
    })
    expect(record).toEqual({ title: 'Rayuela', year: 1963, lent: null })
  })

  test('may name a place by its parts', () => {
    expect(canonicalRecord(books, fieldTypes, { lat: '-12.1', lng: -77 })).toEqual({ place: { lat: -12.1, lng: -77 } })
    expect(canonicalRecord(books, fieldTypes, { lat: '', lng: null })).toEqual({ place: null })
    expect(canonicalRecord(books, fieldTypes, { title: 'x' })).toEqual({ title: 'x' })
    expect(canonicalRecord(books, fieldTypes, { place: null, lat: 1, lng: 1 })).toEqual({ place: null })
    // Half a place is no place: the check tells it.
    expect(errors({ ...BOOK, ...canonicalRecord(books, fieldTypes, { lat: 1 }) })).toEqual({ place: 'point' })
  })

  test("of secrets and of the engine's columns is nobody's to write", () => {
    expect(
      Object.values(books.fields)
        .filter((field) => !isWritable(field))
        .map((field) => field.name),
    ).toEqual(['id', 'shelf_mark', 'version', 'date_created', 'date_updated', 'date_deleted'])
  })
})

describe('a record', () => {
  test('that is right has no error', () => {
    expect(errors(BOOK)).toEqual({})
    expect(
      errors({ ...BOOK, year: 1963, price: 10, lent: '2026-01-01', returned: '2026-01-02', place: { lat: 1, lng: 2 } }),
    ).toEqual({})
  })

  test('has an error under each wrong field', () => {
    expect(errors({ title: null, id_shelf: 1, state: '1', year: 3000, kind: 'poem', isbn: '978' })).toEqual({
      title: 'required',
      year: 'max',
      kind: 'enum',
      isbn: 'pattern',
    })
    expect(errors({})).toEqual({ title: 'required', id_shelf: 'required', state: 'required' })
  })

  test('needs a field where its rule says so, and only there', () => {
    expect(errors({ ...BOOK, kind: 'atlas', price: 101 })).toEqual({ fine: 'required' })
    expect(errors({ ...BOOK, kind: 'atlas', price: 100 })).toEqual({})
  })

  test('never needs a hidden field', () => {
    expect(errors({ ...BOOK, kind: 'novel', price: 101 })).toEqual({})
  })

  test('obeys the checks across fields, under the field they name', () => {
    expect(errors({ ...BOOK, lent: '2026-02-01', returned: '2026-01-01' })).toEqual({
      returned: 'checks.back_after_lent',
    })
    expect(errors({ ...BOOK, lent: '2026-02-01', returned: '2026-02-01' })).toEqual({})
    expect(errors({ ...BOOK, lent: '2026-02-01' })).toEqual({})
  })

  test('is not checked across fields while one of them is wrong', () => {
    expect(errors({ ...BOOK, lent: '2026-02-30', returned: '2026-01-01' })).toEqual({ lent: 'date' })
    expect(errors({ ...BOOK, lent: '2026-02-01', returned: 'soon' })).toEqual({ returned: 'date' })
  })
})

describe('a value that a rule sets', () => {
  // An atlas costs 80, and what costs 80 is of the year 2000.
  const set = libraryModel(
    ['schemas/books.json', '/properties/price/x-set', { to: '80.00', when: { kind: { eq: 'atlas' } } }],
    ['schemas/books.json', '/properties/year/x-set', { to: 2000, when: { price: { eq: 80 } } }],
    ['schemas/books.json', '/properties/returned/x-set', { to: null, when: { lent: { isNull: true } } }],
  ).entities.books!
  const told = (record: JsonObject, before?: JsonObject | null) =>
    Object.fromEntries(
      Object.entries(validateRecord(set, fieldTypes, record, context(record), before)).map(([field, { key }]) => [
        field,
        key,
      ]),
    )

  test('takes the place of any other, and makes other rules hold', () => {
    const book = { ...BOOK, kind: 'atlas', price: 5, year: null, lent: null, returned: '2026-01-01' }
    expect(withSetValues(set, book, context)).toEqual({ ...book, price: 80, year: 2000, returned: null })
    expect(withSetValues(set, { ...BOOK, returned: null }, context)).toEqual({ ...BOOK, returned: null })
  })

  test('leaves a record as it is that has it, and one that no rule is about', () => {
    for (const book of [
      { ...BOOK, price: 5, lent: '2026-01-01', returned: '2026-01-02' },
      { ...BOOK, kind: 'atlas', price: 80, year: 2000 },
    ])
      expect(withSetValues(set, book, context)).toBe(book)
  })

  test('is locked: no other value is right, and nobody may change it', () => {
    const atlas = { ...BOOK, kind: 'atlas', price: 80, year: 2000 }
    expect(told(atlas, null)).toEqual({})
    expect(told({ ...atlas, price: 5 }, { ...atlas, price: 5 })).toEqual({ price: 'not_editable' })
    expect(isEditable(set.fields.price!, context(atlas))).toBe(false)
    expect(isEditable(set.fields.price!, context(BOOK))).toBe(true)
  })

  test('does not hide that an impossible one was sent', () => {
    const error = (sent: JsonObject, record: JsonObject) =>
      replacedErrors(set, fieldTypes, sent as { [field: string]: Json }, context(record))
    expect(error({ price: -1, year: 5000 }, { ...BOOK, kind: 'atlas', price: 80 })).toMatchObject({
      price: { key: 'min' },
      year: { key: 'max' },
    })
    expect(error({ price: 5 }, { ...BOOK, kind: 'atlas', price: 80 })).toEqual({})
    expect(error({ price: -1 }, BOOK)).toEqual({})
  })
})

describe('a change', () => {
  const root = { operator: true, root: true }

  test('of a field that the user may not edit is told, and an unchanged one passes', () => {
    expect(errors({ ...BOOK, margin: 2 }, OPERATOR, { ...BOOK, margin: 1 })).toEqual({ margin: 'not_editable' })
    expect(errors({ ...BOOK, margin: 1 }, OPERATOR, { ...BOOK, margin: 1 })).toEqual({})
    expect(errors({ ...BOOK, margin: 2 }, root, { ...BOOK, margin: 1 })).toEqual({})
    expect(errors({ ...BOOK, margin: 2 }, OPERATOR, null)).toEqual({ margin: 'not_editable' })
    expect(errors({ ...BOOK, margin: 2 })).toEqual({})
  })

  describe('of a record that locks itself', () => {
    // Atlases are closed: their kind, their price and the shelf of a hidden one.
    const open = { kind: { eq: 'novel' } }
    const locked = libraryModel(
      ['schemas/books.json', '/properties/kind/x-edit', open],
      ['schemas/books.json', '/properties/price/x-edit', open],
      ['schemas/books.json', '/properties/year/x-edit', { 'id_shelf.hidden': { eq: 0 } }],
    ).entities.books!
    const refused = (record: JsonObject, before: JsonObject) =>
      Object.keys(validateRecord(locked, fieldTypes, record, { ...context(record), before }, before))
    const novel = { ...BOOK, price: 5, year: 1963, 'id_shelf.hidden': 0 }
    const atlas = { ...novel, kind: 'atlas' }

    test('cannot be unlocked and changed in one save', () => {
      expect(refused({ ...novel, price: 0 }, atlas)).toEqual(['kind', 'price'])
      expect(refused({ ...atlas, title: 'Otro' }, atlas)).toEqual([])
      expect(refused({ ...novel, year: 1, id_shelf: 2 }, { ...novel, 'id_shelf.hidden': 1 })).toEqual(['year'])
    })

    test('is locked by a save that may still change what only the stored record allows', () => {
      expect(refused(atlas, novel)).toEqual([])
      expect(refused({ ...atlas, price: 6 }, novel)).toEqual(['price'])
      expect(isEditable(locked.fields.kind!, { ...context(atlas), before: novel })).toBe(true)
      expect(isEditable(locked.fields.kind!, { ...context(novel), before: atlas })).toBe(false)
    })
  })

  test('keeps what the user does not see', () => {
    const reader = { operator: false, root: false }
    const before = { ...BOOK, margin: 1, fine: 5 }
    expect(hiddenFields(books, context(before, reader))).toEqual(['fine', 'margin', 'shelf_mark'])
    expect(keepHidden(books, { ...BOOK, margin: 9, fine: 0 }, before, context(BOOK, reader))).toMatchObject({
      margin: 1,
      fine: 5,
    })
    expect(keepHidden(books, { ...BOOK, margin: 9, fine: 0 }, null, context(BOOK, reader))).toMatchObject({
      margin: null,
      fine: null,
    })
    expect(keepHidden(books, { ...BOOK, margin: 9 }, before, context(BOOK, OPERATOR))).toMatchObject({ margin: 9 })
  })

  test('may leave a required password empty, a new account may not', () => {
    const strict = { ...users, fields: { ...users.fields, password: { ...users.fields.password!, required: true } } }
    const person = { name: 'Ana', surname: 'Paz', state: '1', password: null }
    expect(validateRecord(strict, fieldTypes, person, context(person), { ...person })).toEqual({})
    expect(validateRecord(strict, fieldTypes, person, context(person), null)).toEqual({ password: { key: 'required' } })
  })
})
