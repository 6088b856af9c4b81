import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import { randomSource, runSeed } from '../random-source'
import { oneEngine } from '../engines'
import { recordApp, type RecordApp } from './records-fixture'

const WALKS = 40
const ROWS = 90
/**
 * Every kind of column one can sort by: required, empty in many rows, behind a reference, hidden in some rows, with
 * many equals.
 */
const COLUMNS = [
  'id',
  'code',
  'title',
  'weight',
  'price',
  'pieces',
  'urgent',
  'kind',
  'due',
  'arrived',
  'depot_name',
  'id_keeper',
  'discount',
  'date_created',
  'state',
  'rank',
]

oneEngine((_engine, open) => {
  describe('walking a list by its cursors', () => {
    let at: RecordApp
    const seed = runSeed()
    const random = randomSource(seed)
    const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

    beforeAll(async () => {
      at = await recordApp(open)
      const { a, b } = at.ids.companies
      const some = <T>(...values: readonly T[]): T | null => (random() < 0.4 ? null : one(values))
      const rows = Array.from({ length: ROWS }, (_row, n) => ({
        code: `C${n}`,
        title: one(['álamo', 'Alamo', 'ALAMO', 'zapato', 'Ñandú', 'nandu', '100%', '']) + one(['', ' ', 'x']),
        rank: one([1, 2, n]),
        weight: some('1.50', '1.5', '3.75', '12345678901234567890.12', '0'),
        price: some('10.00', '99.99'),
        pieces: some(-1, 0, 7, 2147483647),
        urgent: one([true, false]),
        kind: some('a', 'b'),
        due: some('2026-11-20', '1999-01-01'),
        arrived: some('2026-11-20T10:00:00.123Z', '2026-11-20T10:00:00.124Z'),
        id_depot: some(at.depots.a, at.depots.b),
        id_keeper: some(at.ids.users.root, at.ids.users.reader),
        id_company: some(a, b),
        discount: some('1', '2.5'),
        state: one(['1', '0']),
        date_created: one(['2026-11-01T00:00:00Z', '2026-11-01T00:00:00.000001Z', '2026-10-31T00:00:00Z']),
      }))
      await at.database.db.insertInto('parcels').values(rows).execute()
      await sql`analyze parcels`.execute(at.database.db)
    })

    const filters = (): JsonObject =>
      one<JsonObject>([
        {},
        {},
        { kind: 'a' },
        { kind: null },
        { pieces: { gte: 0 } },
        { title: 'alamo' },
        { depot_name: 'ate' },
        { state: '1', urgent: 1 },
        { id_keeper: { isNull: true } },
        { weight: { ne: '0' } },
        { code: 'nothing' },
        { q: 'n' },
      ])

    test(`gives every row once and in the order of the whole list, in ${WALKS} walks of random order, filter, page and asker (seed ${seed})`, async () => {
      for (let walk = 0; walk < WALKS; walk++) {
        const query = { filters: filters(), order_col: one(COLUMNS), order_dir: one(['asc', 'desc']) }
        const [role, limit] = [one(['root', 'companyA'] as const), one([1, 2, 3, 7, 40])]
        const whole = await at.call(role, 'GET', 'parcels', { ...query, limit: 1000 })
        expect(whole.status, `${role} ${JSON.stringify(query)}: ${whole.text.slice(0, 200)}`).toBe(200)
        const walked: Json[] = []
        let after: string | undefined
        for (let pages = 0; pages <= ROWS + 1; pages++) {
          const { body } = await at.call(role, 'GET', 'parcels', {
            ...query,
            limit,
            count: 'none',
            ...(after === undefined ? {} : { after }),
          })
          expect(body).not.toHaveProperty('total')
          walked.push(...(body.items as unknown as JsonObject[]).map(({ id }) => id ?? null))
          after = body.after as string | undefined
          if (after === undefined) break
        }
        expect(walked, `${role} ${limit} ${JSON.stringify(query)}`).toEqual(at.items(whole).map(({ id }) => id))
        expect(whole.body.total).toBe(walked.length)
      }
    })
  })
})
