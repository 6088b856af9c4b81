import { userBranches } from './fixture-schemas'
import type { Json, JsonObject } from '../../src/model/json'
import { writeLog, type ServerFeature } from '#engine/server'
import type { OpenFresh } from '../open-fresh'
import type { Answer, TestAppOptions } from './fixture-app'
import type { RoleName } from './fixture-users'
import { RECORD_RESOURCES, RECORD_SCHEMAS, recordApp, type RecordApp } from './records-fixture'

interface MadeKey {
  readonly id: number
  readonly key: string
}
type Modules = readonly { readonly id: string; readonly edit?: 0 | 1 }[]

interface KeyApp extends RecordApp {
  /** Makes a key as a role does in the console, or fails the test. */
  makeKey(role: RoleName, modules: Modules, more?: JsonObject): Promise<MadeKey>
  /** A call with a key below /api. */
  ask(key: string, method: string, path: string, body?: Json): Promise<Answer>
}

const RESOURCES = {
  ...RECORD_RESOURCES,
  api_keys: {
    title: 'Claves',
    readOnly: true,
    actions: [{ id: 'revoke_key', icon: 'block', on: ['row', 'bulk'], call: 'POST api_keys/revoke' }],
  },
  people: {
    entity: 'users',
    title: 'Personas',
    form: { rows: [['name', 'email', 'password', 'id_role', 'type_user', 'id_company', 'state'], ['works_in']] },
  },
  roles: { title: 'Roles' },
  sessions: { title: 'Sesiones', readOnly: true },
}
const SCHEMAS = {
  ...RECORD_SCHEMAS,
  vaults: {
    title: 'Caja fuerte',
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', title: 'Nombre' },
      code: { type: 'string', title: 'Combinación', 'x-confirm': true },
    },
  },
  claims: {
    title: 'Reclamo',
    type: 'object',
    required: ['name'],
    'x-flow': {
      field: 'stage',
      start: 'new',
      moves: {
        take: { title: 'Atender', icon: 'send', from: ['new'], to: 'open' },
        pay: { title: 'Pagar', icon: 'payments', from: ['open'], to: 'paid', right: 'pay' },
      },
    },
    properties: {
      name: { type: 'string', title: 'Nombre' },
      stage: {
        'x-type': 'enum',
        title: 'Estado',
        'x-values': [
          { value: 'new', title: 'Nuevo' },
          { value: 'open', title: 'Abierto' },
          { value: 'paid', title: 'Pagado' },
        ],
      },
    },
  },
  users: {
    'x-extends': true,
    'x-scope': { company: 'id_company' },
    properties: {
      id_company: { 'x-type': 'ref', title: 'Empresa', 'x-to': 'companies' },
      id_branch: { 'x-type': 'ref', title: 'Sucursal', 'x-to': 'branches' },
      works_in: { 'x-type': 'children', title: 'Lugares', 'x-of': 'user_branches', 'x-link': 'id_user' },
    },
  },
  branches: {
    title: 'Sucursal',
    required: ['name'],
    'x-represent': '{name}',
    'x-module': false,
    'x-scope': { shared: true },
    properties: { name: { type: 'string', maxLength: 80 } },
  },
  // They say where people work, which is a right.
  user_branches: userBranches({
    'x-scope': { company: 'id_user.id_company', shared: ['branch'] },
    properties: {
      id_branch: { 'x-type': 'ref', title: 'Sucursal', 'x-to': 'branches' },
      note: { type: 'string', title: 'Nota' },
    },
  }),
  api_keys: { 'x-extends': true, 'x-scope': { company: 'id_user.id_company' } },
}
/** Writes a line of its own beside the engine's. */
const scales: ServerFeature = {
  name: 'scales',
  needs: { parcels: ['code'] },
  hooks: [
    {
      entity: 'parcels',
      async afterSave({ tx, actor, now, id_session }, { id, code }) {
        if (code !== 'L') return
        await writeLog(tx, {
          id_user: actor.id,
          type_log: 'weighed',
          target: 'parcels',
          id_target: Number(id),
          title: 'L',
          platform: 'api',
          id_session: id_session ?? null,
          date: now,
        })
      },
    },
  ],
}

/** Parcels of two companies, and the module of keys. */
export async function keyApp(open: OpenFresh, options: TestAppOptions = {}): Promise<KeyApp> {
  const at = await recordApp(open, { schemas: SCHEMAS, resources: RESOURCES, features: [scales], ...options })
  return {
    ...at,
    async makeKey(role, modules, more = {}) {
      const { status, body, text } = await at.call(role, 'POST', 'me/createKey', {
        name: 'Contabilidad',
        modules: modules as unknown as Json,
        ...more,
      })
      if (status !== 200) throw new Error(text)
      return { id: Number(body.id), key: String(body.key) }
    },
    ask: (key, method, path, body) =>
      at.request({
        method,
        url: `/api/${path}`,
        token: key,
        payload: body === undefined ? undefined : JSON.stringify(body),
      }),
  }
}
