import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import type { Model } from '../../src/model/model'
import { PLACE_KEY, type MapAnswer } from '../../src/model/map-answer'
import { oneEngine } from '../engines'
import { testApp, type Answer, type TestApp } from './fixture-app'
import type { RoleName } from './fixture-users'

const text = (title: string, more: object = {}): object => ({
  type: 'string',
  title,
  maxLength: 40,
  'x-search': true,
  ...more,
})
const COMPANY = { 'x-type': 'ref', title: 'Empresa', 'x-to': 'companies' }
const POINT = { 'x-type': 'point', title: 'Ubicación' }
const KIND = {
  'x-type': 'enum',
  title: 'Tipo',
  'x-values': [
    { value: 'a', title: 'Uno', color: '#c62828' },
    { value: 'b', title: 'Dos' },
  ],
}

const SCHEMAS = {
  trees: {
    title: 'Árbol',
    required: ['name'],
    'x-represent': '{name}',
    'x-size': 'large',
    'x-scope': { company: 'id_company' },
    properties: {
      name: text('Nombre'),
      id_company: COMPANY,
      kind: KIND,
      hidden: { type: 'boolean', title: 'Oculto', default: 0 },
      // Of a hidden tree nobody but root learns where it is.
      at: { ...POINT, 'x-see': { any: [{ 'user.root': { eq: true } }, { hidden: { ne: 1 } }] } },
    },
  },
  parks: {
    title: 'Parque',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { shared: true },
    properties: {
      name: text('Nombre'),
      area: { 'x-type': 'polygon', title: 'Área' },
      door: { ...POINT, title: 'Puerta', 'x-see': { 'user.root': { eq: true } } },
    },
  },
  carts: {
    title: 'Carro',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { shared: true },
    properties: { name: text('Nombre'), id_user: { 'x-type': 'ref', title: 'Quién', 'x-to': 'users' } },
  },
  fixes: {
    title: 'Posición',
    required: ['id_cart', 'at', 'date_fix'],
    'x-module': false,
    'x-represent': '{id}',
    'x-scope': { company: 'id_company', shared: true },
    properties: {
      id_cart: { 'x-type': 'ref', title: 'Carro', 'x-to': 'carts' },
      at: POINT,
      date_fix: { type: 'string', format: 'date-time', title: 'Hora' },
      kind: KIND,
      id_company: COMPANY,
    },
  },
}
const LAST = { of: 'fixes', by: 'id_cart', field: 'at', last: 'date_fix', colour: 'kind' }
const RESOURCES = {
  trees: { list: { columns: ['name', 'kind'], layouts: ['table', { as: 'map', colour: 'kind' }] } },
  some_trees: {
    entity: 'trees',
    title: 'Unos árboles',
    where: { kind: { eq: 'a' } },
    list: { columns: ['name'], layouts: ['map'] },
  },
  parks: { list: { columns: ['name'], layouts: [{ as: 'map', at: 'area' }] } },
  doors: {
    entity: 'parks',
    title: 'Puertas',
    list: { columns: ['name'], layouts: ['table', { as: 'map', at: 'door' }] },
  },
  carts: { list: { columns: ['name'], layouts: [{ as: 'map', at: LAST }] } },
  people: {
    entity: 'users',
    title: 'Gente',
    list: { columns: ['name'], layouts: [{ as: 'map', at: { ...LAST, by: 'id_cart.id_user' } }] },
  },
}
const square = (lat: number, lng: number, side: number): JsonObject[] => [
  { lat, lng },
  { lat, lng: lng + side },
  { lat: lat + side, lng: lng + side },
  { lat: lat + side, lng },
]
const LIMA = '-77.2,-12.2,-76.9,-11.9'

