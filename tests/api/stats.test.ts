import { beforeAll, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import type { StatAnswer, StatPart } from '../../src/model/stat-answer'
import { oneEngine } from '../engines'
import { RECORD_RESOURCES, recordApp, type RecordApp } from './records-fixture'
import type { RoleName } from './fixture-users'

const STATS = [
  { id: 'all', title: 'Paquetes' },
  { id: 'income', title: 'Ingresos', sum: 'price', good: 'up' },
  { id: 'mean', title: 'Peso medio', avg: 'weight' },
  { id: 'air', title: 'Por aire', share: { kind: 'a' } },
  { id: 'air_income', title: 'Ingresos por aire', sum: 'price', filters: { kind: 'a' } },
  { id: 'kinds', title: 'Por tipo', by: 'kind' },
  { id: 'urgents', title: 'Urgentes', by: 'urgent', sum: 'pieces', as: 'bars' },
  { id: 'depots', title: 'Por depósito', by: 'id_depot', top: 2, sum: 'price' },
  { id: 'days', title: 'Por día', by: 'arrived', each: 'day', split: 'kind' },
  { id: 'weeks', title: 'Por semana', by: 'due', each: 'week', as: 'line' },
  { id: 'hours', title: 'Horas', by: 'arrived', each: 'hour_of_week' },
  { id: 'margins', title: 'Margen', sum: 'margin' },
  { id: 'discounts', title: 'Descuento', sum: 'discount' },
]
const ZONE = 'America/Santiago'
// In Santiago the clock went from 24:00 back to 23:00 on Saturday, 4 April 2026: that day has 25 hours.
const MOMENTS = [
  '2026-04-04T03:30:00Z',
  '2026-04-05T02:30:00Z',
  '2026-04-05T03:30:00Z',
  '2026-04-05T04:30:00Z',
  '2026-04-06T15:00:00Z',
  '2026-04-09T20:00:00Z',
]
const LOOKING: readonly RoleName[] = ['root', 'operator', 'reader', 'companyA', 'companyB', 'readerA']

oneEngine((_engine, open) => {
  describe('numbers over a list', () => {
    let at: RecordApp
    let now = new Date('2026-04-08T18:00:00Z')
    beforeAll(async () => {
      at = await recordApp(open, {
        resources: {
          ...RECORD_RESOURCES,
          parcels: { title: 'Paquetes', stats: STATS, list: { days: { f: 'arrived' } } },
        },
        now: () => now,
      })
      await at.database.db
        .insertInto('settings')
        .values({ key: 'timezone', value: JSON.stringify(ZONE) })
        .execute()
      at.runtime.changed('settings')
      const { a, b } = at.ids.companies
      const third = Number((await at.make('root', 'depots', { name: 'Depósito Callao', code: 'C1', id_company: a })).id)
      const depots = [at.depots.a, at.depots.b, third, null]
      for (let i = 0; i < 40; i++) {
        await at.make('root', 'parcels', {
          code: `P${i}`,
          title: `Paquete ${i}`,
          kind: i % 5 === 4 ? null : i % 3 === 0 ? 'a' : 'b',
          urgent: i % 4 === 0 ? 1 : 0,
          pieces: i % 7 === 0 ? null : i,
          price: i % 6 === 0 ? null : Number((i * 1.1 + 0.05).toFixed(2)),
          weight: i / 4,
          margin: i,
          discount: 1,
          arrived: i % 8 === 7 ? null : (MOMENTS[i % MOMENTS.length] ?? null),
          due: i % 9 === 0 ? null : `2026-0${1 + (i % 3)}-1${i % 10}`,
          id_depot: depots[i % 4] ?? null,
          id_company: [a, b, null][i % 3] ?? null,
        })
      }
    })
    const stats = async (role: RoleName, input: JsonObject = {}) => {
      const answer = await at.call(role, 'GET', 'parcels/stats', input)
      expect(answer.status, answer.text).toBe(200)
      return answer.body.items as unknown as readonly StatAnswer[]
    }
    const rowsOf = async (role: RoleName, filters: JsonObject) =>
      at.items(await at.call(role, 'GET', 'parcels', { ...listed(filters), limit: 1000 }))
    /** The list's query as the console writes it: days beside the filters. */
    const listed = ({ date_from, date_to, ...filters }: JsonObject): JsonObject => ({
      filters,
      ...(date_from !== undefined && { date_from }),
      ...(date_to !== undefined && { date_to }),
    })
    const added = (rows: readonly JsonObject[], f: string): number =>
      Number(rows.reduce((sum, row) => sum + Number(row[f] ?? 0), 0).toFixed(2))
    const expected = (id: string, rows: readonly JsonObject[]): Json => {
      const stat = STATS.find((one) => one.id === id)
      // Where every row hides it there is no sum; 0 would be one.
      const { sum } = stat ?? {}
      if (sum !== undefined)
        return rows.length > 0 && rows.every((row) => !Object.hasOwn(row, sum)) ? null : added(rows, sum)
      return rows.length
    }

    test.each(
      LOOKING.flatMap((role) =>
        [
          {},
          { kind: 'b' },
          { price: { gte: 10 } },
          { q: 'paquete 1' },
          { date_from: '2026-04-04', date_to: '2026-04-05' },
        ].map((filters) => [role, filters as JsonObject] as const),
      ),
    )('every number of %s under %j is that of the list it opens, and so is every part', async (role, filters) => {
      for (const stat of await stats(role, listed(filters))) {
        if (stat.filters && stat.id !== 'mean' && stat.id !== 'air') {
          const rows = await rowsOf(role, stat.filters)
          expect(stat.count, stat.id).toBe(rows.length)
          expect(stat.value === null ? null : Number(stat.value), stat.id).toBe(expected(stat.id, rows))
        }
        const parts = [
          ...(stat.parts ?? []).flatMap((part): readonly Omit<StatPart, 'split'>[] => [part, ...(part.split ?? [])]),
          ...(stat.others ? [stat.others] : []),
        ]
        for (const part of parts) {
          if (!part.filters) continue
          const rows = await rowsOf(role, part.filters)
          expect(rows.length, `${stat.id} ${JSON.stringify(part)}`).toBe(part.count)
          if ('split' in part) continue
          if (part.value !== null && rows.length > 0)
            expect(Number(part.value), `${stat.id} ${JSON.stringify(part)}`).toBe(expected(stat.id, rows))
        }
        if (stat.parts)
          expect(stat.parts.reduce((sum, { count }) => sum + count, 0) + (stat.others?.count ?? 0), stat.id).toBe(
            stat.count,
          )
      }
    })

    test('a share and a mean are those of the rows', async () => {
      const rows = await rowsOf('root', {})
      const [share, mean] = await stats('root', { ids: 'air,mean' })
      const air = rows.filter(({ kind }) => kind === 'a').length
      expect(share?.value).toBe(Number(((100 * air) / rows.length).toFixed(1)))
      expect(Number(mean?.value)).toBeCloseTo(added(rows, 'weight') / rows.length, 1)
    })

    test('what a list hides from somebody no number tells: the field of operators, and values of rows that hide it', async () => {
      expect((await stats('companyA')).map(({ id }) => id)).not.toContain('margins')
      expect(await at.call('companyA', 'GET', 'parcels/stats', { ids: 'margins' })).toMatchObject({ status: 404 })
      const [discounts] = await stats('operator', { ids: 'discounts' })
      expect(Number(discounts?.value)).toBe((await rowsOf('operator', { kind: 'a' })).length)
    })

    test('a company counts its own rows alone, also among the parts and in the rest', async () => {
      const [all, depots] = await stats('companyA', { ids: 'all,depots' })
      const own = await rowsOf('companyA', {})
      expect(all?.count).toBe(own.length)
      expect(own.length).toBeLessThan(40)
      expect(
        depots?.parts?.reduce((sum, { count }) => sum + count, 0) ?? 0 + (depots?.others?.count ?? 0),
      ).toBeLessThanOrEqual(own.length)
    })

    test('is refused without the right to see the module, for an id that is none and for a filter that is none', async () => {
      expect(await at.call('none', 'GET', 'parcels/stats')).toMatchObject({ status: 403 })
      expect(await at.call(null, 'GET', 'parcels/stats')).toMatchObject({ status: 401 })
      expect(await at.call('root', 'GET', 'parcels/stats', { ids: 'nothing' })).toMatchObject({ status: 404 })
      expect(await at.call('root', 'GET', 'parcels/stats', { filters: { colour: 1 } })).toMatchObject({ status: 400 })
      for (const hours of [[168], [-1], [1.5], ['1'], [], 'x', {}] as Json[]) {
        expect(
          (await at.call('root', 'GET', 'parcels', { filters: { arrived: { hours } } })).status,
          JSON.stringify(hours),
        ).toBe(400)
      }
    })

    test('days are those of the company’s clock, also on the day with an hour more', async () => {
      const [days] = await stats('root', { ids: 'days' })
      const count = (key: string) => days?.parts?.find((part) => part.key === key)?.count ?? 0
      const rows = await rowsOf('root', { arrived: { isNull: false } })
      const on = (moment: string) =>
        rows.filter(({ arrived }) => String(arrived).startsWith(moment.slice(0, 16))).length
      expect(count('2026-04-04')).toBe(on('2026-04-04T03:30') + on('2026-04-05T02:30') + on('2026-04-05T03:30'))
      expect(count('2026-04-05')).toBe(on('2026-04-05T04:30'))
      expect(days?.parts?.filter(({ key }) => key !== null).map(({ key }) => key)).toEqual([
        '2026-04-04',
        '2026-04-05',
        '2026-04-06',
        '2026-04-07',
        '2026-04-08',
        '2026-04-09',
      ])
      for (const part of days?.parts ?? []) expect((await rowsOf('root', part.filters ?? {})).length).toBe(part.count)
    })

    test('the like time before ends at the same hour: part of a day is compared with the same part', async () => {
      now = new Date('2026-04-06T15:30:00Z')
      const [all] = await stats('root', { ids: 'all', compare: 1, date_from: '2026-04-06' })
      const before = (await rowsOf('root', { arrived: { gte: '2026-04-05', lt: '2026-04-05T15:30:00.000Z' } })).length
      expect(all?.before).toBe(before)
      expect((await stats('root', { ids: 'all', compare: 1 }))[0]).not.toHaveProperty('before')
    })
  })
})
