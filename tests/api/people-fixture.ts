import type { JsonObject } from '../../src/model/json'
import { multipart } from '../multipart'
import type { Role } from './verbs-fixture'
import type { TestApp } from './fixture-app'

/**
 * Jobs of the house and its companies: people talk about them, follow them and tag them, in one catalogue among
 * themselves and in the other with the companies.
 */
export const PEOPLE_SCHEMAS: { readonly [name: string]: JsonObject } = {
  jobs: {
    title: 'Trabajo',
    required: ['name'],
    'x-represent': '{name}',
    'x-traits': ['activable'],
    'x-scope': { company: 'id_company' },
    'x-flow': {
      field: 'stage',
      start: 'new',
      moves: { close: { title: 'Cerrar', from: ['new'], to: 'closed', confirm: false } },
      locked: { closed: {} },
    },
    properties: {
      name: { type: 'string', title: 'Nombre', maxLength: 80, 'x-search': true },
      stage: {
        'x-type': 'enum',
        title: 'Etapa',
        'x-values': [
          { value: 'new', title: 'Nuevo' },
          { value: 'closed', title: 'Cerrado' },
        ],
      },
      cost: { type: 'integer', title: 'Costo', 'x-see': { 'user.root': { eq: true } } },
      id_company: { 'x-type': 'ref', title: 'Empresa', 'x-to': 'companies' },
    },
  },
  tickets: {
    title: 'Boleta',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { company: 'id_company', shared: true },
    properties: {
      name: { type: 'string', title: 'Nombre', maxLength: 80 },
      id_company: { 'x-type': 'ref', title: 'Empresa', 'x-to': 'companies' },
    },
  },
  plain: {
    title: 'Llano',
    required: ['name'],
    'x-represent': '{name}',
    properties: { name: { type: 'string', maxLength: 80 } },
  },
}

export const PEOPLE_RESOURCES: { readonly [name: string]: JsonObject } = {
  jobs: { title: 'Trabajos', comments: true, follow: true, tags: true },
  tickets: { title: 'Boletas', comments: 'everyone', follow: 'everyone', tags: 'everyone' },
  deliveries: { root: true, readOnly: true },
}

/** Short words for the calls of a test. */
export function peopleOf(at: () => TestApp) {
  const post = (path: string, input: JsonObject = {}, role: Role = 'operator') => at().call(role, 'POST', path, input)
  const get = (path: string, role: Role = 'operator', query: JsonObject = {}) => at().call(role, 'GET', path, query)
  return {
    post,
    get,
    made: async (catalogue: string, input: JsonObject = {}, role: Role = 'operator'): Promise<number> => {
      const { body, text } = await post(`${catalogue}/create`, { name: 'Uno', ...input }, role)
      if (typeof body.id !== 'number') throw new Error(text)
      return body.id
    },
    said: async (path: string, role: Role = 'operator'): Promise<readonly JsonObject[]> =>
      ((await get(`${path}/comments`, role)).body.items ?? []) as JsonObject[],
    /** Titles of the notices under somebody's bell, the newest first. */
    told: async (role: Role): Promise<readonly string[]> =>
      ((await get('live', role)).body.notifications as JsonObject[]).map(({ title }) => String(title)),
    /** Deliveries that wait or were sent, by their origin. */
    deliveries: async (effect: string): Promise<readonly JsonObject[]> =>
      (await get('deliveries', 'root', { limit: 200, filters: { effect } })).body.items as JsonObject[],
    sent: async (role: Exclude<Role, null>, bytes: Uint8Array, name: string): Promise<JsonObject> => {
      const { payload, headers } = multipart(bytes, name)
      const reply = await at().app.inject({
        method: 'POST',
        url: '/api/admin/files/upload?entity=record_comments&field=files',
        payload,
        headers: { ...headers, authorization: `Bearer ${await at().tokenFor(role)}` },
      })
      return { ...(JSON.parse(reply.body) as JsonObject), status: reply.statusCode }
    },
  }
}
