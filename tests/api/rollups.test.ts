import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import type { StatAnswer } from '../../src/model/stat-answer'
import type { Database } from '../../src/server/platform/database/database'
import { compareRollup } from '../../src/server/records/rollups/compare-rollup'
import { checkedModel } from '../../src/server/language/metadata/metadata'
import { prepareDatabase } from '../../src/server/boot/prepare'
import { makeTables } from '../../src/server/records/rollups/make-tables'
import { storedRollups } from '../../src/server/records/rollups/stored-rollup'
import { eachEngine } from '../engines'
import { randomSource, runSeed } from '../random-source'
import type { RoleName } from './fixture-users'
import { sourceFilesOf } from './fixture-schemas'
import { rollupApp, ROLLUP_RESOURCES, ROLLUPS, rollupSchemas, type RollupApp } from './rollups-fixture'

const LOOKING: readonly RoleName[] = ['root', 'operator', 'companyA', 'readerA']
/** Midnights and hours on which the clocks change, and their neighbours. */
const TURNS = [
  '2026-04-05T03:00:00.000Z',
  '2026-04-05T04:00:00.000Z',
  '2026-09-06T04:00:00.000Z',
  '2026-09-06T03:00:00.000Z',
  '2026-04-06T04:00:00.000Z',
  '2026-04-07T17:00:00.000Z',
]
const QUERIES: readonly JsonObject[] = [
  {},
  { kind: 'b' },
  { urgent: 1 },
  { price: { gte: 10 } },
  { q: 'paquete 1' },
  { date_from: '2026-04-04', date_to: '2026-04-05' },
  { date_from: '2026-04-05', compare: 1 },
  { date_from: '2026-09-06' },
  { arrived: { isNull: true } },
  { arrived: null },
  { arrived: { hours: [10, 23, 167] } },
  { arrived: '2026-04-05' },
  { kind: { isNull: true } },
  { due: { gte: '2026-02-10', lte: '2026-03-20' } },
  { due: '2026-02-11' },
  { due: { isNull: true } },
  { kind: ['a', 'b'], date_to: '2026-04-04' },
  { depot_name: 'ate' },
  { id_depot: { nin: [1] } },
]

class Killed extends Error {}

