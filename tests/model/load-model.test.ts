import { describe, expect, test } from 'vitest'
import { ALL_STAFF } from '../../src/model/application'
import { fieldTypes } from '../../src/fields/data'
import type { JsonObject } from '../../src/model/json'
import { errorText, loadModel, type SourceFile } from '../../src/model/load'
import { represent } from '../../src/model/represent'
import { filesWith, KNOWN, LIBRARY, libraryModel } from './model-fixture'

const model = libraryModel()

describe('a schema', () => {
  test("has its fields in their order, the id before them and the engine's own behind", () => {
    expect(Object.keys(model.entities.shelves?.fields ?? {})).toEqual([
      'id',
      'name',
      'hidden',
      'rank',
      'version',
      'date_created',
      'date_updated',
      'date_deleted',
    ])
    expect(Object.keys(model.entities.books?.fields ?? {}).slice(-5)).toEqual([
      'state',
      'version',
      'date_created',
      'date_updated',
      'date_deleted',
    ])
  })

  test('has a state that is written by people and columns that are not', () => {
    const { state, version, rank } = { ...model.entities.books?.fields, ...model.entities.shelves?.fields }
    expect(state).toMatchObject({ type: 'enum', system: false, required: true, default: '1' })
    expect([version?.system, rank?.system]).toEqual([true, true])
  })

  test('chooses the field types that JSON names', () => {
    const types = (entity: string): { [field: string]: string } =>
      Object.fromEntries(Object.values(model.entities[entity]?.fields ?? {}).map((field) => [field.name, field.type]))
    expect(types('books')).toMatchObject({ title: 'text', year: 'integer', lent: 'date', isbn: 'text', price: 'money' })
    expect(types('users')).toMatchObject({ email: 'email', password: 'password' })
    const more: JsonObject = {
      a: { type: 'string', maxLength: 256 },
      b: { type: 'number' },
      c: { type: 'string', format: 'date-time' },
      d: { type: 'boolean' },
    }
    const other = libraryModel(['schemas/things.json', '', { properties: more }])
    expect(
      Object.values(other.entities.things?.fields ?? {})
        .slice(1, 5)
        .map((field) => field.type),
    ).toEqual(['longtext', 'decimal', 'datetime', 'flag'])
  })

  test('brings defaults into their canonical form', () => {
    expect(model.entities.shelves?.fields.hidden?.default).toBe(0)
    expect(
      libraryModel(['schemas/shelves.json', '/properties/hidden/default', true]).entities.shelves?.fields.hidden
        ?.default,
    ).toBe(1)
  })

  test('without x-represent is called by its first text, else by its id', () => {
    expect(model.entities.shelves?.represent).toEqual([{ field: 'name' }])
    const bare = libraryModel([
      'schemas/bare.json',
      '',
      { properties: { amount: { 'x-type': 'money' }, notes: { 'x-type': 'longtext' } } },
    ])
    expect(bare.entities.bare?.represent).toEqual([{ field: 'id' }])
    expect(model.entities.books?.represent).toEqual([
      { field: 'title' },
      { text: ' (' },
      { field: 'year' },
      { text: ')' },
    ])
  })

  test('may extend one of the engine, whose fields come first', () => {
    const { users } = model.entities
    expect(Object.keys(users?.fields ?? {}).slice(0, 9)).toEqual([
      'id',
      'name',
      'surname',
      'email',
      'password',
      'type_user',
      'hash',
      'id_shelf',
      'points',
    ])
    // Required by the extension, declared by the engine.
    expect([users?.fields.name?.required, users?.fields.surname?.required, users?.fields.email?.required]).toEqual([
      true,
      true,
      false,
    ])
    expect(users?.title).toBe('Usuario')
  })

  test('puts the parts of a compound value and expanded names on the wire', () => {
    expect(model.entities.books?.fields.place?.flat).toEqual({ lat: 'lat', lng: 'lng' })
    const named = libraryModel(['schemas/books.json', '/properties/place/x-flat', { lat: 'at_lat', lng: 'at_lng' }])
    expect(named.entities.books?.fields.place?.flat).toEqual({ lat: 'at_lat', lng: 'at_lng' })
  })
})

