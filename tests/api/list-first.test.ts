import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const HOUR_MS = 3_600_000
const NOON = Date.parse('2026-11-21T12:00:00Z')

/** Calls of a workshop: urgent ones first, then those begun, then all others; by their time, which not all have. */
const CALLS = {
  title: 'Aviso',
  type: 'object',
  required: ['name'],
  'x-represent': '{name}',
  'x-size': 'large',
  properties: {
    name: { type: 'string', title: 'Nombre', maxLength: 20 },
    urgent: { type: 'boolean', title: 'Urgente' },
    state: {
      'x-type': 'enum',
      title: 'Estado',
      'x-values': [
        { value: 'new', title: 'Nuevo' },
        { value: 'begun', title: 'Empezado' },
        { value: 'done', title: 'Hecho' },
      ],
    },
    at: { type: 'string', format: 'date-time', title: 'Para' },
  },
} as const
const FIRST = [{ urgent: { eq: true } }, { state: { eq: 'begun' } }]
const listed = (way: 'asc' | 'desc', more: object = {}) => ({
  entity: 'calls',
  list: { sort: ['at', way], first: FIRST },
  ...more,
})

oneEngine((_engine, open) => {
  let app: TestApp
  const rows = Array.from({ length: 40 }, (_one, n) => ({
    id: 0,
    name: `Aviso ${n}`,
    urgent: n % 7 === 0 ? true : n % 5 === 0 ? null : false,
    state: ['new', 'begun', 'done', null][(n * 3) % 4] ?? null,
    // Many have the same time, or none.
    at: n % 4 === 3 ? null : new Date(NOON + ((n * 7) % 11) * HOUR_MS).toISOString(),
  }))
  beforeAll(async () => {
    const open_calls = listed('asc', { closed: { state: { in: ['done'] } } })
    const resources = { rising: listed('asc'), falling: listed('desc'), open_calls }
    app = await testApp({ open, schemas: { calls: CALLS }, resources })
    for (const row of rows) {
      const { name, urgent, state, at } = row
      const { body } = await app.call('root', 'POST', 'rising/create', { name, urgent, state, at })
      row.id = Number((body['item'] as JsonObject)['id'])
    }
  })
  afterAll(() => app?.close())

  const ageOf = ({ urgent, state }: (typeof rows)[number]): number => (urgent === true ? 0 : state === 'begun' ? 1 : 2)
  const wanted = (way: 1 | -1, of = rows): number[] =>
    of
      .toSorted(
        (a, b) =>
          ageOf(a) - ageOf(b) ||
          // What has no time is last when times rise, first when they fall.
          way * ((a.at ?? '~') < (b.at ?? '~') ? -1 : (a.at ?? '~') > (b.at ?? '~') ? 1 : a.id - b.id),
      )
      .map(({ id }) => id)
  const read = async (list: string, by: 'after' | 'page', more: JsonObject = {}): Promise<unknown[]> => {
    const found: unknown[] = []
    let place: JsonObject = {}
    for (let page = 1; page <= 14; page++) {
      const { body } = await app.call('root', 'GET', list, { limit: 3, ...more, ...(by === 'page' ? { page } : place) })
      found.push(...(body['items'] as JsonObject[]).map(({ id }) => id))
      if (body['after'] === undefined) break
      place = { after: body['after'] }
    }
    return found
  }

  test('records that stand ahead come first whichever way the list goes, page by page', async () => {
    for (const by of ['after', 'page'] as const) {
      expect([by, await read('rising', by)]).toEqual([by, wanted(1)])
      expect([by, await read('falling', by)]).toEqual([by, wanted(-1)])
    }
  })

  test('with or without those that are over, the order is the same', async () => {
    const open = rows.filter(({ state }) => state !== 'done')
    for (const by of ['after', 'page'] as const) {
      expect([by, await read('open_calls', by)]).toEqual([by, wanted(1, open)])
      expect([by, await read('open_calls', by, { filters: { include_closed: 1 } })]).toEqual([by, wanted(1)])
    }
  })
})
