import { join } from 'node:path'
import { sql } from 'kysely'
import { demoFeature } from '../../custom/demo/server'
import { DEMO_ACCOUNTS } from '../../custom/demo/server/demo-accounts'
import type { Json, JsonObject } from '../../src/model/json'
import { readSourceFiles } from '../../src/server/language/metadata/source-files'
import { APPLICATION } from '../application'
import { conformanceApp, type ConformanceApp } from '../conformance/conformance-app'
import { folderStorage } from '../../src/server/platform/files/folder-storage'
import type { OpenFresh } from '../open-fresh'

/** A list of more rows than that would not be whole. */
const WHOLE = 1000

export interface Added {
  readonly value: number | null
  readonly count: number
  readonly lacking: number
}

export interface DemoSums {
  readonly at: ConformanceApp
  /** Finished services from before their parts were kept apart. */
  readonly old: readonly number[]
  get(
    email: string,
    path: string,
    query?: JsonObject,
  ): Promise<{ readonly status: number; readonly text: string; readonly bytes: Uint8Array; readonly body: JsonObject }>
  send(
    email: string,
    path: string,
    body: { readonly payload: string | Buffer; readonly headers: { readonly [name: string]: string } },
  ): Promise<{ readonly status: number; readonly body: JsonObject }>
  /** Every row that an account's list has under some filters; null where it has no such list. */
  rows(email: string, of: string, filters?: JsonObject): Promise<readonly JsonObject[] | null>
  /** A field of those rows, added up by hand; of how many of them its amount is hidden. */
  added(email: string, of: string, filters: JsonObject, f: string): Promise<Added>
}

/**
 * The application over a small demo, and what each account's lists add up to.
 * @param folder for files
 */
export async function demoSums(open: OpenFresh, folder: string): Promise<DemoSums> {
  const at = await conformanceApp(
    open,
    await readSourceFiles(join(import.meta.dirname, '../..')),
    APPLICATION,
    folderStorage(folder),
  )
  await demoFeature.demo?.({
    database: at.database,
    model: at.model,
    scale: 0.1,
    log: () => {},
    settings: () => at.app.runtime.settings(),
  })
  const { rows: aged } = await sql<{ id: number }>`
    update services set price_base = round(price_total / 2, 2), price_parking = null, price_demand = null,
      price_service = null, price_tax = null
    where id in (select id from services where state = 'finalized' and price_total > 0 and id % 3 = 0)
    returning id`.execute(at.database.db)
  const old = aged.map(({ id }) => id)
  const tokens = new Map<string, Promise<string>>()
  const tokenOf = (email: string): Promise<string> =>
    kept(tokens, email, async () => {
      const { password } = DEMO_ACCOUNTS.find((one) => one.email === email) ?? {}
      const { body } = await at.app.inject({
        method: 'POST',
        url: '/api/admin/login/login',
        payload: { username: email, password, app_version_code: 125 },
      })
      return String((JSON.parse(body) as JsonObject)['token'])
    })
  const get: DemoSums['get'] = async (email, path, query = {}) => {
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [
        name,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]),
    )
    const reply = await at.app.inject({
      method: 'GET',
      url: `/api/admin/${path}?${search}`,
      headers: { authorization: `Bearer ${await tokenOf(email)}` },
    })
    const isJson = String(reply.headers['content-type']).includes('json')
    return {
      status: reply.statusCode,
      text: reply.body,
      bytes: reply.rawPayload,
      body: isJson ? (JSON.parse(reply.body) as JsonObject) : {},
    }
  }
  const send: DemoSums['send'] = async (email, path, { payload, headers }) => {
    const reply = await at.app.inject({
      method: 'POST',
      url: `/api/admin/${path}`,
      payload,
      headers: { ...headers, authorization: `Bearer ${await tokenOf(email)}` },
    })
    return { status: reply.statusCode, body: JSON.parse(reply.body) as JsonObject }
  }
  const read = new Map<string, Promise<readonly JsonObject[] | null>>()
  const rows: DemoSums['rows'] = (email, of, filters = {}) =>
    kept(read, JSON.stringify([email, of, filters]), async () => {
      const { date_from, date_to, ...others } = filters
      const days = { ...(date_from !== undefined && { date_from }), ...(date_to !== undefined && { date_to }) }
      const { status, body } = await get(email, at.model.resources[of]?.endpoint ?? of, {
        limit: WHOLE,
        filters: others,
        ...days,
      })
      if (status === 403) return null
      const items = body['items'] as readonly JsonObject[] | undefined
      if (status !== 200 || !items || items.length === WHOLE)
        throw new Error(`${email} cannot read ${of} ${JSON.stringify(filters)}: ${status}`)
      return items
    })
  const added: DemoSums['added'] = async (email, of, filters, f) => {
    const [mine, all] = [(await rows(email, of, filters)) ?? [], (await rows('root@demo.test', of)) ?? []]
    const known = new Map(all.map((row) => [row['id'], row[f]]))
    const lacking = mine.filter((row) => isNothing(row[f]) && !isNothing(known.get(row['id']))).length
    return {
      value: lacking > 0 && lacking === mine.length ? null : sumOf(mine.map((row) => row[f])),
      count: mine.length,
      lacking,
    }
  }
  return { at, old, get, send, rows, added }
}

const isNothing = (value: Json | undefined): boolean => value === null || value === undefined

/** Amounts have four decimals, what a question to a map costs six. */
export const sumOf = (values: readonly (Json | undefined)[]): number =>
  values.reduce<number>((sum, value) => sum + Math.round(Number(value ?? 0) * 1e6), 0) / 1e6

function kept<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? make()
  known.set(key, found)
  return found
}
