import { sql } from 'kysely'
import type { JsonObject } from '../../src/model/json'
import { followRollups } from '../../src/server/records/rollups/follow-rollups'
import type { Database } from '../../src/server/platform/database/database'
import type { OpenFresh } from '../open-fresh'
import { RECORD_RESOURCES, RECORD_SCHEMAS, recordApp, type RecordApp } from './records-fixture'
import type { Files } from './fixture-schemas'
import type { RoleName } from './fixture-users'

/**
 * In Santiago clocks went from 24:00 back to 23:00 on 4 April 2026, and go from 24:00 to 1:00 on 5 September: midnight
 * of the 6th is skipped.
 */
export const ZONE = 'America/Santiago'

const STATS = [
  { id: 'all', title: 'Paquetes' },
  { id: 'income', title: 'Ingresos', sum: 'price' },
  { id: 'mean', title: 'Precio medio', avg: 'price' },
  { id: 'weights', title: 'Peso medio', avg: 'weight' },
  { id: 'air', title: 'Por aire', share: { kind: 'a' } },
  { id: 'urgent_income', title: 'Ingresos urgentes', sum: 'price', filters: { urgent: 1 } },
  { id: 'kinds', title: 'Por tipo', by: 'kind', sum: 'pieces' },
  { id: 'kinds_mean', title: 'Descuento medio', by: 'kind', avg: 'discount', as: 'bars' },
  { id: 'depots', title: 'Por depósito', by: 'id_depot', top: 2, sum: 'price' },
  { id: 'days', title: 'Por día', by: 'arrived', each: 'day', split: 'kind' },
  { id: 'hours_of_day', title: 'Por hora', by: 'arrived', each: 'hour', sum: 'price' },
  { id: 'weeks', title: 'Por semana', by: 'due', each: 'week', as: 'line' },
  { id: 'hours', title: 'Horas', by: 'arrived', each: 'hour_of_week' },
  { id: 'margins', title: 'Margen', sum: 'margin' },
  { id: 'discounts', title: 'Descuento', sum: 'discount' },
  { id: 'bonuses', title: 'Premio', sum: 'bonus' },
  { id: 'tips', title: 'Propina', avg: 'tip' },
  {
    id: 'a_kilo',
    title: 'Por kilo',
    ratio: { of: { sum: 'price', filters: { kind: 'a' } }, to: { sum: 'weight' }, per: 10 },
  },
  { id: 'by_air', title: 'Por aire', by: 'id_depot', ratio: { of: { filters: { kind: 'a' } }, to: {}, as: 'percent' } },
]

/** Tables whose numbers all have one rollup, and one of which a number has none. */
const TABLES = {
  title: 'Tablas',
  filters: ['kind', 'urgent', 'id_depot', 'price'],
  days: { last: 200 },
  blocks: [
    {
      id: 'depots',
      of: 'parcels',
      as: 'table',
      by: 'id_depot',
      title: 'Depósitos',
      sort: ['name', 'asc'],
      filters: { kind: ['a', 'b'] },
      columns: [
        { count: true },
        { sum: 'price', name: 'amount', filters: { urgent: 1 } },
        { avg: 'price', name: 'mean' },
        { share: { kind: 'a' }, name: 'air' },
        { ratio: { of: { sum: 'price' }, to: { sum: 'weight' } }, name: 'kilo' },
      ],
    },
    {
      id: 'days',
      of: 'parcels',
      as: 'table',
      by: 'arrived',
      each: 'day',
      title: 'Días',
      columns: [{ count: true }, { sum: 'price', name: 'amount' }],
    },
    {
      id: 'hours',
      of: 'parcels',
      as: 'table',
      by: 'arrived',
      each: 'hour_of_week',
      title: 'Horas',
      columns: [{ count: true, name: 'n' }],
    },
    {
      id: 'kinds',
      of: 'parcels',
      as: 'table',
      by: 'kind',
      title: 'Tipos',
      days: 'none',
      columns: [{ count: true }, { percentile: 50, f: 'price', name: 'usual' }],
    },
    {
      id: 'months',
      of: 'parcels',
      as: 'table',
      by: 'due',
      each: 'month',
      title: 'Meses',
      days: 'none',
      columns: [{ count: true }],
    },
  ],
}

