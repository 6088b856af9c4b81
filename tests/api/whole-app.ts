import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { redeemQuote } from '../../custom/fares/server'
import { defineCall } from '../../src/model/call'
import type { JsonObject } from '../../src/model/json'
import { serveCall, type ServerFeature } from '#engine/server'
import { APPLICATION } from '../application'
import type { OpenFresh } from '../open-fresh'
import { testApp, type Answer, type TestApp } from './fixture-app'
import type { Files } from './fixture-schemas'

const root = join(import.meta.dirname, '../..')
const read = (folder: string, below = ''): Files =>
  Object.fromEntries(
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.json'))
      .map((name) => [
        `${below}${name.slice(0, -5)}`,
        JSON.parse(readFileSync(join(root, folder, name), 'utf8')) as object,
      ]),
  )

/** What creating a service does with a quote, alone: issue it as a call, so that it is tried through the front door. */
const redeemCall = defineCall({
  method: 'POST',
  path: 'test/redeem',
  access: 'session',
  request: Type.Object({ token: Type.String(), fail: Type.Optional(Type.Boolean()) }),
  response: Type.Object({ id_fare: Type.Integer(), total: Type.Integer() }),
})
const redeem = serveCall(redeemCall, async ({ db, now, transaction }, { token, fail }) =>
  transaction(async (tx) => {
    const { id_fare, fare } = await redeemQuote({ db, now }, tx, token)
    if (fail) throw new Error('what was to be created could not be')
    return { id_fare, total: fare.total }
  }),
)

/**
 * The project's own schemas, catalogues and features on a database, with a few rows of everything that prices are made
 * of.
 */
export async function wholeApp(
  open: OpenFresh,
  now: () => Date,
  {
    more = [],
    without = [],
    timed,
    webhookHosts,
  }: {
    more?: readonly ServerFeature[]
    without?: readonly string[]
    timed?: readonly string[]
    webhookHosts?: readonly string[]
  } = {},
): Promise<WholeApp> {
  const schemas = read('schemas')
  const server = await testApp({
    // The fixture's companies are a name.
    schemas: { ...schemas, companies: { ...schemas['companies'], required: ['name'] } },
    resources: { ...read('resources'), ...read('resources/reports', 'reports/') },
    open,
    now,
    timed,
    webhookHosts,
    features: [
      ...APPLICATION.filter(({ name }) => !without.includes(name)),
      { name: 'redeem', needs: {}, calls: [redeem] },
      ...more.filter(({ name }) => !APPLICATION.some((known) => known.name === name)),
    ],
  })
  const { database } = server
  const put: WholeApp['put'] = (table, row) =>
    database.transaction(async (tx) =>
      Number((await tx.insertInto(table).values(row).returning('id').executeTakeFirstOrThrow()).id),
    )
  const call = async (role: Parameters<TestApp['call']>[0], path: string, input: JsonObject): Promise<Answer> =>
    server.call(role, 'POST', path, input)
  return { server, put, call }
}

export interface WholeApp {
  readonly server: TestApp
  /** A row, past the front door. @returns its id */
  put(table: string, row: { [column: string]: unknown }): Promise<number>
  call(role: Parameters<TestApp['call']>[0], path: string, input: JsonObject): Promise<Answer>
}

/** Corners of a box around a place, for an SQL polygon. */
export const boxAround = (lat: number, lng: number, half: number) =>
  sql`${`((${lng - half},${lat - half}),(${lng + half},${lat - half}),(${lng + half},${lat + half}),(${lng - half},${lat + half}))`}::polygon`

export const pointAt = (lat: number, lng: number) => sql`point(${lng}::float8, ${lat}::float8)`

/** Two corners of Miraflores and San Isidro, among the streets at hand. */
export const FROM = { lat: -12.1211, lng: -77.0297 }
export const TO = { lat: -12.0931, lng: -77.0465 }
