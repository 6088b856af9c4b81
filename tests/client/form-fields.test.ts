import { describe, expect, test } from 'vitest'
import { allCells, openCells, openParts, toSend } from '../../src/client/resource/form/form-fields'
import { formResolver } from '../../src/client/resource/form/RecordForm'
import type { ScreenScope } from '../../src/client/resource/scope'
import type { JsonObject } from '../../src/model/json'
import type { RuleContext } from '../../src/model/rules/rule'
import { libraryModel } from '../model/model-fixture'

const model = libraryModel()
const readers = model.resources.readers!
const books = model.resources.books!
const users = model.entities.users!
const context = (record: JsonObject, user: JsonObject = {}): RuleContext => ({ record, user, setting: {}, now_ms: 0 })
const names = (cells: readonly { f: string }[]) => cells.map(({ f }) => f)

describe('the cells of a form', () => {
  test('those under a condition are there only while it holds', () => {
    expect(names(allCells(readers.form.rows))).toEqual(['name', 'surname', 'email', 'password', 'id_shelf'])
    expect(names(openCells(readers.form.rows, context({ points: 0 })))).not.toContain('id_shelf')
    expect(names(openCells(readers.form.rows, context({ points: 1 })))).toContain('id_shelf')
  })
})

describe('groups of rows', () => {
  const grouped = libraryModel(
    ['schemas/books.json', '/required', ['title']],
    [
      'resources/books.json',
      '/form/rows',
      [
        ['title'],
        { group: 'money', title: 'Dinero', rows: [['price'], { show: { kind: { eq: 'atlas' } }, rows: [['fine']] }] },
        { group: 'place', title: 'Lugar', show: { price: { gt: 5 } }, rows: [['place']] },
        ['notes'],
      ],
    ],
  ).resources.books!
  const parts = (record: JsonObject) =>
    openParts(grouped.form.rows, context(record)).map(({ group, cells }) => [group?.title ?? '', ...names(cells)])

  test('stand under their titles in the order of the form', () => {
    expect(names(allCells(grouped.form.rows))).toEqual(['title', 'price', 'fine', 'place', 'notes'])
    expect(parts({ kind: 'atlas', price: 6 })).toEqual([
      ['', 'title'],
      ['Dinero', 'price', 'fine'],
      ['Lugar', 'place'],
      ['', 'notes'],
    ])
    expect(parts({ kind: 'novel', price: 1 })).toEqual([
      ['', 'title'],
      ['Dinero', 'price'],
      ['', 'notes'],
    ])
  })
})

describe('what a form sends', () => {
  test('of a new record all that it shows, empty ones too, and nothing else', () => {
    const values = { name: 'Ana', email: null, points: 0, id_shelf: 3, date_created: 'x', name__label: 'y' }
    expect(toSend(values, users, readers.form.rows, context(values), null)).toEqual({
      name: 'Ana',
      surname: null,
      email: null,
      password: null,
    })
  })
  test('of another only what was changed', () => {
    const values = { name: 'Ana', surname: 'Paz', points: 1, id_shelf: 3 }
    expect(toSend(values, users, readers.form.rows, context(values), (name) => name === 'surname')).toEqual({
      surname: 'Paz',
    })
  })
  test('never what the stored record locks, whatever was typed', () => {
    const locked = libraryModel(['schemas/books.json', '/properties/price/x-edit', { kind: { eq: 'novel' } }]).entities
      .books!
    const sent = (before: JsonObject) =>
      Object.keys(
        toSend(
          { kind: 'novel', price: 5 },
          locked,
          books.form.rows,
          { ...context({ kind: 'novel', price: 5 }), before },
          () => true,
        ),
      )
    expect(sent({ kind: 'novel' })).toContain('price')
    expect(sent({ kind: 'atlas' })).not.toContain('price')
  })
  test('never what this user may not see or change', () => {
    const values = { title: 'Rayuela', kind: 'novel', fine: 5, margin: 2 }
    const sent = (user: JsonObject, kind: string) =>
      Object.keys(
        toSend({ ...values, kind }, model.entities.books!, books.form.rows, context({ ...values, kind }, user), null),
      )
    expect(sent({ operator: false }, 'novel')).not.toContain('margin')
    expect(sent({ operator: true, root: false }, 'novel')).not.toContain('margin')
    expect(sent({ operator: true, root: true }, 'novel')).toContain('margin')
    expect(sent({}, 'novel')).not.toContain('fine')
    expect(sent({}, 'atlas')).toContain('fine')
  })
})

describe('what a form finds wrong by itself', () => {
  const scope = { resource: books, entity: model.entities.books!, contextOf: context } as unknown as ScreenScope
  const shown = new Set(names(allCells(books.form.rows)))
  const errorsOf = async (values: JsonObject, before: JsonObject | null = null, at = scope, begun: JsonObject = {}) => {
    const resolver = formResolver(
      at,
      model.entities,
      () => shown,
      before,
      ({ key, params }) => [key, ...Object.values(params ?? {})].join(' '),
      begun,
    )
    const { errors } = await resolver(values, undefined, { fields: {}, shouldUseNativeValidation: false })
    return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]))
  }
  test('is what the server would, in words', async () => {
    expect(await errorsOf({ kind: 'novel', year: 3000 })).toEqual({
      title: 'required',
      id_shelf: 'required',
      year: 'max 2100',
    })
    expect(await errorsOf({ title: '  ', id_shelf: 1, kind: 'novel' })).toEqual({ title: 'required' })
  })
  test('a hidden field is never wrong', async () => {
    expect(await errorsOf({ title: 'Atlas', id_shelf: 1, kind: 'novel', price: 200 })).toEqual({})
    expect(await errorsOf({ title: 'Atlas', id_shelf: 1, kind: 'atlas', price: 200 })).toEqual({ fine: 'required' })
  })
  test('a number typed as text is read as the server reads it', async () => {
    expect(await errorsOf({ title: 'Atlas', id_shelf: 1, kind: 'novel', price: '1.10' })).toEqual({})
    expect(await errorsOf({ title: 'Atlas', id_shelf: 1, kind: 'novel', price: 'mucho' })).toHaveProperty('price')
  })
  test('what a new record begins with is no change of who may not make it: their own scope, what a tab, a list or a copy gave', async () => {
    const locked = libraryModel(
      ['schemas/books.json', '/properties/id_shelf/x-edit', { 'user.root': { eq: true } }],
      ['schemas/books.json', '/properties/place/x-edit', { 'user.root': { eq: true } }],
    ).entities.books!
    const at = { ...scope, entity: locked }
    const begun = { id_shelf: 1, id_shelf__label: 'A', place: { lat: 1, lng: 2 }, lat: 1, lng: 2 }
    expect(await errorsOf({ ...begun, title: 'Atlas', kind: 'novel' }, null, at, begun)).toEqual({})
    expect(await errorsOf({ ...begun, id_shelf: 2, title: 'Atlas', kind: 'novel' }, null, at, begun)).toEqual({
      id_shelf: 'not_editable',
    })
    expect(await errorsOf({ id_shelf: 2, title: 'Atlas', kind: 'novel' }, { id_shelf: 1, title: 'Atlas' }, at)).toEqual(
      { id_shelf: 'not_editable' },
    )
  })
  test('what the form does not show is left to the server', async () => {
    expect(await errorsOf({ title: 'Atlas', id_shelf: 1, kind: 'novel', isbn: 'no' })).toEqual({})
  })
})
