import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { fieldSql } from '../../src/fields/sql'
import type { JsonObject } from '../../src/model/json'
import type { Model } from '../../src/model/model'
import { upgradeCheck } from '../../src/server/work/checks/upgrade-check'
import type { Database } from '../../src/server/platform/database/database'
import { countedFormulas, refreshFormulas } from '../../src/server/records/formulas/refresh-formulas'
import { migrate } from '../../src/server/language/migrate/migrate'
import type { Runtime } from '../../src/server/language/runtime'
import {
  changeProgress,
  makeChange,
  makeSmallChanges,
  openChanges,
  type DataChange,
} from '../../src/server/records/upgrade/data-change'
import { phoneChanges } from '../../src/server/records/upgrade/home-phones'
import { readEngineValue, writeEngineValue } from '../../src/server/platform/database/engine-value'
import { MAX_ROWS_AT_START } from '../../src/server/language/migrate/large-table'
import {
  awaitIndexes,
  buildIndexes,
  laterIndexes,
  leaveIndexes,
  missingIndexes,
} from '../../src/server/records/upgrade/later-indexes'
import { eachEngine } from '../engines'
import { madeModel } from './made-model'

const MANY = MAX_ROWS_AT_START + 1
/** Of formulas; of a change of rows the first one has fewer. */
const [BATCH, FIRST] = [5000, 500]
const quiet = (): void => {}
const { signal: never } = new AbortController()

const FIELDS: JsonObject = {
  name: { type: 'string' },
  born: { type: 'string', format: 'date' },
  cost: { type: 'integer' },
}
const modelOf = (filters: readonly string[], more: JsonObject = {}): Model =>
  madeModel(
    { rides: { title: 'R', 'x-size': 'large', properties: { ...FIELDS, ...more } } },
    { rides: { list: { columns: ['name'] }, filters: [...filters] } },
  )

