import PROJECT from '../../schemas/application.json' with { type: 'json' }
import { fieldTypes } from '../../src/fields/data'
import type { Actor } from '../../src/model/rights/actor'
import type { Scopes } from '../../src/model/application'
import type { Json, JsonObject } from '../../src/model/json'
import { applicationOf } from '../../src/model/loader/build-application'
import { errorText, loadModel, type MetadataError, type SourceFile } from '../../src/model/load'
import type { Model } from '../../src/model/model'

/** A small library: an application that the engine has never heard of. */
export const LIBRARY: { readonly [path: string]: JsonObject } = {
  'system/users.json': {
    title: 'Usuario',
    required: ['name'],
    'x-module': false,
    'x-traits': ['activable'],
    'x-represent': '{name} {surname}',
    properties: {
      name: { type: 'string', maxLength: 80, 'x-search': true },
      surname: { type: 'string', maxLength: 80 },
      email: { type: 'string', format: 'email', 'x-unique': true },
      password: { 'x-type': 'password' },
      type_user: {
        'x-type': 'enum',
        'x-values': [
          { value: '1', title: 'Operador' },
          { value: '2', title: 'Lector' },
        ],
      },
      hash: { type: 'string', maxLength: 64, 'x-secret': true },
    },
  },
  'system/roles.json': {
    title: 'Rol',
    'x-module': false,
    'x-represent': '{name}',
    'x-scope': { shared: true },
    properties: { name: { type: 'string', maxLength: 80 }, root: { type: 'boolean', default: 0 } },
  },
  'schemas/roles.json': { 'x-extends': true, properties: { corporate: { type: 'boolean', default: 0 } } },
  'schemas/application.json': {
    kinds: [
      { value: '1', title: 'Operador', staff: true },
      { value: '2', title: 'Lector' },
    ],
    scopes: {
      company: { field: 'id_sponsor' },
      branch: { field: 'id_shelf', staff: true, divides: 'all', wire: 'id_branches' },
    },
  },
  'schemas/users.json': {
    'x-extends': true,
    required: ['surname'],
    properties: {
      id_shelf: { 'x-type': 'ref', 'x-to': 'shelves' },
      points: { type: 'integer', minimum: 0, default: 0 },
      id_sponsor: { 'x-type': 'ref', 'x-to': 'users', 'x-via': 'readers' },
    },
  },
  'schemas/shelves.json': {
    title: 'Estante',
    required: ['name'],
    'x-traits': ['sortable'],
    'x-scope': { shared: true },
    properties: {
      name: { type: 'string', maxLength: 40, 'x-unique': true, 'x-search': true },
      hidden: { type: 'boolean', default: 0 },
    },
  },
  'schemas/books.json': {
    title: 'Libro',
    required: ['title', 'id_shelf'],
    'x-traits': ['activable'],
    'x-represent': '{title} ({year})',
    'x-size': 'large',
    'x-scope': { company: 'id_owner', branch: 'id_shelf.id' },
    'x-unique': [['title', 'year']],
    properties: {
      title: { type: 'string', maxLength: 120, 'x-search': true },
      year: { type: 'integer', minimum: 0, maximum: 2100 },
      id_shelf: { 'x-type': 'ref', 'x-to': 'shelves', 'x-expand': { sh_name: 'name' } },
      id_owner: { 'x-type': 'ref', 'x-to': 'users', 'x-via': 'readers', 'x-expand': { us_name: 'name' } },
      kind: {
        'x-type': 'enum',
        'x-values': [
          { value: 'novel', title: 'Novela' },
          { value: 'atlas', title: 'Atlas' },
        ],
        default: 'novel',
      },
      price: { 'x-type': 'money', minimum: 0 },
      fine: { 'x-type': 'money', minimum: 0, 'x-see': { kind: { eq: 'atlas' } }, 'x-require': { price: { gt: 100 } } },
      lent: { type: 'string', format: 'date' },
      returned: { type: 'string', format: 'date' },
      margin: {
        'x-type': 'decimal',
        'x-see': { 'user.operator': { eq: true } },
        'x-edit': { 'user.root': { eq: true } },
      },
      place: { 'x-type': 'point', 'x-flat': true },
      isbn: { type: 'string', pattern: '^[0-9]{13}$' },
      notes: { 'x-type': 'longtext' },
      shelf_mark: { type: 'string', 'x-secret': true },
    },
    'x-checks': [
      {
        id: 'back_after_lent',
        assert: { returned: { gte: { field: 'lent' } } },
        when: { returned: { isNull: false }, lent: { isNull: false } },
        at: 'returned',
        say: 'checks.back_after_lent',
      },
    ],
  },
  'schemas/loans.json': {
    title: 'Préstamo',
    'x-module': false,
    'x-represent': '{note}',
    properties: {
      id_book: { 'x-type': 'ref', 'x-to': 'books' },
      note: { type: 'string', maxLength: 40 },
      seen_at: { 'x-type': 'point' },
    },
  },
  'schemas/page_one.json': {
    title: 'Uno',
    'x-settings': true,
    'x-module': false,
    properties: { motto: { type: 'string' } },
  },
  'resources/readers.json': {
    entity: 'users',
    title: 'Lectores',
    where: { type_user: { eq: '2' } },
    list: {
      columns: ['id', 'name', { f: 'state', as: 'badge' }],
      details: ['email'],
      sort: ['name', 'asc'],
      perPage: 15,
    },
    filters: ['name', 'state', { f: 'date_created', as: 'range' }],
    form: {
      in: 'page',
      rows: [['name:8', 'surname'], ['email', 'password'], { show: { points: { gt: 0 } }, rows: [['id_shelf:12']] }],
    },
    detail: {
      tabs: [
        'info',
        { tab: 'books', resource: 'books', by: 'id_owner' },
        { tab: 'card', panel: 'reader-card' },
        'logs',
      ],
    },
    actions: [
      {
        id: 'remind',
        on: ['row', 'bulk'],
        call: 'POST readers/remind',
        send: ['id', 'email'],
        when: { state: { eq: '1' } },
        confirm: true,
      },
      { id: 'shelf', go: '/shelves?id={id_shelf}', needs: 'see' },
    ],
  },
  'resources/books.json': {
    list: { columns: ['title', 'sh_name', 'id_owner', 'price'], details: ['place', 'notes'] },
    filters: ['title', 'kind', 'id_shelf', 'price', { f: 'lent', as: 'range' }],
    form: {
      rows: [
        ['title:8', 'year:4'],
        [{ f: 'place', columns: 12, widget: 'map' }],
        ['id_shelf', 'id_owner', 'kind'],
        ['price', 'fine', 'margin'],
      ],
    },
  },
}

