import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { geo } from '../../custom/geo/server'
import { streets } from '../../custom/streets/server'
import type { Json, JsonObject } from '../../src/model/json'
import type { OpenFresh } from '../open-fresh'
import { testApp, type Answer, type TestApp } from './fixture-app'
import type { RoleName } from './fixture-users'
import type { Files } from './fixture-schemas'

const root = join(import.meta.dirname, '../..')
const read = (folder: string, names: readonly string[]): Files =>
  Object.fromEntries(
    names.map((name) => [name, JSON.parse(readFileSync(join(root, folder, `${name}.json`), 'utf8')) as object]),
  )

// The application's own files; companies and users are the fixture's, which have neither branches nor a catalogue of
// clients.
const own = read('schemas', ['locations'])['locations'] as { readonly properties: { readonly [name: string]: object } }
const locations = {
  ...own,
  'x-scope': { company: 'id_company', user: 'id_client', shared: true },
  properties: { ...own.properties, id_client: { 'x-type': 'ref', title: 'Cliente', 'x-to': 'users' } },
}
// The fixture has no branches to share them with.
const unshared = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [name, { ...file, 'x-scope': undefined }]))
const PLACES_SCHEMAS: Files = {
  ...unshared(read('schemas', ['map_keys', 'map_key_uses', 'map_key_errors'])),
  ...read('schemas', ['settings_maps']),
  locations,
}
const PLACES_RESOURCES: Files = read('resources', ['map_keys', 'map_key_uses', 'map_key_errors', 'settings_maps'])

export interface PlacesApp extends TestApp {
  map(role: RoleName | null, method: 'GET' | 'POST', path: string, input: JsonObject): Promise<Answer>
  /** Makes an active key as root. @returns its id */
  key(fields: JsonObject): Promise<number>
  /** Sum of the day's counters of a key. */
  uses(id: number): Promise<{ readonly uses: number; readonly errors: number; readonly cost: number }>
  /** What the services answered wrongly, oldest first. */
  errors(id: number): Promise<readonly { readonly type: string; readonly code: string; readonly data: Json }[]>
  forgetKeys(): Promise<void>
}

/** The server with places and map keys, and no key yet. */
export async function placesApp(
  options: { readonly open?: OpenFresh; readonly now?: () => Date } = {},
): Promise<PlacesApp> {
  const server = await testApp({
    schemas: PLACES_SCHEMAS,
    resources: PLACES_RESOURCES,
    features: [geo, streets],
    ...options,
  })
  const { db } = server.database
  return {
    ...server,
    map: async (role, method, path, input) => {
      const query = Object.entries(input).map(([name, value]): [string, string] => [name, String(value)])
      return server.request({
        method,
        url: `/api/map/${path}${method === 'GET' ? `?${new URLSearchParams(query).toString()}` : ''}`,
        ...(role && { token: await server.tokenFor(role) }),
        ...(method === 'POST' && { payload: JSON.stringify(input) }),
      })
    },
    async key(fields) {
      const { body, text } = await server.call('root', 'POST', 'map_keys/create', { state: '1', ...fields })
      const { id } = (body['item'] ?? {}) as JsonObject
      if (typeof id !== 'number') throw new Error(text)
      return id
    },
    async uses(id) {
      const {
        rows: [row],
      } = await sql<{ uses: number; errors: number; cost: number }>`
        select coalesce(sum(uses), 0)::int as uses, coalesce(sum(uses) filter (where state = 'error'),
          0)::int as errors, coalesce(sum(cost), 0)::float8 as cost
        from map_key_uses where id_map_key = ${id}`.execute(db)
      return row ?? { uses: 0, errors: 0, cost: 0 }
    },
    async errors(id) {
      const { rows } = await sql<{ type: string; code: string; data: string }>`
        select type, code, data::text as data from map_key_errors where id_map_key = ${id} order by id`.execute(db)
      return rows.map((row) => ({ ...row, data: JSON.parse(row.data) as Json }))
    },
    async forgetKeys() {
      const { rows } = await sql<{ id: number }>`select id from map_keys where date_deleted is null`.execute(db)
      // By the front door, so that the process hears of it; a key in use is paused first.
      for (const { id } of rows) {
        await server.call('root', 'POST', 'map_keys/disable', { id })
        await server.call('root', 'POST', 'map_keys/remove', { id })
      }
    },
  }
}