eachEngine((_engine, open) => {
  describe('numbers from rollups', () => {
    let at: RollupApp
    const random = randomSource(runSeed())
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    const day = (): string => `2026-0${pick([2, 3])}-1${pick([0, 1, 2])}`
    const moment = (): string =>
      new Date(
        Date.parse(pick(TURNS)) +
          pick([
            0,
            -1,
            1,
            999,
            1800e3,
            -1800e3,
            3600e3,
            -3600e3,
            7 * 3600e3,
            86_400e3,
            Math.floor(random() * 4 * 86_400e3),
          ]),
      ).toISOString()
    let made = 0
    const input = (): JsonObject => ({
      code: `P${++made}`,
      title: `Paquete ${made}`,
      kind: pick(['a', 'b', null]),
      urgent: pick([0, 1]),
      pieces: pick([null, 1, 7]),
      price: pick([null, 0, 9.99, 10.05, 1234.5]),
      weight: pick([null, 0.25, 3]),
      margin: pick([null, 2.5]),
      discount: pick([null, 1, 0.1]),
      bonus: pick([null, 2, 30]),
      tip: pick([null, 1, 6]),
      arrived: pick([null, moment(), moment(), moment()]),
      due: pick([null, day()]),
      id_depot: pick([null, at.depots.a, at.depots.b]),
      id_company: pick([null, at.ids.companies.a, at.ids.companies.b]),
    })
    const ids = async (): Promise<readonly number[]> =>
      (
        await sql<{ id: number }>`select id from parcels where date_deleted is null order by id`.execute(at.database.db)
      ).rows.map(({ id }) => id)
    const post = async (path: string, body: JsonObject) => {
      const answer = await at.call('root', 'POST', `parcels/${path}`, body)
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer
    }
    const run = (text: string) => sql.raw(text).execute(at.database.db)
    const one = async (): Promise<number> => pick(await ids())

    /** What may happen to rows, by calls and by hand. */
    const HAPPENINGS: readonly (() => Promise<unknown>)[] = [
      async () => {
        for (let i = 0; i < 3; i++) await post('create', input())
      },
      async () => post('create', { id: await one(), arrived: moment() }),
      async () => post('create', { id: await one(), kind: pick(['a', 'b']), id_depot: at.depots.a, urgent: 1 }),
      async () => post('create', { id: await one(), price: pick([1, 2.25]), discount: 3, pieces: null }),
      async () => post('remove', { id: await one() }),
      async () => {
        const { body } = await post('set', { ids: [await one(), await one()], field: 'kind', value: pick(['a', 'b']) })
        if (body.undo) await post('undo', { run: (body.undo as JsonObject).run as Json })
      },
      async () => run('update parcels set price = coalesce(price, 0) + 1.05, weight = weight / 7 where id % 3 = 1'),
      async () => run("update parcels set arrived = arrived + interval '7 hours', due = due + 1 where id % 4 = 2"),
      async () =>
        run(
          `insert into parcels (code, title, kind, price, arrived, id_company) select 'B' || ${++made} || '-' || n,
            'Paquete ' || n, 'a', n / 4.0, timestamptz '2026-04-05 01:00Z' + n * interval '47 minutes',
            ${at.ids.companies.a} from generate_series(1, 9) n`,
        ),
      async () => run(`delete from parcels where id = ${await one()}`),
      async () =>
        run(
          `update parcels set date_deleted = case when date_deleted is null then now() end
            where id % 11 = ${Math.floor(random() * 11)}`,
        ),
      async () => run(`update parcels set id_company = null where id = ${await one()}`),
      async () => at.work(),
      async () => expect(at.work(dying())).rejects.toThrow(Killed),
    ]
    /** A database whose process dies at the end of some transaction, with all its work done and nothing committed. */
    const dying = (): Database => {
      let left = 1 + Math.floor(random() * 3)
      return {
        ...at.database,
        transaction: (work) =>
          at.database.transaction(async (tx) => {
            const done = await work(tx)
            if (--left === 0) throw new Killed()
            return done
          }),
      }
    }

    beforeAll(async () => {
      at = await rollupApp(open)
      for (let i = 0; i < 20; i++) await post('create', input())
      await at.work()
    })

    test('are those of the rows, whatever happens to them, whoever asks and whenever the worker comes or dies', async () => {
      for (let round = 0; round < 30; round++) {
        if (round % 10 === 9)
          await run('insert into parcels (code, title) select null, null where false; update parcels set kind = kind')
        // Without a mark no worker has anything to do, and would not die.
        const happening = pick(HAPPENINGS)
        if (happening === HAPPENINGS.at(-1))
          for (let i = 0; i < 3; i++)
            await run(
              `update parcels set price = ${i + round}, arrived = '2026-0${i + 3}-0${1 + (round % 9)} 12:00Z'
                where id = ${await one()}`,
            )
        if (happening === HAPPENINGS.at(-1) && (await at.marks()) < 1) continue
        await happening().catch((error: unknown) => {
          throw new Error(`round ${round}: ${String(error)}`, { cause: error })
        })
        for (let question = 0; question < 2; question++) {
          const [role, query] = [
            pick(LOOKING),
            pick([
              ...QUERIES,
              { arrived: { [pick(['gte', 'gt'])]: moment(), [pick(['lt', 'lte'])]: moment() } },
              { arrived: { [pick(['gte', 'gt', 'lt', 'lte'])]: pick(TURNS) } },
            ]),
          ]
          const { date_from, date_to, compare, ...filters } = query
          const [kept, rows] = await at.both(role, {
            filters,
            ...(date_from !== undefined && { date_from }),
            ...(date_to !== undefined && { date_to }),
            ...(compare !== undefined && { compare }),
          })
          expect(kept, `round ${round}, ${role}, ${JSON.stringify(query)}`).toEqual(rows)
        }
      }
      await at.work()
      expect(await at.marks()).toBe(0)
      for (const { made: table } of await storedRollups(at.database.db))
        if (table)
          expect(
            await compareRollup(at.database, table, (line) => {
              throw new Error(line)
            }),
          ).toBe(0)
    }, 120_000)

    const tables = async () =>
      (await storedRollups(at.database.db)).flatMap(({ made: table, isRetired }) =>
        table ? [{ ...table, isRetired }] : [],
      )
    const asked = async (role: RoleName, query: JsonObject = {}) => {
      const { body } = await at.call(role, 'GET', 'parcels/stats', query)
      return new Map((body.items as unknown as readonly StatAnswer[]).map((item) => [item.id, item]))
    }
    const askedTables = async (role: RoleName) =>
      Object.entries((await at.call(role, 'GET', 'parcel_tables')).body.dash as JsonObject)

    test('come from a rollup where it has all that is asked, else from the rows; what a rule hides by the row no sum gives away', async () => {
      await at.work()
      const tablesBefore = await askedTables('operator')
      const before = [
        await asked('root'),
        await asked('operator'),
        await asked('operator', { filters: { id_depot: at.depots.a, pieces: { gte: 1 } } }),
      ] as const
      // Wrong on purpose, without a mark: whoever reads a rollup is found out.
      for (const { table, sum } of await tables())
        await sql
          .raw(
            `update "${table}" set "~n" = "~n"
              + 1000${sum.map((name) => `, "~sum ${name}" = coalesce("~sum ${name}", 0) + 5000`).join('')}`,
          )
          .execute(at.database.db)
      const after = [
        await asked('root'),
        await asked('operator'),
        await asked('operator', { filters: { id_depot: at.depots.a, pieces: { gte: 1 } } }),
      ] as const
      const differ = (which: 0 | 1 | 2): readonly string[] =>
        [...before[which]].flatMap(([id, one]) =>
          JSON.stringify(one) === JSON.stringify(after[which].get(id)) ? [] : [id],
        )
      expect(differ(0)).toEqual([
        'all',
        'income',
        'mean',
        'weights',
        'air',
        'urgent_income',
        'kinds',
        'kinds_mean',
        'depots',
        'days',
        'hours_of_day',
        'weeks',
        'hours',
        'margins',
        'discounts',
        'bonuses',
        'tips',
        'a_kilo',
        'by_air',
      ])
      expect(differ(1)).toEqual(differ(0).filter((id) => id !== 'bonuses' && id !== 'tips'))
      expect(differ(2)).toEqual([])
      const tablesAfter = new Map(await askedTables('operator'))
      expect(
        tablesBefore.flatMap(([id, one]) => (JSON.stringify(one) === JSON.stringify(tablesAfter.get(id)) ? [] : [id])),
      ).toEqual(['depots', 'days', 'hours', 'months'])
      // The check names it, and a bucket that is counted again is right again.
      const lines: string[] = []
      const [first] = await tables()
      if (!first) throw new Error('no rollup')
      expect(
        await compareRollup(at.database, first, (line) => {
          lines.push(line)
        }),
      ).toBeGreaterThan(0)
      expect(lines[0]).toMatch(new RegExp(`^${first.table}: (kept|the rows say) .*~n \\d+`))
      await sql`insert into engine_rollup_marks select distinct 'parcels', f, date_trunc('minute',
        case f when 'due' then due::timestamptz else arrived end) from parcels, unnest(array['arrived',
        'due']) as f`.execute(at.database.db)
      expect([...(await asked('root')).values()].map(({ id, value, count }) => [id, value, count])).toEqual(
        [...before[0].values()].map(({ id, value, count }) => [id, value, count]),
      )
      await at.work()
      expect(await compareRollup(at.database, first, () => {})).toBe(0)
    })

    test('are right after a table was emptied, and in another zone, for which rollups are built anew and the old ones kept up until they go', async () => {
      const old = (await tables()).map(({ table }) => table)
      await at.setZone('Asia/Kathmandu')
      expect((await at.both('root', { date_from: '2026-04-04', date_to: '2026-04-05' }))[0]).toEqual(
        (await at.both('root', { date_from: '2026-04-04', date_to: '2026-04-05' }))[1],
      )
      await at.work()
      const now = await tables()
      expect(
        now
          .filter(({ isRetired }) => isRetired)
          .map(({ table }) => table)
          .sort(),
      ).toEqual([...old].sort())
      expect(now.filter(({ isRetired, isReady }) => !isRetired && isReady)).toHaveLength(ROLLUPS.length)
      await run("update parcels set price = 3, kind = 'b' where id % 2 = 0")
      for (const query of [
        {},
        { date_from: '2026-04-05', compare: 1 },
        { filters: { arrived: { gte: moment() } } },
      ] as readonly JsonObject[]) {
        const [kept, rows] = await at.both('operator', query)
        expect(kept, JSON.stringify(query)).toEqual(rows)
      }
      await at.work()
      for (const table of now)
        expect(
          await compareRollup(at.database, table, (line) => {
            throw new Error(line)
          }),
        ).toBe(0)
      await run("update engine_rollups set date_retired = date_retired - interval '10 minutes'")
      await at.work()
      expect((await tables()).some(({ isRetired }) => isRetired)).toBe(false)
      for (const table of old)
        expect(
          (await sql<{ there: string | null }>`select to_regclass(${table})::text as there`.execute(at.database.db))
            .rows,
        ).toEqual([{ there: null }])
      await run('truncate parcels cascade')
      expect((await asked('root')).get('all')).toMatchObject({ value: 0, count: 0 })
    })

    test('stay as they are where the database knows no such zone', async () => {
      await makeTables(at.database, 'Mars/Base')
      expect((await tables()).filter(({ zone, isRetired }) => isRetired || zone === 'Mars/Base')).toEqual([])
    })

    test('follow the schema: another definition is counted anew, the same one stays, and without any nothing is left behind a write', async () => {
      const [first, second] = ROLLUPS
      if (!first || !second) throw new Error('no rollups')
      const kept = (await tables()).find(({ each }) => each === 'hour')?.table
      const prepare = async (rollups: readonly JsonObject[]) =>
        prepareDatabase(
          at.database,
          checkedModel(sourceFilesOf(rollupSchemas(rollups), ROLLUP_RESOURCES), []),
          [],
          at.runtime.words,
          () => {},
        )
      await prepare([{ ...first, by: ['kind'] }, second])
      await post('create', input())
      await at.work()
      const now = await tables()
      expect(
        now.filter(({ isRetired }) => !isRetired).map(({ table, by, isReady }) => [table === kept, by, isReady]),
      ).toEqual([
        [false, ['kind'], true],
        [true, second.by, true],
      ])
      for (const table of now)
        expect(
          await compareRollup(at.database, table, (line) => {
            throw new Error(line)
          }),
        ).toBe(0)
      await prepare([])
      await run("update engine_rollups set date_retired = date_retired - interval '10 minutes'")
      await at.work()
      await prepare([])
      await post('create', input())
      expect([await tables(), await at.marks()]).toEqual([[], 0])
      expect((await sql`select from pg_trigger where tgname like 'tr\\_rollup%'`.execute(at.database.db)).rows).toEqual(
        [],
      )
    })
  })
})