describe('a look-up', () => {
  test('goes through the resource that x-via names, else through one over all records', () => {
    expect(model.entities.books?.fields.id_owner?.ref).toEqual({
      to: 'users',
      expand: { us_name: 'name' },
      onDelete: 'restrict',
      resource: 'readers',
    })
    expect(model.entities.books?.fields.id_shelf?.ref?.resource).toBe('shelves')
  })

  test('of an entity that is seen in part only goes through the catalogue of its name, or a list without a module', () => {
    const open = libraryModel(['schemas/books.json', '/properties/id_owner/x-via', undefined])
    expect(open.entities.books?.fields.id_owner?.ref?.resource).toBe('users')
    expect(open.resources.users).toMatchObject({ entity: 'users', module: null, endpoint: 'users' })
    expect(open.resources.users).not.toHaveProperty('where')
    const withUsers = (written: JsonObject) =>
      libraryModel(
        ['schemas/users.json', '/properties/id_sponsor/x-via', undefined],
        ['schemas/books.json', '/properties/id_owner/x-via', undefined],
        ['resources/readers.json', '', undefined],
        ['resources/users.json', '', written],
        ['schemas/books.json', '/properties/id_owner/x-expand', undefined],
      )
    const own = withUsers({ where: { type_user: { eq: '2' } } })
    expect(own.entities.books?.fields.id_owner?.ref?.resource).toBe('users')
    expect(own.resources).not.toHaveProperty('all_users')
    const taken = withUsers({ entity: 'shelves', endpoint: 'racks', route: '/racks' })
    expect(taken.entities.books?.fields.id_owner?.ref?.resource).toBe('all_users')
    expect(taken.resources.all_users?.module).toBeNull()
  })

  test('that nobody needs makes no resource', () => {
    expect(Object.keys(model.resources)).toEqual(['books', 'readers', 'shelves'])
  })
})

describe('a schema without a resource file', () => {
  const { shelves } = model.resources

  test('is a complete module under its name', () => {
    expect(shelves).toMatchObject({
      name: 'shelves',
      title: 'Estante',
      entity: 'shelves',
      endpoint: 'shelves',
      route: '/shelves',
      module: 'shelves',
      fixed: {},
      menu: { group: null, icon: 'list', order: 1000 },
      export: ['xlsx', 'pdf', 'csv', 'html'],
      actions: [],
      detail: { tabs: [{ kind: 'info' }, { kind: 'logs' }] },
    })
    expect(shelves?.list).toEqual({
      columns: [{ f: 'id' }, { f: 'name' }, { f: 'hidden' }, { f: 'date_created' }],
      details: [],
      sort: ['rank', 'asc'],
      perPage: 10,
      layouts: [{ kind: 'table' }],
    })
    expect(shelves?.filters).toEqual([{ f: 'name' }, { f: 'hidden' }, { f: 'date_created', as: 'range' }])
    expect(shelves?.form).toEqual({
      in: 'dialog',
      rows: [
        {
          cells: [
            { f: 'name', columns: 6 },
            { f: 'hidden', columns: 6 },
          ],
        },
      ],
    })
  })

  test('shows a few columns, keeps the rest for the details, and never a secret or a password', () => {
    const { books } = libraryModel(['resources/books.json', '', undefined]).resources
    const columns = books?.list.columns.map(({ f }) => f)
    expect(columns).toEqual(['id', 'title', 'year', 'id_shelf', 'id_owner', 'kind', 'price', 'state', 'date_created'])
    expect(books?.list.details.map(({ f }) => f)).toEqual([
      'fine',
      'lent',
      'returned',
      'margin',
      'place',
      'isbn',
      'notes',
    ])
    expect(books?.list.sort).toEqual(['id', 'desc'])
    expect(books?.filters.map(({ f }) => f)).toEqual(['title', 'id_shelf', 'id_owner', 'kind', 'state', 'date_created'])
    expect(books?.form.rows.at(-1)).toEqual({ cells: [{ f: 'notes', columns: 12 }] })
  })

  test('and with x-module false has neither a module nor calls', () => {
    const quiet = libraryModel([
      'schemas/shelf_marks.json',
      '',
      { 'x-module': false, properties: { name: { type: 'string' } } },
    ])
    expect(quiet.entities).toHaveProperty('shelf_marks')
    expect(quiet.resources).not.toHaveProperty('shelf_marks')
  })
})