eachEngine((engine, open) => {
  const withRows = async (rows: number): Promise<Database> => {
    const database = await open()
    await migrate(database, modelOf([]), fieldSql, quiet)
    await sql`insert into rides (name, born, cost)
      select 'r' || n, date '2020-01-01' + n % 900, n from generate_series(1, ${rows}::int) as n`.execute(database.db)
    return database
  }
  const validIndexes = async ({ db }: Database): Promise<readonly string[]> => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where i.indisvalid`.execute(db)
    return rows.map(({ name }) => name)
  }

  /** A write that is not over yet, which the build of an index waits for. */
  const whileWriting = async (database: Database, work: () => Promise<void>): Promise<void> => {
    let commit = quiet
    const writing = database.transaction(async (tx) => {
      await sql`update rides set cost = 0 where id = 1`.execute(tx)
      await new Promise<void>((resolve) => {
        commit = resolve
      })
    })
    await work().finally(() => commit())
    await writing
  }
  const isWaiting = async ({ db }: Database, statement = '%index concurrently%'): Promise<boolean> => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like ${statement}
        and pid <> pg_backend_pid()`.execute(db)
    return rows.length > 0
  }

  // The embedded database has one connection: nobody writes meanwhile.
  describe.runIf(engine === 'postgres')('an index over a large table', () => {
    test('is left by the start and made afterwards, and those over small tables are made at once', async () => {
      const [large, small] = [await withRows(MANY), await withRows(10)]
      const filtered = modelOf(['born'])
      expect((await migrate(small, filtered, fieldSql, quiet)).later).toEqual([])
      const { later, applied } = await migrate(large, filtered, fieldSql, quiet)
      expect([later.map(({ table }) => table), applied]).toEqual([['rides'], []])
      const [{ name } = { name: '' }] = later
      expect(await validIndexes(small)).toContain(name)
      expect(await validIndexes(large)).not.toContain(name)

      await large.transaction((tx) => leaveIndexes(tx, later))
      const lines: string[] = []
      await buildIndexes(large, never, (line) => void lines.push(line))
      expect([await validIndexes(large), await laterIndexes(large.db)]).toEqual([expect.arrayContaining([name]), []])
      expect(lines.join()).toMatch(new RegExp(`rides: ${name} added`))
      expect((await migrate(large, filtered, fieldSql, quiet)).later).toEqual([])
      // Then nothing is looked at any more.
      expect(await readEngineValue(large.db, 'shape')).toMatchObject({ settled: { shape: expect.any(String) } })
    })

    test('that was cut off begins again, also while somebody writes', async () => {
      const database = await withRows(MANY)
      const filtered = modelOf(['born'])
      const { later } = await migrate(database, filtered, fieldSql, quiet)
      const [{ name, create } = { name: '', create: '' }] = later
      await database.transaction((tx) => leaveIndexes(tx, later))
      // As a server leaves it that is killed on its way.
      await sql.raw(create).execute(database.db)
      await sql`update pg_index set indisvalid = false where indexrelid = ${name}::regclass`.execute(database.db)
      expect((await migrate(database, filtered, fieldSql, quiet)).later.map((one) => one.name)).toEqual([name])

      let building = Promise.resolve()
      await whileWriting(database, async () => {
        building = buildIndexes(database, never, quiet)
        await expect.poll(() => isWaiting(database), { timeout: 20_000 }).toBe(true)
        await sql`insert into rides (name) values ('meanwhile')`.execute(database.db)
      })
      await building
      expect(await validIndexes(database)).toContain(name)
    })

    test('keeps nobody from writing, and is given up by a server that ends, for the next one', async () => {
      const database = await withRows(MANY)
      const { later } = await migrate(database, modelOf(['born']), fieldSql, quiet)
      await database.transaction((tx) => leaveIndexes(tx, later))
      const ending = new AbortController()
      await whileWriting(database, async () => {
        const building = buildIndexes(database, ending.signal, quiet)
        await expect.poll(() => isWaiting(database, 'create index%'), { timeout: 20_000 }).toBe(true)
        // Nobody else waits for it.
        await database.transaction(async (tx) => {
          await sql`set local lock_timeout = '2s'`.execute(tx)
          await sql`insert into rides (name) values ('meanwhile')`.execute(tx)
        })
        ending.abort()
        await building
        expect((await laterIndexes(database.db)).length).toBe(1)
      })
      await buildIndexes(database, never, quiet)
      expect(await laterIndexes(database.db)).toEqual([])
    })

    test('of a feature is left in the same way', async () => {
      const database = await withRows(10)
      const own = [{ name: 'own_rides_cost', table: 'rides', over: '(cost) where cost > 5' }]
      const [one] = await missingIndexes(database.db, own)
      expect(one?.create).toBe('create index "own_rides_cost" on "rides" (cost) where cost > 5')
      await database.transaction((tx) => leaveIndexes(tx, one ? [one] : []))
      await buildIndexes(database, never, quiet)
      expect(await missingIndexes(database.db, own)).toEqual([])
    })
  })

  test.runIf(engine === 'postgres')(
    'a start waits for the indexes that its work reads by, and for no other',
    async () => {
      const database = await withRows(10)
      const later = ['cost', 'born'].map((name) => ({
        name: `own_rides_${name}`,
        table: 'rides',
        create: `create index own_rides_${name} on rides (${name})`,
      }))
      const [cost, born] = later
      if (cost && born) await leaveIndexes(database.db, [{ ...cost, awaited: true }, born])
      // Two servers start at once: one makes it, the other waits.
      await Promise.all([awaitIndexes(database, quiet), awaitIndexes(database, quiet)])
      expect(await validIndexes(database)).toContain('own_rides_cost')
      expect((await laterIndexes(database.db)).map(({ name }) => name)).toEqual(['own_rides_born'])
    },
  )

  test('the console says what is still to be done, one thing after the other', async () => {
    const database = await withRows(FIRST + 1)
    const change: DataChange = { name: 'rides.cost', table: 'rides', change: (_tx, ids) => Promise.resolve(ids.length) }
    const features = [{ name: 'rides', needs: {}, changes: [change] }]
    const found = () =>
      upgradeCheck(features).run({ database, model: () => ({ entities: {} }) } as unknown as Runtime, never)
    await database.transaction((tx) => leaveIndexes(tx, [{ name: 'one', table: 'rides', create: '' }]))
    expect(await found()).toEqual({ state: 'warning', why: 'indexes', params: { n: 1, table: 'rides', pct: 0 } })
    await leaveIndexes(database.db, [])
    const ending = new AbortController()
    const first: DataChange = {
      ...change,
      change: (_tx, ids) => {
        ending.abort()
        return Promise.resolve(ids.length)
      },
    }
    await makeChange(database, first, ending.signal, quiet)
    const params = { name: 'rides.cost', done: FIRST, total: FIRST + 1 }
    expect(await found()).toEqual({ state: 'warning', why: 'rows', params })
    await makeChange(database, change, never, quiet)
    await writeEngineValue(database.db, 'formula rides.twice', { after: 1 })
    expect(await found()).toEqual({ state: 'warning', why: 'formulas', params: { name: 'rides.twice' } })
    await database.db.deleteFrom('engine_state').where('key', '=', 'formula rides.twice').execute()
    expect(await found()).toEqual({ state: 'ok', why: 'ok' })
  })

  describe('a change of rows', () => {
    const changeOf = (seen: number[] = [], after: () => void = quiet): DataChange => ({
      name: 'rides.cost',
      table: 'rides',
      async change(tx, ids) {
        const { numAffectedRows } = await sql`
          update rides set cost = cost + 1 where id = any(${[...ids]}::int[]) and id % 2 = 0`.execute(tx)
        seen.push(...ids)
        after()
        return Number(numAffectedRows ?? 0)
      },
    })

    test('telephones of the house that were kept as they were typed are in their one form', async () => {
      const database = await open()
      const model = madeModel(
        {
          rides: {
            title: 'R',
            properties: {
              name: { type: 'string' },
              phone: { 'x-type': 'phone', 'x-home': '51' },
              other: { 'x-type': 'phone' },
            },
          },
        },
        {},
      )
      await migrate(database, model, fieldSql, quiet)
      const typed = ['+51987654321', '51987654321', '987654321', '+5114456677', '014456677', '+12125551234', '999888']
      await sql`insert into rides (phone, other) select t, t from unnest(${typed}::text[]) as t`.execute(database.db)
      await makeSmallChanges(database, phoneChanges(model, []), quiet)
      const { rows } = await sql<{ phone: string; other: string }>`select phone, other from rides order by id`.execute(
        database.db,
      )
      expect(rows.map(({ phone }) => phone)).toEqual([
        '987654321',
        '987654321',
        '987654321',
        '014456677',
        '014456677',
        '+12125551234',
        '999888',
      ])
      expect(rows.map(({ other }) => other)).toEqual(typed)
    })

    test('is made once, in batches, and goes on where it was cut off', async () => {
      const rows = 2 * FIRST + 10
      const database = await withRows(rows)
      const seen: number[] = []
      const ending = new AbortController()
      await makeChange(
        database,
        changeOf(seen, () => ending.abort()),
        ending.signal,
        quiet,
      )
      const half = { after: FIRST, rows: FIRST, changed: FIRST / 2, total: rows, ended: false }
      expect(await changeProgress(database.db, changeOf())).toEqual(half)
      // What dies in a batch leaves nothing of it.
      const dying = makeChange(
        database,
        changeOf([], () => {
          throw new Error('killed')
        }),
        never,
        quiet,
      )
      await expect(dying).rejects.toThrow('killed')
      expect(await changeProgress(database.db, changeOf())).toMatchObject({ after: FIRST })

      await makeChange(database, changeOf(seen), never, quiet)
      const whole = { after: rows, rows, changed: rows / 2, total: rows, ended: true }
      expect(await changeProgress(database.db, changeOf())).toEqual(whole)
      expect([seen.length, new Set(seen).size]).toEqual([rows, rows])
      await makeChange(database, changeOf(seen), never, quiet)
      expect(seen.length).toBe(rows)
      const {
        rows: [sum],
      } = await sql<{ n: string }>`select sum(cost - id) as n from rides`.execute(database.db)
      expect(Number(sum?.n)).toBe(rows / 2)
    })

    test.runIf(engine === 'postgres')('is made at the start over a small table and left over a large one', async () => {
      const [small, large] = [await withRows(10), await withRows(MANY)]
      expect(await makeSmallChanges(small, [changeOf()], quiet)).toEqual([])
      expect(await openChanges(small.db, [changeOf()])).toEqual([])
      expect((await makeSmallChanges(large, [changeOf()], quiet)).map(({ name }) => name)).toEqual(['rides.cost'])
      expect(await changeProgress(large.db, changeOf())).toBeNull()
    })

    test('is made by one server at a time', async () => {
      const database = await withRows(3 * FIRST)
      const seen: number[] = []
      await Promise.all([1, 2, 3].map(() => makeChange(database, changeOf(seen), never, quiet)))
      expect([seen.length, new Set(seen).size]).toEqual([3 * FIRST, 3 * FIRST])
    })
  })

  test.runIf(engine === 'postgres')(
    'a formula over a large table is counted after the start, and what reads it',
    async () => {
      const database = await withRows(MANY)
      const model = modelOf([], {
        twice: { type: 'integer', 'x-formula': { mul: ['cost', 2] } },
        more: { type: 'integer', 'x-formula': { add: ['twice', 1] } },
      })
      await migrate(database, model, fieldSql, quiet)
      const count = async () => {
        const {
          rows: [row],
        } = await sql<{ twice: string; more: string }>`select count(twice) as twice,
        count(more) filter (where more = cost * 2 + 1) as more from rides`.execute(database.db)
        return [Number(row?.twice), Number(row?.more)]
      }
      expect([await refreshFormulas(database, model, quiet), await count()]).toEqual([false, [0, 0]])
      // It is over before its second batch.
      let looks = 0
      const over = {
        get aborted() {
          return looks++ > 0
        },
      } as AbortSignal
      expect([await refreshFormulas(database, model, quiet, over), await count()]).toEqual([false, [BATCH, 0]])
      await sql`update rides set twice = -1 where id = 1`.execute(database.db)
      expect([await refreshFormulas(database, model, quiet, never), await count()]).toEqual([true, [MANY, MANY - 1]])
      // The first batch was not counted a second time.
      const {
        rows: [first],
      } = await sql<{ twice: number }>`select twice from rides where id = 1`.execute(database.db)
      expect(first?.twice).toBe(-1)
      expect([await refreshFormulas(database, model, quiet), await countedFormulas(database.db)]).toEqual([true, []])
    },
  )
})