export const ROLLUPS: readonly JsonObject[] = [
  {
    each: 'day',
    at: 'arrived',
    by: ['kind', 'id_company'],
    sum: ['price', 'discount', 'pieces', 'margin', 'bonus', 'tip'],
  },
  { each: 'hour', at: 'arrived', by: ['kind', 'urgent', 'id_company', 'id_depot'], sum: ['price', 'weight'] },
  { each: 'day', at: 'due', by: ['kind', 'id_company'] },
]

/** Shown by what no rollup is divided by, and by the number of the row itself. */
const HIDDEN: JsonObject = {
  bonus: {
    'x-type': 'decimal',
    title: 'Premio',
    'x-see': { any: [{ 'user.root': { eq: true } }, { pieces: { gt: 3 } }] },
  },
  tip: { 'x-type': 'decimal', title: 'Propina', 'x-see': { any: [{ 'user.root': { eq: true } }, { tip: { lt: 5 } }] } },
}
export const rollupSchemas = (rollups: readonly JsonObject[]): Files => {
  const parcels = RECORD_SCHEMAS['parcels'] as JsonObject
  return {
    ...RECORD_SCHEMAS,
    parcels: {
      ...parcels,
      properties: { ...(parcels.properties as JsonObject), ...HIDDEN },
      ...(rollups.length > 0 && { 'x-rollups': [...rollups] }),
    },
  }
}
export const ROLLUP_RESOURCES = {
  ...RECORD_RESOURCES,
  'reports/parcel_tables': TABLES,
  parcels: { title: 'Paquetes', stats: STATS, list: { days: { f: 'arrived' } } },
}

export interface RollupApp extends RecordApp {
  /** What a server's job does in its turn. @param other in the place of its database */
  work(other?: Database): Promise<void>
  /** The same question, answered with rollups and by the rows alone. */
  both(role: RoleName, query: JsonObject): Promise<readonly [unknown, unknown]>
  setZone(zone: string): Promise<void>
  marks(): Promise<number>
}

/** Parcels with rollups, on the clock of Santiago. */
export async function rollupApp(open: OpenFresh, now = () => new Date('2026-04-08T18:00:00Z')): Promise<RollupApp> {
  const at = await recordApp(open, { schemas: rollupSchemas(ROLLUPS), resources: ROLLUP_RESOURCES, now })
  const {
    database: { db },
    runtime,
  } = at
  const ask = async (role: RoleName, query: JsonObject): Promise<unknown> => {
    const { status, body, text } = await at.call(role, 'GET', 'parcels/stats', query)
    if (status !== 200) throw new Error(`${JSON.stringify(query)} ${text}`)
    return [body.items, await tables(role, query)]
  }
  const tables = async (role: RoleName, { filters, date_from, date_to }: JsonObject): Promise<unknown> => {
    const asked = Object.fromEntries(
      Object.entries((filters ?? {}) as JsonObject).filter(([name]) => TABLES.filters.includes(name)),
    )
    const { status, body, text } = await at.call(role, 'GET', 'parcel_tables', {
      filters: asked,
      ...(date_from !== undefined && { date_from }),
      ...(date_to !== undefined && { date_to }),
    })
    if (status !== 200) throw new Error(`${JSON.stringify(asked)} ${text}`)
    return body.dash
  }
  const setZone = async (zone: string): Promise<void> => {
    await sql`delete from settings where key = 'timezone'`.execute(db)
    await db
      .insertInto('settings')
      .values({ key: 'timezone', value: JSON.stringify(zone) })
      .execute()
    runtime.changed('settings')
  }
  await setZone(ZONE)
  return {
    ...at,
    setZone,
    work: (database = at.database) =>
      followRollups.run({ runtime: { ...runtime, database }, signal: new AbortController().signal, log: () => {} }),
    async both(role, query) {
      const kept = await ask(role, query)
      const { rows: hidden } = await sql<{
        id: number
      }>`update engine_rollups set ready = false where ready returning id`.execute(db)
      const rows = await ask(role, query)
      await sql`update engine_rollups set ready = true
        where id = any(${hidden.map(({ id }) => id)}::integer[])`.execute(db)
      return [kept, rows]
    },
    async marks() {
      const {
        rows: [row],
      } = await sql<{ n: number }>`select count(*)::integer as n from engine_rollup_marks`.execute(db)
      return row?.n ?? 0
    },
  }
}