oneEngine((_engine, open) => {
  describe('rows on a map', () => {
    let at: TestApp
    beforeAll(async () => {
      at = await testApp({
        schemas: SCHEMAS,
        resources: RESOURCES,
        features: [{ name: 'maps', needs: {}, layouts: ['map'] }],
        open,
      })
      const { a, b } = at.ids.companies
      await make('trees', { name: 'Molle', kind: 'a', at: { lat: -12.05, lng: -77.05 }, id_company: a })
      await make('trees', { name: 'Ceibo', kind: 'b', at: { lat: -12.1, lng: -77 }, id_company: b })
      await make('trees', { name: 'Huarango', kind: 'a', at: { lat: -12.11, lng: -77.01 }, id_company: a, hidden: 1 })
      await make('trees', { name: 'Queñual', kind: 'a', at: { lat: -13.5, lng: -71.9 }, id_company: a })
      await make('trees', { name: 'Sin sitio', id_company: a })
      await make('trees', { name: 'Fiyi', kind: 'b', at: { lat: -17, lng: 178 } })
    })
    afterAll(() => at?.close())
    const make = async (resource: string, input: JsonObject): Promise<JsonObject> => {
      const { status, text: said, body } = await at.call('root', 'POST', `${resource}/create`, input)
      expect(status, said).toBe(200)
      return body.item as JsonObject
    }
    const map = (role: RoleName, resource: string, query: JsonObject = {}): Promise<Answer> =>
      at.call(role, 'GET', `${resource}/map`, query)
    const read = async (role: RoleName, resource: string, query: JsonObject = {}): Promise<MapAnswer> => {
      const answer = await map(role, resource, query)
      expect(answer.status, answer.text).toBe(200)
      return answer.body as unknown as MapAnswer
    }
    const names = ({ items = [] }: MapAnswer): unknown[] => items.map(({ name }) => name)

    test('rows come as the list has them, with how many there are and how many have no place', async () => {
      const all = await read('root', 'trees')
      expect(all).toMatchObject({ total: 6, placed: 5, extent: [-77.05, -17, 178, -12.05] })
      expect(names(all)).toEqual(['Molle', 'Ceibo', 'Huarango', 'Queñual', 'Fiyi'])
      const list = (await at.call('root', 'GET', 'trees', { limit: 1000, order_col: 'id' })).body
      expect(list.total).toBe(all.total)
      expect(all.items).toEqual((list.items as unknown as JsonObject[]).filter((item) => item.at !== null))
    })

    test('within a box stand the rows that the box touches, over the date line too', async () => {
      expect(names(await read('root', 'trees', { box: LIMA }))).toEqual(['Molle', 'Ceibo', 'Huarango'])
      expect(names(await read('root', 'trees', { box: '170,-20,-70,-13' }))).toEqual(['Queñual', 'Fiyi'])
      expect(await read('root', 'trees', { box: LIMA, count: 'none' })).not.toHaveProperty('total')
      expect(names(await read('root', 'trees', { box: '0,0,0,0' }))).toEqual([])
    })

    test('filters, search and what the catalogue itself asks are those of the list', async () => {
      expect(names(await read('root', 'trees', { filters: { kind: 'b' } }))).toEqual(['Ceibo', 'Fiyi'])
      expect(names(await read('root', 'trees', { q: 'molle', box: LIMA }))).toEqual(['Molle'])
      expect(await read('root', 'some_trees')).toMatchObject({ total: 3, placed: 3 })
      expect((await map('root', 'trees', { filters: { no_such: 1 } })).status).toBe(400)
    })

    test('nobody learns of rows outside their scope, nor where a row is whose place is hidden from them', async () => {
      const mine = await read('companyA', 'trees')
      expect(names(mine)).toEqual(['Molle', 'Queñual'])
      expect(mine).toMatchObject({ total: 4, placed: 2, extent: [-77.05, -13.5, -71.9, -12.05] })
      expect(names(await read('companyA', 'trees', { box: LIMA }))).toEqual(['Molle'])
      expect(JSON.stringify(mine)).not.toContain('-77.01')
      expect((await map('none', 'trees')).status).toBe(403)
    })

    test('whoever does not see the field has no map, neither in the model nor by the call', async () => {
      expect(await read('root', 'doors')).toMatchObject({ total: 0, placed: 0, extent: null, items: [] })
      expect((await map('operator', 'doors')).status).toBe(404)
      expect((await map('root', 'companies')).status).toBe(404)
      const kinds = async (role: RoleName): Promise<string[]> => {
        const { model } = (await at.call(role, 'GET', 'model/now')).body as unknown as { readonly model: Model }
        return model.resources['doors']?.list.layouts.map(({ kind }) => kind) ?? []
      }
      expect(await kinds('root')).toEqual(['table', 'map'])
      expect(await kinds('operator')).toEqual(['table'])
    })

    test('areas stand where they reach into the box', async () => {
      await make('parks', { name: 'Grande', area: square(-12.3, -77.3, 0.5) })
      await make('parks', { name: 'Lejos', area: square(-13, -72, 0.1) })
      expect(names(await read('reader', 'parks', { box: '-77.05,-12.05,-77,-12' }))).toEqual(['Grande'])
      expect(await read('reader', 'parks')).toMatchObject({ placed: 2, extent: [-77.3, -13, -71.9, -11.8] })
    })

    test('a place that other rows keep is the last one that the asker may see, with its hour and colour', async () => {
      const cart = await make('carts', { name: 'Uno', id_user: at.ids.users.reader })
      await make('carts', { name: 'Quieto' })
      const fix = (minute: number, lat: number, id_company: number | null, kind: string) =>
        sql`insert into fixes (id_cart, at, date_fix, kind, id_company, date_created, date_updated)
        values (${cart.id}, ${`(-77,${lat})`}::point, ${`2026-11-23T10:0${minute}:00Z`}, ${kind}, ${id_company}, now(),
          now())`.execute(at.database.db)
      await fix(1, -12.01, null, 'a')
      await fix(3, -12.03, at.ids.companies.b, 'b')
      await fix(2, -12.02, null, 'b')
      const placeOf = async (role: RoleName, resource = 'carts', name = 'Uno') =>
        (await read(role, resource)).items?.find((item) => item.name === name)?.[PLACE_KEY]
      expect(await placeOf('root')).toEqual({
        at: { lat: -12.03, lng: -77 },
        colour: 'b',
        since: '2026-11-23T10:03:00.000Z',
      })
      expect(await placeOf('companyA')).toMatchObject({ at: { lat: -12.02, lng: -77 } })
      expect(await placeOf('root', 'people', 'reader')).toMatchObject({ at: { lat: -12.03, lng: -77 } })
      expect(await read('root', 'carts')).toMatchObject({ total: 2, placed: 1 })
      await sql`update fixes set date_deleted = now() where id_company is null`.execute(at.database.db)
      expect(await read('companyA', 'carts')).toMatchObject({ total: 2, placed: 0, items: [] })
    })

    test('more rows than can be drawn are counted by cells, as many as there are', async () => {
      await sql`insert into trees (name, at, kind, hidden, date_created, date_updated)
        select 'T' || n, point(-77.2 + (n % 60) * 0.005, -12.2 + (n / 60) * 0.005), 'b', n % 10 = 0, now(), now()
        from generate_series(1, 3000) as n`.execute(at.database.db)
      const all = await read('root', 'trees')
      expect(all).toMatchObject({ total: 3006, placed: 3005 })
      expect(all).not.toHaveProperty('items')
      const sum = ({ clusters = [] }: MapAnswer): number => clusters.reduce((total, { n }) => total + n, 0)
      const near = await read('root', 'trees', { box: LIMA, zoom: 12 })
      expect(near).not.toHaveProperty('items')
      expect(sum(near)).toBe(3003)
      expect(sum(await read('reader', 'trees', { box: LIMA, zoom: 12 }))).toBe(2702)
      for (const {
        lat,
        lng,
        box: [west, south, east, north],
      } of near.clusters ?? [])
        expect(lat >= south && lat <= north && lng >= west && lng <= east).toBe(true)
      // The finest zoom of the whole world is still a page of numbers.
      expect((await read('root', 'trees', { box: '-180,-90,180,90', zoom: 22 })).clusters?.length).toBeLessThan(2000)
      const cell = near.clusters?.[0]
      const inside = await read('root', 'trees', { box: cell?.box.join(',') ?? '' })
      expect(inside.items?.length).toBe(cell?.n)
    })

    test('what is no box is refused where it stands', async () => {
      for (const box of [
        '1,2,3',
        'a,b,c,d',
        '-77,-12,-76',
        '-77,-11,-76,-12',
        '-190,-12,-76,-11',
        '0,0,0,91',
        '1e1,0,0,0',
        ',,,',
        '[]',
      ]) {
        const { status, text: said } = await map('root', 'trees', { box })
        expect([box, status], said).toEqual([box, 400])
      }
      for (const zoom of ['x', '-1', '23', '1.5'])
        expect((await map('root', 'trees', { box: LIMA, zoom })).status).toBe(400)
      expect((await map('root', 'trees', { count: 'some' })).status).toBe(400)
      expect((await at.call('root', 'POST', 'trees/map', {})).status).toBe(405)
    })

    test('a list is filtered by an area: exactly, however few or many are within it, and never by a place that is hidden', async () => {
      const area = (...corners: readonly (readonly [number, number])[]): JsonObject => ({
        type: 'Polygon',
        coordinates: [[...corners, corners[0] ?? [0, 0]].map((corner) => [...corner])],
      })
      const named = async (role: RoleName, asked: JsonObject): Promise<unknown> => {
        const {
          status,
          body,
          text: said,
        } = await at.call(role, 'GET', 'trees', { filters: { at: asked }, order_col: 'id', limit: 5 })
        expect(status, said).toBe(200)
        return [body.total, (body.items as unknown as JsonObject[]).map(({ name }) => name)]
      }
      // An L of Cusco: Queñual is in its box and not in it, until it has the corner.
      const corner = [
        [-72, -13.6],
        [-71.8, -13.6],
        [-71.8, -13.55],
        [-71.95, -13.55],
        [-71.95, -13.4],
        [-72, -13.4],
      ] as const
      expect(await named('root', { area: area(...corner) })).toEqual([0, []])
      expect(await named('root', { area: area([-72, -13.6], [-71.8, -13.6], [-71.8, -13.4], [-72, -13.4]) })).toEqual([
        1,
        ['Queñual'],
      ])
      expect(await named('root', { area: area([-71.9, -13.5], [-71.8, -13.6], [-71.8, -13.4]) })).toEqual([
        1,
        ['Queñual'],
      ])
      const lima = [
        [-77.06, -12.115],
        [-76.99, -12.115],
        [-76.99, -12.04],
        [-77.06, -12.04],
      ] as const
      const small = { area: area(...lima), box: [-77.0201, -12.115, -77, -12.1] }
      expect(
        await named('reader', {
          area: area([-77.0101, -12.1101], [-77.0099, -12.1101], [-77.0099, -12.1099], [-77.0101, -12.1099]),
        }),
      ).not.toContain('Huarango')
      const few = await named('root', small)
      await sql`insert into trees (name, at, kind, date_created, date_updated)
        select 'Muchos', point(20 + (n % 100) * 0.001, 20 + (n / 100) * 0.001), 'b', now(), now()
        from generate_series(0, 5499) as n`.execute(at.database.db)
      // Of an area with more rows than are gathered: as many as PostgreSQL counts by itself.
      const half = area([19.9995, 19.9995], [20.1, 19.9995], [20.1, 20.1005])
      const whole = area([19.9, 19.9], [20.3, 19.9], [20.3, 20.3], [19.9, 20.3])
      const expectExact = async (): Promise<void> => {
        for (const one of [half, whole]) {
          const outline = `(${((one.coordinates as number[][][])[0] ?? [])
            .slice(0, -1)
            .map(([x, y]) => `(${x},${y})`)
            .join(',')})`
          const { rows } = await sql<{
            n: number
          }>`select count(*)::int as n from trees where at <@ ${outline}::polygon`.execute(at.database.db)
          expect(
            (await at.call('root', 'GET', 'trees', { filters: { at: { area: one } }, count: 'exact' })).body.total,
          ).toBe(rows[0]?.n)
        }
      }
      await expectExact()
      // And so many that none of the newest is among them.
      await sql`insert into trees (name, at, kind, date_created, date_updated) select 'Nuevos', point(60, 60), 'b',
        now(), now() from generate_series(1, 1000)`.execute(at.database.db)
      await expectExact()
      expect(await named('root', small)).toEqual(few)
    })

    test('what is no area is refused at its field', async () => {
      const ring = (n: number): JsonObject => ({
        type: 'Polygon',
        coordinates: [
          Array.from({ length: n + 1 }, (_, i) => [
            Math.cos((2 * Math.PI * (i % n)) / n),
            Math.sin((2 * Math.PI * (i % n)) / n),
          ]),
        ],
      })
      const bow = {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 1],
            [0, 1],
            [1, 0],
            [0, 0],
          ],
        ],
      }
      const holed = {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [4, 0],
            [4, 4],
            [0, 0],
          ],
          [
            [1, 1],
            [2, 1],
            [2, 2],
            [1, 1],
          ],
        ],
      }
      for (const area of [
        null,
        7,
        'x',
        [],
        {},
        [
          [0, 0],
          [1, 0],
          [1, 1],
        ],
        { type: 'Point', coordinates: [0, 0] },
        { type: 'Polygon' },
        {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 1],
              [0, 0],
            ],
          ],
        },
        {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [190, 0],
              [1, 1],
              [0, 0],
            ],
          ],
        },
        {
          type: 'Polygon',
          coordinates: [
            [
              [0, 'a'],
              [1, 0],
              [1, 1],
            ],
          ],
        },
        bow,
        holed,
        ring(61),
      ] as Json[]) {
        const { status, body, text: said } = await at.call('root', 'GET', 'trees', { filters: { at: { area } } })
        expect([area, status, Object.keys((body.errors ?? {}) as JsonObject)], said).toEqual([area, 422, ['at']])
      }
      expect((await at.call('root', 'GET', 'trees', { filters: { at: { area: ring(60) } } })).status).toBe(200)
      expect((await at.call('root', 'GET', 'trees', { filters: { name: { area: ring(4) } } })).status).toBe(400)
    })

    test('a large table has an index of its places', async () => {
      const { rows } = await sql<{
        indexdef: string
      }>`select indexdef from pg_indexes where tablename in ('trees', 'parks') and indexdef like '%gist%'`.execute(
        at.database.db,
      )
      expect(rows.map(({ indexdef }) => indexdef).join()).toMatch(/^[^,]*trees USING gist \(at\)[^,]*$/)
    })
  })
})
