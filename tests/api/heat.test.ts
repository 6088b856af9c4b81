import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import type { HeatAnswer, StatAnswer } from '../../src/model/stat-answer'
import { boxValues, cellBox, MIN_ROWS, MAX_CELLS, type GeoBox } from '../../src/model/values/heat-grid'
import { oneEngine } from '../engines'
import { randomSource } from '../random-source'
import type { RoleName } from './fixture-users'
import { RECORD_RESOURCES, recordApp, type RecordApp } from './records-fixture'

const STATS = [
  { id: 'where', title: 'Dónde', by: 'spot' },
  { id: 'income', title: 'Ingresos', by: 'spot', sum: 'price', filters: { kind: 'a' } },
  { id: 'profit', title: 'Margen', by: 'spot', sum: 'margin' },
  { id: 'weights', title: 'Peso', by: 'spot', percentile: 50, f: 'weight' },
]
const LIMA: GeoBox = { west: -77.2, south: -12.3, east: -76.8, north: -11.9 }
const EARTH: GeoBox = { west: -180, south: -90, east: 180, north: 90 }
const features = [{ name: 'maps', needs: {}, charts: ['map' as const] }]

oneEngine((_engine, open) => {
  describe('the heat of a map', () => {
    let at: RecordApp
    beforeAll(async () => {
      at = await recordApp(open, {
        resources: { ...RECORD_RESOURCES, parcels: { title: 'Paquetes', stats: STATS } },
        features,
      })
      const { a, b } = at.ids.companies
      const random = randomSource(11)
      for (let i = 0; i < 120; i++) {
        const crowd = [
          [-77.04, -12.09],
          [-77.0, -12.05],
          [-76.95, -12.2],
        ][i % 3] ?? [0, 0]
        const spread = i % 4 === 0 ? 0.15 : 0.004
        await at.make('root', 'parcels', {
          code: `P${i}`,
          title: `Paquete ${i}`,
          kind: i % 2 === 0 ? 'a' : 'b',
          price: Number((i * 1.1).toFixed(2)),
          weight: i / 4,
          margin: i,
          id_depot: i % 2 === 0 ? at.depots.a : at.depots.b,
          spot:
            i % 10 === 9
              ? null
              : {
                  lat: Number(((crowd[1] ?? 0) + (random() - 0.5) * spread).toFixed(6)),
                  lng: Number(((crowd[0] ?? 0) + (random() - 0.5) * spread).toFixed(6)),
                },
          id_company: [a, b, null][i % 3] ?? null,
        })
      }
    })
    const heat = async (role: RoleName, input: JsonObject = {}, box = LIMA, level = 14) => {
      const answer = await at.call(role, 'GET', 'parcels/heat', {
        stat: 'where',
        box: boxValues(box).join(','),
        level,
        ...input,
      })
      expect(answer.status, answer.text).toBe(200)
      return answer.body as unknown as HeatAnswer
    }
    const rowsIn = async (role: RoleName, filters: JsonObject): Promise<readonly JsonObject[]> =>
      at.items(await at.call(role, 'GET', 'parcels', { filters, limit: 1000 }))

    test.each(
      (['root', 'operator', 'companyA', 'companyB', 'readerA'] as const).flatMap((role) =>
        [10, 12, 15].map((level) => [role, level] as const),
      ),
    )('every cell that %s sees at level %i counts the rows of the list that it opens', async (role, level) => {
      const { cells, level: answered } = await heat(role, {}, LIMA, level)
      expect(answered).toBe(level)
      expect(cells.length).toBeGreaterThan(0)
      const listed = await rowsIn(role, { spot: { isNull: false } })
      for (const [x, y, n, value] of cells) {
        const box = cellBox(level, x, y)
        const rows = await rowsIn(role, { spot: { box: [...boxValues(box)] } })
        expect(rows).toHaveLength(n)
        expect(value).toBe(n)
        const inside = listed.filter(({ spot }) => {
          const { lat, lng } = spot as { lat: number; lng: number }
          return lng >= box.west && lng < box.east && lat >= box.south && lat < box.north
        })
        expect(inside).toHaveLength(n)
      }
    })

    test('a cell of fewer than three rows is not told, and no answer says how many those are', async () => {
      const { cells } = await heat('root', {}, LIMA, 15)
      const placed = await rowsIn('root', { spot: { isNull: false } })
      expect(cells.every(([, , n]) => n >= MIN_ROWS)).toBe(true)
      expect(cells.reduce((sum, [, , n]) => sum + n, 0)).toBeLessThan(placed.length)
      expect(
        Object.keys(
          (await at.call('root', 'GET', 'parcels/heat', { stat: 'where', box: boxValues(LIMA).join(','), level: 15 }))
            .body,
        ).sort(),
      ).toEqual(['as_of', 'cells', 'level', 'ok'])
    })

    test('a cell is counted whole wherever the box ends: two boxes differ by whole cells', async () => {
      const { cells } = await heat('root', {}, LIMA, 12)
      const [first] = [...cells].sort((one, other) => other[2] - one[2])
      const box = cellBox(12, first?.[0] ?? 0, first?.[1] ?? 0)
      const [middle, line] = [(box.west + box.east) / 2, (box.south + box.north) / 2]
      const half = await heat('root', {}, { west: middle, south: line, east: middle, north: line }, 12)
      expect(half.cells).toEqual([first])
    })

    test('lines of two levels never meet, so that no cell is the sum of smaller ones', () => {
      for (const level of [8, 11, 14]) {
        const edges = new Set(
          Array.from({ length: 40 }, (_edge, i) => cellBox(level, 2 ** (level - 2) + i, 2 ** (level - 1)).west),
        )
        for (const finer of [level + 1, level + 2, level + 3]) {
          for (let i = 0; i < 320; i++)
            expect(edges.has(cellBox(finer, 2 ** (finer - 2) + i, 2 ** (finer - 1)).west)).toBe(false)
        }
      }
    })

    test('what is measured of a cell is that of its rows, under the filters of the stat and of the list', async () => {
      const { cells } = await heat('root', { stat: 'income', urgent: 0 }, LIMA, 11)
      expect(cells.length).toBeGreaterThan(0)
      for (const [x, y, n, value] of cells) {
        const rows = await rowsIn('root', { kind: 'a', urgent: 0, spot: { box: [...boxValues(cellBox(11, x, y))] } })
        expect(rows).toHaveLength(n)
        expect(Number(value)).toBeCloseTo(
          rows.reduce((sum, { price }) => sum + Number(price ?? 0), 0),
          2,
        )
      }
    })

    test('the box that contains all cells is told with the number, and no row alone is at its edge', async () => {
      const extentOf = async (): Promise<StatAnswer['extent']> =>
        (
          (await at.call('root', 'GET', 'parcels/stats', { ids: 'where' })).body
            .items as unknown as readonly StatAnswer[]
        )[0]?.extent
      const before = await extentOf()
      expect(before?.[0]).toBeGreaterThan(-77.2)
      const alone = await at.make('root', 'parcels', { code: 'ALONE', title: 'Lejos', spot: { lat: 51.5, lng: 0.1 } })
      expect(await extentOf()).toEqual(before)
      expect((await heat('root', {}, { west: 0, south: 51, east: 1, north: 52 }, 6)).cells).toEqual([])
      expect((await at.call('root', 'POST', 'parcels/remove', { id: alone.id ?? null })).status).toBe(200)
    })

    test('too many cells become wider ones; a box over the date line and a place on it are counted once', async () => {
      const whole = await heat('root', {}, EARTH, 20)
      expect(whole.level).toBeLessThan(7)
      expect(whole.cells.length).toBeLessThanOrEqual(MAX_CELLS)
      const made = []
      for (const [i, lng] of [180, -180, 179.9, -179.9, 180, -180, 180].entries())
        made.push(await at.make('root', 'parcels', { code: `D${i}`, title: 'Fiyi', spot: { lat: -17, lng } }))
      const { cells, level } = await heat('root', {}, { west: 179, south: -18, east: -179, north: -16 }, 8)
      for (const [x, y, n] of cells)
        expect(await rowsIn('root', { spot: { box: [...boxValues(cellBox(level, x, y))] } })).toHaveLength(n)
      expect(await rowsIn('root', { spot: { box: [179, -18, -179, -16] } })).toHaveLength(7)
      expect(cells.reduce((sum, [, , n]) => sum + n, 0)).toBe(7)
      for (const { id } of made) await at.call('root', 'POST', 'parcels/remove', { id: id ?? null })
    })

    test('is refused without the right, for what is no map, for hidden measures and for boxes that are none', async () => {
      const box = boxValues(LIMA).join(',')
      const ask = async (role: RoleName | null, input: JsonObject) =>
        (await at.call(role, 'GET', 'parcels/heat', { stat: 'where', box, level: 12, ...input })).status
      expect(await ask('none', {})).toBe(403)
      expect(await ask(null, {})).toBe(401)
      expect(await ask('companyA', { stat: 'profit' })).toBe(404)
      for (const stat of ['nothing', 'all', '', '__proto__']) expect(await ask('root', { stat })).toBe(404)
      for (const bad of [
        '',
        '1,2,3',
        '1,2,3,4,5',
        'a,b,c,d',
        '-181,0,0,0',
        '0,10,0,5',
        '0,0,0,91',
        'NaN,0,0,0',
        '1e3,0,0,0',
        ',,,',
        '0,0,0,Infinity',
      ])
        expect([bad, await ask('root', { box: bad })]).toEqual([bad, 400])
      for (const level of ['', '21', '-1', '1.5', 'x', '1e1'])
        expect([level, await ask('root', { level })]).toEqual([level, 400])
      for (const asked of [[1, 2, 3], [1, 2, 3, '4'], [1, 2, 3, null], 'x', {}, 7, [0, 10, 0, 5], [0, 0, 0, 91]]) {
        expect([
          asked,
          (await at.call('root', 'GET', 'parcels', { filters: { spot: { box: asked } } })).status,
        ]).toEqual([asked, 400])
      }
      expect((await at.call('root', 'GET', 'parcels', { filters: { title: { box: [0, 0, 1, 1] } } })).status).toBe(400)
    })
  })
})