describe('a resource', () => {
  const { readers, books } = model.resources

  test('stamps what its where fixes, alone or among others', () => {
    expect(readers?.fixed).toEqual({ type_user: '2' })
    const both = libraryModel(['resources/readers.json', '/where', { type_user: { eq: 2 }, state: { ne: '0' } }])
    expect(both.resources.readers?.fixed).toEqual({ type_user: '2' })
    const either = libraryModel([
      'resources/readers.json',
      '/where',
      { any: [{ type_user: { eq: '2' } }, { points: { gt: 5 } }] },
    ])
    expect(either.resources.readers?.fixed).toEqual({})
  })

  test('spells out what was written short', () => {
    expect(readers?.form.rows).toEqual([
      {
        cells: [
          { f: 'name', columns: 8 },
          { f: 'surname', columns: 4 },
        ],
      },
      {
        cells: [
          { f: 'email', columns: 6 },
          { f: 'password', columns: 6 },
        ],
      },
      {
        show: { operand: { kind: 'field', field: 'points' }, op: 'gt', value: { kind: 'literal', value: 0 } },
        rows: [{ cells: [{ f: 'id_shelf', columns: 12 }] }],
      },
    ])
    expect(readers?.list.columns).toEqual([{ f: 'id' }, { f: 'name' }, { f: 'state', as: 'badge' }])
    expect(readers?.detail.tabs).toEqual([
      { kind: 'info' },
      { kind: 'resource', id: 'books', resource: 'books', by: 'id_owner' },
      { kind: 'panel', id: 'card', panel: 'reader-card' },
      { kind: 'logs' },
    ])
    expect(readers?.actions[0]).toMatchObject({
      id: 'remind',
      icon: 'bolt',
      needs: 'edit',
      call: { method: 'POST', path: 'readers/remind', send: { id: 'id', email: 'email' } },
      confirm: true,
    })
    expect(readers?.actions[1]).toMatchObject({
      id: 'shelf',
      on: ['row'],
      needs: 'see',
      go: '/shelves?id={id_shelf}',
      confirm: false,
    })
  })

  test('a dialog follows the rules over what it asks, and no others', () => {
    const asks = (fields: readonly string[]) =>
      libraryModel([
        'resources/books.json',
        '/actions',
        [{ id: 'sell', title: 'Vender', call: 'POST books/sell', ask: { fields } }],
      ]).resources['books']?.actions[0]?.ask?.fields
    const rule = (field: string) => expect.objectContaining({ operand: { kind: 'field', field } }) as unknown
    expect(asks(['kind', 'fine', 'price', 'margin'])).toMatchObject([
      { name: 'kind' },
      { name: 'fine', see: rule('kind'), require: rule('price') },
      {},
      { name: 'margin' },
    ])
    const [alone, margin] = asks(['fine', 'margin']) ?? []
    expect([alone?.see, alone?.require, margin?.see, margin?.edit]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  test('names a widget in a cell', () => {
    expect(books?.form.rows[1]).toEqual({ cells: [{ f: 'place', columns: 12, widget: 'map' }] })
  })
})

describe('the Model', () => {
  test('is frozen all the way down and travels as JSON unchanged', () => {
    expect(JSON.parse(JSON.stringify(model))).toEqual(model)
    const open: string[] = []
    const walk = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return
      if (!Object.isFrozen(value)) open.push(path)
      for (const [key, inner] of Object.entries(value)) walk(inner, `${path}/${key}`)
    }
    walk(model, '')
    expect(open).toEqual([])
  })

  test('is the same whatever the order of the files', () => {
    const files = filesWith()
    expect(JSON.stringify(loadModel([...files].reverse(), fieldTypes, KNOWN).model)).toBe(
      JSON.stringify(loadModel(files, fieldTypes, KNOWN).model),
    )
  })

  test('of 500 schemas is there in about a second', () => {
    const book = LIBRARY['schemas/books.json'] ?? {}
    const many: SourceFile[] = Array.from({ length: 500 }, (_, i) => ({
      path: `schemas/books_${i}.json`,
      text: JSON.stringify(book),
    }))
    const start = performance.now()
    const { model: large, errors } = loadModel([...filesWith(), ...many], fieldTypes, KNOWN)
    console.log(`500 schemas of 14 fields: ${Math.round(performance.now() - start)} ms`)
    expect(errors).toEqual([])
    expect(Object.keys(large.resources)).toHaveLength(503)
  })

  test('has no layout that no feature supplies', () => {
    const files = filesWith(['resources/books.json', '/list/layouts', ['table', 'map']])
    const { errors } = loadModel(files, fieldTypes, { ...KNOWN, layouts: [] })
    expect(errors.map(errorText)).toEqual([
      'M005 resources/books.json /list/layouts/1: no layout "map". No feature supplies a layout.',
    ])
    expect(loadModel(files, fieldTypes, KNOWN).model.resources['books']?.list.layouts).toEqual([
      { kind: 'table' },
      { kind: 'map', at: 'place', card: [] },
    ])
  })

  test('is told of every mistake at once, never by a throw', () => {
    const broken = filesWith().map((file, i) => ({
      ...file,
      text: i % 2 ? file.text.slice(0, -3) : file.text.replaceAll('"type"', '"tipe"'),
    }))
    const { errors } = loadModel(broken, fieldTypes, KNOWN)
    expect(errors.length).toBeGreaterThan(5)
    expect(loadModel([], fieldTypes, KNOWN)).toEqual({
      model: { entities: {}, resources: {}, reports: {}, application: ALL_STAFF },
      errors: [],
    })
  })
})

test('a record is called by its representation, else by its id', () => {
  const { books } = model.entities
  expect(books && represent(books, { id: 7, title: 'Rayuela', year: 1963 })).toBe('Rayuela (1963)')
  expect(
    books &&
      represent(
        { ...books, represent: [{ field: 'title' }, { text: ' ' }, { field: 'kind' }] },
        { id: 7, title: null, kind: 'novel' },
      ),
  ).toBe('novel')
  expect(books && represent({ ...books, represent: [{ field: 'title' }] }, { id: 7 })).toBe('#7')
})
