import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import type { Files } from './fixture-schemas'
import { recordApp, RECORD_RESOURCES, RECORD_SCHEMAS, type RecordApp } from './records-fixture'

const ref = (to: string) => ({ 'x-type': 'ref', title: to, 'x-to': to })
const text = { type: 'string', title: 'Texto', maxLength: 20 }
const SCHEMAS: Files = {
  ...RECORD_SCHEMAS,
  trips: {
    title: 'Viaje',
    type: 'object',
    required: ['code'],
    'x-size': 'large',
    'x-represent': '{code}',
    'x-scope': { company: 'id_company' },
    properties: { code: text, kind: text, id_company: ref('companies') },
  },
  // One table of several catalogues, each with a kind of its own, as people are.
  boxes: {
    title: 'Caja',
    type: 'object',
    required: ['kind'],
    'x-module': false,
    'x-size': 'large',
    'x-represent': '{id}',
    'x-scope': { company: 'id_company' },
    properties: { kind: text, id_company: ref('companies') },
  },
  // An owner two references away, which no index has in an order.
  halts: {
    title: 'Parada',
    type: 'object',
    required: ['id_trip'],
    'x-size': 'large',
    'x-represent': '{id}',
    'x-scope': { company: 'id_trip.id_company' },
    properties: { id_trip: ref('trips') },
  },
  // What is nobody's is everybody's.
  hints: {
    title: 'Aviso',
    type: 'object',
    required: ['code'],
    'x-size': 'large',
    'x-represent': '{code}',
    'x-scope': { company: 'id_company', shared: true },
    properties: { code: text, id_company: ref('companies') },
  },
}
const RESOURCES: Files = {
  ...RECORD_RESOURCES,
  trips: { title: 'Viajes' },
  // And one of all kinds, which keeps nobody from the index of those.
  all_boxes: { entity: 'boxes', title: 'Cajas' },
  small_boxes: { entity: 'boxes', title: 'Cajas chicas', where: { kind: { eq: 'small' } } },
  big_boxes: { entity: 'boxes', title: 'Cajas grandes', where: { kind: { eq: 'big' } } },
  far_trips: { entity: 'trips', title: 'Viajes largos', where: { kind: { eq: 'far' } } },
}

const [MANY, FEW, NOBODYS] = [1300, 40, 7]
type Role = 'root' | 'companyA' | 'companyB'
type Query = { readonly [key: string]: string | number }

oneEngine((_engine, open) => {
  describe('the total of a list, counted with its page', () => {
    let at: RecordApp
    beforeAll(async () => {
      at = await recordApp(open, { schemas: SCHEMAS, resources: RESOURCES })
      const { companies } = at.ids
      const { db } = at.database
      const owners = (
        [
          [companies.a, MANY],
          [companies.b, FEW],
          [null, NOBODYS],
        ] as const
      ).flatMap(([owner, rows]) => Array.from({ length: rows }, () => owner))
      const put = async (table: string, rows: readonly JsonObject[]) => {
        const made = await db
          .insertInto(table)
          .values(rows.map((row) => ({ ...row })))
          .returning('id')
          .execute()
        return made.map(({ id }) => Number(id))
      }
      const kind = (n: number): string => (n % 4 === 0 ? 'far' : 'near')
      const ids = await put(
        'trips',
        owners.map((id_company, n) => ({ code: `v${n}`, kind: kind(n), id_company })),
      )
      await put(
        'halts',
        ids.map((id_trip) => ({ id_trip })),
      )
      await put(
        'boxes',
        owners.map((id_company, n) => ({ kind: n % 2 === 0 ? 'small' : 'big', id_company })),
      )
      await put(
        'hints',
        owners.map((id_company, n) => ({ code: `a${n}`, id_company })),
      )
      // Rows that are removed are counted by nobody.
      await db.updateTable('trips').set({ date_deleted: new Date().toISOString() }).where('code', '=', 'v4').execute()
    })

    const totals = async (role: Role, list: string, query: Query) => {
      const { body } = await at.call(role, 'GET', list, query)
      if (body.total === undefined) throw new Error(JSON.stringify([role, list, query, body]).slice(0, 300))
      return [body.total, body.total_is_exact]
    }
    const QUERIES: readonly Query[] = [
      {},
      { limit: 1 },
      { limit: 39 },
      { limit: 40 },
      { limit: 41 },
      { limit: 1000 },
      { page: 2, limit: 30 },
      { page: 3, limit: 30 },
      { order_col: 'id', order_dir: 'asc' },
      { filters: '{"id":{"gte":20}}' },
      { filters: '{"id":-1}' },
    ]

    const LISTS = ['trips', 'far_trips', 'halts', 'hints', 'small_boxes']
    test.each(LISTS)('of %s is exact up to its cap, whoever asks, wherever the page stands', async (list) => {
      for (const role of ['root', 'companyA', 'companyB'] as const) {
        for (const query of QUERIES) {
          const [exact] = await totals(role, list, { ...query, count: 'exact' })
          // Asked more often than PostgreSQL makes plans of its own for a statement.
          for (let again = 0; again < (query === QUERIES[0] ? 8 : 1); again++) {
            const [total, isExact] = await totals(role, list, query)
            const isKnown = Number(exact) <= 1000 || isExact
            if (isKnown) expect([role, query, total, isExact]).toEqual([role, query, exact, true])
            // A page proves the rows on it and the one after them.
            else expect([role, query, total]).toEqual([role, query, Math.max(1000, Number(query.limit ?? 0) + 1)])
          }
        }
      }
    })

    test('says all rows of a company to its people alone', async () => {
      expect(await totals('root', 'trips', { count: 'exact' })).toEqual([MANY + FEW + NOBODYS - 1, true])
      expect(await totals('root', 'trips', {})).toEqual([1000, false])
      expect(await totals('companyA', 'trips', {})).toEqual([1000, false])
      expect(await totals('companyB', 'trips', {})).toEqual([FEW, true])
      expect(await totals('companyB', 'halts', {})).toEqual([FEW, true])
      expect(await totals('companyB', 'hints', {})).toEqual([FEW + NOBODYS, true])
      expect(await totals('companyB', 'far_trips', {})).toEqual([FEW / 4, true])
    })

    test('has an index where several catalogues are one table, each with a kind of its own', async () => {
      const { rows } = await sql<{ text: string }>`select indexdef as text from pg_indexes
        where tablename in ('boxes', 'trips') and indexdef like '%kind%'`.execute(at.database.db)
      // Of trips only one catalogue has a kind, and all of them are in the other.
      const lists = rows.flatMap(({ text: made }) => /USING btree \((kind, .*?)\)/.exec(made)?.[1] ?? [])
      expect(lists).toEqual(['kind, id_company, id'])
    })

    test('is counted after a cursor as well, and by every page', async () => {
      for (let after: string | undefined, left = FEW; left > 0; left -= 15) {
        const query = { limit: 15, ...(after === undefined ? {} : { after }) }
        const { body } = await at.call('companyB', 'GET', 'trips', query)
        expect([body.total, body.total_is_exact]).toEqual([FEW, true])
        expect((body.items as readonly JsonObject[]).length).toBe(Math.min(15, left))
        after = body.after as string | undefined
      }
    })
  })
})
