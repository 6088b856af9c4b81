import { Type } from 'typebox'
import type { JsonObject } from '../../src/model/json'
import { defineCall } from '../../src/model/call'
import { serveCall, type ServerFeature } from '#engine/server'
import type { OpenFresh } from '../open-fresh'
import { testApp, type Answer, type TestApp } from './fixture-app'
import type { RoleName } from './fixture-users'
import type { Files } from './fixture-schemas'

/**
 * A catalogue of each kind: a tree, text ids, one record, a value in the route, nested endpoints, another service,
 * actions that ask.
 */
const KIND_SCHEMAS: Files = {
  places: {
    title: 'Zona',
    required: ['name'],
    'x-traits': ['activable', 'sortable', 'tree'],
    'x-represent': '{name}',
    properties: { name: { type: 'string', maxLength: 60, 'x-search': true }, level: { type: 'integer' } },
  },
  tongues: {
    title: 'Idioma',
    required: ['name'],
    'x-traits': ['activable', 'sortable'],
    'x-key': { maxLength: 2, pattern: '^[a-z]{2}$' },
    properties: {
      name: { type: 'string', maxLength: 60, 'x-search': true },
      completed: { type: 'boolean', default: 0 },
    },
  },
  marks: {
    title: 'Signatura',
    required: ['name'],
    'x-key': { maxLength: 20 },
    properties: { name: { type: 'string', maxLength: 60 } },
  },
  books: {
    title: 'Libro',
    required: ['title'],
    'x-traits': ['activable'],
    properties: {
      title: { type: 'string', maxLength: 60 },
      kind: {
        'x-type': 'enum',
        default: 'b',
        'x-values': [
          { value: 'a', title: 'Atlas' },
          { value: 'b', title: 'Novela' },
        ],
      },
      id_tongue: { 'x-type': 'ref', 'x-to': 'tongues', 'x-expand': { tongue_name: 'name' } },
      reason: { type: 'string', maxLength: 40, readOnly: true },
    },
  },
  options: {
    title: 'Ajustes',
    'x-scope': { shared: true },
    required: ['limit_rows'],
    'x-represent': 'Ajustes',
    properties: {
      limit_rows: { type: 'integer', minimum: 1, default: 10 },
      banner: { type: 'string', maxLength: 80 },
      area: { type: 'string', maxLength: 10 },
    },
  },
  far_items: {
    title: 'Ajeno',
    required: ['name'],
    properties: { name: { type: 'string', maxLength: 40 }, price: { 'x-type': 'money' } },
  },
}

const KIND_RESOURCES: Files = {
  tongues: { title: 'Idiomas' },
  books: {
    title: 'Libros',
    endpoint: 'library/books',
    route: '/library/books/:kind',
    param: { first: 'b' },
    ask: { disable: { tone: 'danger', fields: ['reason'], required: ['reason'] } },
    actions: [
      {
        id: 'lend',
        on: ['row', 'bulk'],
        call: 'POST library/books/lend',
        send: ['id'],
        ask: {
          properties: { to: { type: 'string', maxLength: 10 }, days: { type: 'integer', minimum: 1, maximum: 30 } },
          required: ['to'],
        },
      },
    ],
  },
  options: { singleton: true, where: { area: { eq: 'general' } } },
  mail_options: { entity: 'options', title: 'Correo', singleton: true, where: { area: { eq: 'mail' } } },
  far_items: { rest: 'https://erp.example:8443/api/v1', endpoint: 'items' },
}

const lend = defineCall({
  method: 'POST',
  path: 'library/books/lend',
  access: { module: 'books', right: 'edit' },
  request: Type.Object({
    id: Type.Optional(Type.Integer()),
    ids: Type.Optional(Type.Array(Type.Integer())),
    to: Type.String(),
    days: Type.Optional(Type.Integer()),
  }),
  response: Type.Object({ to: Type.String(), days: Type.Integer() }),
})

const library: ServerFeature = {
  name: 'library',
  needs: { books: ['title'] },
  calls: [serveCall(lend, async (_context, { to, days = 7 }) => ({ to, days }))],
}

export interface KindApp extends TestApp {
  post(role: RoleName, path: string, input?: JsonObject): Promise<Answer>
  /** Creates a record or fails the test; its id. */
  make(path: string, input: JsonObject): Promise<number | string>
  items(path: string, query?: JsonObject): Promise<JsonObject[]>
}

export async function kindApp(open: OpenFresh, more: Files = {}): Promise<KindApp> {
  const at = await testApp({
    schemas: KIND_SCHEMAS,
    resources: { ...KIND_RESOURCES, ...more },
    features: [library],
    open,
  })
  return {
    ...at,
    post: (role, path, input = {}) => at.call(role, 'POST', path, input),
    async make(path, input) {
      const { body, text } = await at.call('root', 'POST', `${path}/create`, input)
      if (body.ok !== true) throw new Error(text)
      return body.id as number | string
    },
    async items(path, query = {}) {
      const { body, text } = await at.call('root', 'GET', path, { limit: 100, ...query })
      if (!Array.isArray(body.items)) throw new Error(text)
      return body.items as unknown as JsonObject[]
    },
  }
}
