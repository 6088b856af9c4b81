import type { KyselyPlugin, QueryId } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { withContext } from '../../src/server/platform/database/with-context'
import { oneEngine } from '../engines'
import { type OpenFresh } from '../open-fresh'
import type { Files } from './fixture-schemas'
import { recordApp, RECORD_RESOURCES, RECORD_SCHEMAS, type RecordApp } from './records-fixture'

const ref = (to: string, more: object = {}) => ({ 'x-type': 'ref', title: to, 'x-to': to, ...more })
const SCHEMAS: Files = {
  ...RECORD_SCHEMAS,
  tags: {
    title: 'Etiqueta',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { shared: true },
    properties: { name: { type: 'string', title: 'Nombre', maxLength: 40 } },
  },
  trips: {
    title: 'Viaje',
    type: 'object',
    required: ['code'],
    'x-size': 'large',
    'x-represent': '{code}',
    'x-scope': { company: 'id_company' },
    properties: {
      code: { type: 'string', title: 'Clave', maxLength: 40, 'x-search': true },
      id_company: ref('companies', { 'x-expand': { co_name: 'name' } }),
      id_depot: ref('depots', { 'x-expand': { depot_name: 'name' } }),
      id_driver: ref('users'),
      id_keeper: ref('users'),
      tags: { 'x-type': 'refs', title: 'Etiquetas', 'x-to': 'tags' },
      stops: { 'x-type': 'computed', title: 'Paradas', 'x-computed': { count: 'stops', by: 'id_trip' } },
      far: { 'x-type': 'computed', title: 'Distancia', 'x-computed': { sum: 'km', of: 'stops', by: 'id_trip' } },
    },
  },
  stops: {
    title: 'Parada',
    type: 'object',
    required: ['id_trip'],
    'x-represent': '{id}',
    'x-scope': { company: 'id_trip.id_company' },
    properties: { id_trip: ref('trips'), km: { type: 'integer', title: 'Kilómetros' } },
  },
}

oneEngine((_engine, open) => {
  describe('what a page of a list costs', () => {
    let at: RecordApp
    let statements = 0
    beforeAll(async () => {
      // What a job or a late notice asks meanwhile is no part of the list. A statement is written once and may run
      // often.
      const ofTrips = new WeakSet<QueryId>()
      const counting: KyselyPlugin = {
        transformQuery: ({ node, queryId }) => {
          if (JSON.stringify(node).includes('trips')) ofTrips.add(queryId)
          return node
        },
        transformResult: async ({ result, queryId }) => {
          if (ofTrips.has(queryId)) statements++
          return result
        },
      }
      const counted: OpenFresh = async (options) => {
        const database = await open(options)
        return { ...database, db: withContext(database.db.withPlugin(counting), database.db.context) }
      }
      at = await recordApp(counted, { schemas: SCHEMAS, resources: RECORD_RESOURCES })
      const { companies, users } = at.ids
      const tags = []
      for (const name of ['uno', 'dos']) tags.push(Number((await at.make('root', 'tags', { name })).id))
      for (let n = 0; n < 30; n++) {
        const trip = await at.make('root', 'trips', {
          code: `V${n}`,
          id_company: companies.a,
          id_depot: at.depots.a,
          id_driver: users.reader,
          id_keeper: users.root,
          tags,
        })
        await at.make('root', 'stops', { id_trip: Number(trip.id), km: n })
      }
    })

    /** Statements of such a call. */
    async function cost(
      role: 'root' | 'companyA',
      query: { readonly [key: string]: string | number | undefined },
    ): Promise<number> {
      const counts: number[] = []
      for (let call = 0; call < 4; call++) {
        statements = 0
        const answer = await at.call(role, 'GET', 'trips', query as JsonObject)
        counts.push(statements)
        expect(at.items(answer)[0]).toMatchObject({
          id_driver__label: expect.stringContaining('reader'),
          tags__label: ['uno', 'dos'],
          stops: 1,
        })
      }
      return Math.min(...counts)
    }

    test('is one statement with four references, several of many, computed values and the number of rows', async () => {
      for (const role of ['root', 'companyA'] as const) {
        for (const query of [{ limit: 5 }, { limit: 20 }])
          expect([role, query, await cost(role, query)]).toEqual([role, query, 1])
      }
      const {
        body: { after },
      } = await at.call('root', 'GET', 'trips', { limit: 5 })
      expect(await cost('root', { limit: 5, after: String(after) })).toBe(1)
      expect(await cost('root', { limit: 5, count: 'exact' })).toBe(1)
    })

    test('is two where it is planned for its values: one finds the rows, and one that is planned once reads them with their references', async () => {
      for (const role of ['root', 'companyA'] as const) {
        const found = { limit: 5, q: 'v', order_col: 'depot_name' }
        for (const query of [{ limit: 5, page: 3 }, found, { limit: 5, filters: '{"code":"V1"}' }])
          expect([role, query, await cost(role, query)]).toEqual([role, query, 2])
      }
    })

    test('is two where all rows of an owner are counted, since one plan serves owners of few and of many', async () => {
      expect(await cost('companyA', { limit: 5, count: 'exact' })).toBe(2)
    })

    test('is one when the number of rows is known, or the page tells it', async () => {
      expect(await cost('root', { limit: 5, count: 'none' })).toBe(1)
      expect(await cost('root', { limit: 100 })).toBe(1)
    })
  })
})
