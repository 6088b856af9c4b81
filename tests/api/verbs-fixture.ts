import type { JsonObject } from '../../src/model/json'
import type { TestApp } from './fixture-app'

const STATES = [
  { value: '1', title: 'Borrador' },
  { value: '2', title: 'Emitido' },
  { value: '3', title: 'Pagado' },
]
const owner = { 'x-type': 'ref', title: 'Dueño', 'x-to': 'owners' }

/** Owners with things, teams and deals: what refers to them in every manner a schema can say. */
export const VERB_SCHEMAS: { readonly [name: string]: JsonObject } = {
  owners: {
    title: 'Dueño',
    required: ['name'],
    'x-represent': '{name}',
    'x-traits': ['activable'],
    'x-scope': { company: 'id_company' },
    properties: {
      name: { type: 'string', title: 'Nombre', maxLength: 40 },
      code: { type: 'string', title: 'Código', maxLength: 20, 'x-unique': true },
      city: { type: 'string', title: 'Ciudad', maxLength: 40 },
      hidden: { type: 'string', maxLength: 40, 'x-see': { 'user.root': { eq: true } } },
      cap: { type: 'integer', title: 'Tope', 'x-edit': { city: { ne: 'Cerrada' } } },
      pin: { 'x-type': 'password' },
      photo: { 'x-type': 'image' },
      kept: { type: 'integer', readOnly: true },
      id_company: { 'x-type': 'ref', title: 'Empresa', 'x-to': 'companies' },
      notes: { 'x-type': 'children', 'x-of': 'owner_notes', 'x-link': 'id_owner' },
    },
  },
  owner_notes: {
    title: 'Nota',
    required: ['text'],
    'x-represent': '{text}',
    'x-unique': [['id_owner', 'text']],
    properties: { id_owner: owner, text: { type: 'string', maxLength: 40 } },
  },
  things: {
    title: 'Cosa',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { company: 'id_company' },
    properties: {
      name: { type: 'string', title: 'Nombre', maxLength: 40 },
      id_owner: owner,
      id_guest: { ...owner, title: 'Invitado', 'x-on-delete': 'clear' },
      id_company: { 'x-type': 'ref', title: 'Empresa', 'x-to': 'companies' },
    },
  },
  teams: {
    title: 'Equipo',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { shared: true },
    properties: {
      name: { type: 'string', maxLength: 40 },
      members: { 'x-type': 'refs', title: 'Miembros', 'x-to': 'owners' },
    },
  },
  seats: {
    title: 'Asiento',
    'x-represent': '{place}',
    'x-scope': { shared: true },
    'x-unique': [['id_owner', 'place']],
    properties: { place: { type: 'string', maxLength: 10 }, id_owner: owner },
  },
  deals: {
    title: 'Trato',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { shared: true },
    'x-flow': {
      field: 'state',
      start: '1',
      moves: {
        issue: { title: 'Emitir', from: ['1'], to: '2', undo: 60, set: { date_issued: { now: '' } } },
        pay: { title: 'Pagar', from: ['1', '2'], to: '3' },
        count: { title: 'Numerar', from: ['1'], to: '2', series: 'number' },
      },
      locked: { 2: { edit: ['notes'] }, 3: { edit: [] } },
    },
    properties: {
      name: { type: 'string', maxLength: 40 },
      number: { type: 'string', maxLength: 20, 'x-series': { format: '{n:4}' } },
      state: { 'x-type': 'enum', 'x-values': STATES },
      date_issued: { type: 'string', format: 'date' },
      notes: { type: 'string', maxLength: 40 },
      id_owner: owner,
    },
  },
  codes: {
    title: 'Clave',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { shared: true },
    'x-key': { maxLength: 8 },
    properties: { name: { type: 'string', maxLength: 40 } },
  },
}

export type Role = Parameters<TestApp['call']>[0]

/** Short words for the calls of a test. */
export function verbsOf(at: () => TestApp) {
  const post = (path: string, input: JsonObject = {}, role: Role = 'root') => at().call(role, 'POST', path, input)
  return {
    post,
    made: async (entity: string, input: JsonObject, role: Role = 'root'): Promise<JsonObject> => {
      const { body, text } = await post(`${entity}/create`, input, role)
      if (!body.item) throw new Error(text)
      return body.item as JsonObject
    },
    read: async (
      entity: string,
      id: JsonObject[string] | undefined,
      role: Role = 'root',
    ): Promise<JsonObject | null> => {
      const { status, body } = await at().call(role, 'GET', `${entity}/${String(id)}`)
      return status === 200 ? (body.item as JsonObject) : null
    },
    logs: async (target: string, id: JsonObject[string] | undefined): Promise<readonly JsonObject[]> =>
      (await at().call('root', 'GET', 'logs', { target, id_target: id ?? null })).body.items as JsonObject[],
    runOf: ({ body }: { readonly body: JsonObject }): JsonObject[string] =>
      (body.undo as JsonObject | undefined)?.run ?? null,
  }
}

/** A record without what a write of its own counts. */
export const still = (record: JsonObject | null): JsonObject =>
  Object.fromEntries(Object.entries(record ?? {}).filter(([key]) => key !== 'version' && key !== 'date_updated'))
