import { beforeAll, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import type { StatAnswer } from '../../src/model/stat-answer'
import { oneEngine } from '../engines'
import { RECORD_RESOURCES, RECORD_SCHEMAS, recordApp, type RecordApp } from './records-fixture'

const STATS = [
  { id: 'median', title: 'Mediana', percentile: 50, f: 'price' },
  { id: 'p90', title: 'Casi todos', percentile: 90, f: 'weight', by: 'kind', as: 'bars' },
  { id: 'waits', title: 'Espera', percentile: 50, f: 'arrived', until: 'left' },
  { id: 'stays', title: 'Estancia', sum: 'arrived', until: 'left', by: 'kind', as: 'bars' },
  { id: 'mean_stay', title: 'Estancia media', avg: 'arrived', until: 'left' },
  { id: 'urgents', title: 'Urgentes', share: { urgent: 1 }, by: 'kind', as: 'bars' },
  { id: 'hours', title: 'A la hora', by: 'arrived', each: 'hour_of_week', mean: true },
  { id: 'sums', title: 'Ingresos a la hora', by: 'arrived', each: 'hour_of_week', sum: 'price', mean: true },
]
const SCHEMAS = {
  ...RECORD_SCHEMAS,
  parcels: {
    ...RECORD_SCHEMAS.parcels,
    properties: {
      ...(RECORD_SCHEMAS.parcels as { properties: JsonObject }).properties,
      left: { type: 'string', format: 'date-time', title: 'Salida' },
    },
  },
}
// In Santiago Sunday 5 April 2026 begins at 04:00 UTC; Saturday 23:00 is shown twice, from 02:00 and from 03:00 UTC.
const ZONE = 'America/Santiago'
const SATURDAY_23 = 5 * 24 + 23
const PARCELS: readonly { readonly [f: string]: Json }[] = [
  { arrived: '2026-03-29T02:10:00Z', left: '2026-03-29T02:15:00Z', kind: 'a', urgent: 1, price: 10, weight: 1 },
  { arrived: '2026-04-05T02:30:00Z', left: '2026-04-05T02:31:00Z', kind: 'a', urgent: 0, price: 20, weight: 2 },
  { arrived: '2026-04-05T03:30:00Z', left: '2026-04-05T05:30:00Z', kind: 'b', urgent: 0, price: 40, weight: 3 },
  { arrived: '2026-04-06T15:00:00Z', left: null, kind: 'b', urgent: 1, price: 99.99, weight: 4 },
  { arrived: null, left: null, kind: null, urgent: 0, price: null, weight: 10 },
]

oneEngine((_engine, open) => {
  describe('measures', () => {
    let at: RecordApp
    beforeAll(async () => {
      at = await recordApp(open, {
        schemas: SCHEMAS,
        resources: {
          ...RECORD_RESOURCES,
          parcels: { title: 'Paquetes', stats: STATS, list: { days: { f: 'arrived' } } },
        },
        now: () => new Date('2026-04-12T18:30:00Z'),
      })
      await at.database.db
        .insertInto('settings')
        .values({ key: 'timezone', value: JSON.stringify(ZONE) })
        .execute()
      at.runtime.changed('settings')
      for (const [i, parcel] of PARCELS.entries())
        await at.make('root', 'parcels', { code: `M${i}`, title: `Medida ${i}`, ...parcel })
    })
    const stats = async (ids: string, input: JsonObject = {}) =>
      (await at.call('root', 'GET', 'parcels/stats', { ids, ...input })).body.items as unknown as readonly StatAnswer[]
    const one = async (id: string, input: JsonObject = {}) => {
      const [found] = await stats(id, input)
      if (!found) throw new Error(`no ${id}`)
      return found
    }
    const parts = ({ parts: all = [] }: StatAnswer) =>
      Object.fromEntries(all.map(({ key, value }) => [String(key), value === null ? null : Number(value)]))

    test('the median of an even number lies between the two in the middle, and what nine of ten do not exceed between two as well', async () => {
      expect(Number((await one('median')).value)).toBe(30)
      expect(parts(await one('p90'))).toEqual({ a: 1.9, b: 3.9, null: 10 })
    })

    test('a length of time is whole seconds between two moments, and what has no end is not measured', async () => {
      expect((await one('waits')).value).toBe(300)
      expect((await one('mean_stay')).value).toBe(Math.round((300 + 60 + 7200) / 3))
      expect(parts(await one('stays'))).toEqual({ a: 360, b: 7200, null: 0 })
      expect((await one('waits', { filters: { kind: 'b', urgent: 1 } })).value).toBeNull()
    })

    test('a share is one of each part as well', async () => {
      expect(parts(await one('urgents'))).toEqual({ a: 50, b: 50, null: 0 })
    })

    test('an hour of the week is divided by how often it began: one shown twice counts twice, and a week that has only begun counts its hours so far', async () => {
      const [hours, sums] = await stats('hours,sums', { date_from: '2026-03-28', date_to: '2026-04-05' })
      // Saturday 23:00 of 28 March and twice on 4 April.
      expect(parts(hours as StatAnswer)[SATURDAY_23]).toBe(1)
      expect(parts(sums as StatAnswer)[SATURDAY_23]).toBe(Number(((10 + 20 + 40) / 3).toFixed(2)))
      expect(hours?.value).toBe(3)
      // To now: Saturday 11 April has it once more. Monday 11:00 came on 30 March and 6 April alone.
      const open_ended = parts(await one('hours', { date_from: '2026-03-28' }))
      expect(open_ended[SATURDAY_23]).toBe(0.75)
      expect(open_ended[11]).toBe(0.5)
    })

    test('without days asked for they are those from the first record to now, and an absurd beginning is no error', async () => {
      expect(parts(await one('hours'))).toMatchObject({ [SATURDAY_23]: 0.75, 11: 0.5, null: null })
      const ancient = await one('hours', { date_from: '0001-01-01' })
      expect(parts(ancient)[11]).toBe(0)
    })

    test('an hour that is skipped did not occur', async () => {
      // Saturday 6 September 2025 ends at 24:00, and Sunday begins at 01:00.
      await at.make('root', 'parcels', { code: 'SKIP', title: 'Septiembre', arrived: '2025-09-14T03:30:00Z' })
      const sunday_0 = 6 * 24
      expect(parts(await one('hours', { date_from: '2025-09-07', date_to: '2025-09-14' }))[sunday_0]).toBe(1)
      expect(parts(await one('hours', { date_from: '2025-09-01', date_to: '2025-09-14' }))[sunday_0]).toBe(1)
    })
  })
})