/** The project's own: an owner, a particular kind of it, and two that divide. */
export const SCOPES: Scopes = applicationOf(PROJECT as unknown as JsonObject).scopes

export const KNOWN = {
  widgets: ['map'],
  panels: ['reader-card'],
  dialogs: ['reader-card-print'],
  layouts: ['map'],
  charts: ['map'],
  settings: ['library.open'],
  tables: { lendings: 'the feature "desk"', shelves_fans: 'the feature "desk"' },
}

/** A change of one file: the value at a JSON pointer, or undefined to take it away; the whole file at ''. */
export type Change = readonly [path: string, pointer: string, value: Json | undefined]

export function filesWith(...changes: readonly Change[]): SourceFile[] {
  const files = structuredClone(LIBRARY) as { [path: string]: Json }
  for (const [path, pointer, value] of changes) {
    if (pointer === '' && value === undefined) delete files[path]
    else files[path] = pointer === '' ? (value as Json) : changed(files[path] ?? {}, pointer.slice(1).split('/'), value)
  }
  return Object.entries(files).map(([path, json]) => ({
    path,
    text: typeof json === 'string' ? json : JSON.stringify(json, null, 2),
  }))
}

function changed(json: Json, [key = '', ...rest]: readonly string[], value: Json | undefined): Json {
  const inner = (json as JsonObject)[key]
  const next = rest.length ? changed(inner ?? {}, rest, value) : value
  if (Array.isArray(json)) return Object.assign([...json], { [key === '-' ? json.length : Number(key)]: next }) as Json
  const { [key]: _, ...others } = json as { [key: string]: Json }
  return next === undefined
    ? others
    : (Object.fromEntries([
        ...Object.entries(json as JsonObject).map(([name, old]) => [name, name === key ? next : old]),
        [key, next],
      ]) as Json)
}

export function errorsWith(...changes: readonly Change[]): readonly MetadataError[] {
  return loadModel(filesWith(...changes), fieldTypes, KNOWN).errors
}

/** The Model of the library, with changes that must be without error. */
export function libraryModel(...changes: readonly Change[]): Model {
  const { model, errors } = loadModel(filesWith(...changes), fieldTypes, KNOWN)
  if (errors.length) throw new Error(errors.map(errorText).join('\n'))
  return model
}

export function actorOf(rights: { readonly [module: string]: 'see' | 'edit' }, more: Partial<Actor> = {}): Actor {
  return {
    id: 1,
    root: false,
    operator: true,
    language: 'es',
    scopes: {},
    rights: Object.fromEntries(
      Object.entries(rights).map(([module, right]) => [module, { see: true, edit: right === 'edit' }]),
    ),
    facts: { id: 1, root: false, operator: true },
    ...more,
  }
}
