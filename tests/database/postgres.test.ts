import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Database } from '../../src/server/platform/database/database'
import { NestedUseError, openDatabase } from '../../src/server/platform/database/open'
import { freshDatabase, privatePostgres } from '../postgres'
import '../postgres-setup'

const shared = inject('postgres') as { readonly url: string } | { readonly skipped: string } | undefined
const isClockMoved = process.env['FAKETIME'] !== undefined
const server: { url: string; stop?: () => Promise<void> } | { skipped: string } = isClockMoved
  ? await privatePostgres('real')
  : (shared ?? (await privatePostgres()))
if ('skipped' in server) console.log(`skipped: a PostgreSQL that fails: ${server.skipped}`)

describe.skipIf('skipped' in server)('a PostgreSQL that fails', () => {
  const lines: string[] = []
  let database: Database
  let other: Database
  let own: Awaited<ReturnType<typeof freshDatabase>>

  beforeAll(async () => {
    if ('skipped' in server) return
    own = await freshDatabase(server.url)
    database = await openDatabase(own.url, { log: (line) => lines.push(line), statementTimeout_s: 1 })
    other = await openDatabase(own.url, { log: () => {} })
  })
  afterAll(async () => {
    if ('skipped' in server) return
    await database?.close()
    await other?.close()
    await own?.drop()
    await server.stop?.()
  })
  const cutEveryone = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid()`.execute(other.db)

  test('loses idle connections and goes on', async () => {
    await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.05)`.execute(database.db)))
    await cutEveryone()
    // All three: one that is not known to be dead yet would fail its next query, as any server that goes away does.
    await expect
      .poll(() => lines.filter((line) => line.startsWith('an idle database connection failed')).length)
      .toBeGreaterThanOrEqual(3)
    expect((await sql`select 1 as n`.execute(database.db)).rows).toEqual([{ n: 1 }])
  })

  test('loses a connection in the middle of a transaction: that one fails, the next goes on', async () => {
    await expect(
      database.transaction(async (tx) => {
        await sql`select 1`.execute(tx)
        await cutEveryone()
        await new Promise((done) => setTimeout(done, 50))
        await sql`select 1`.execute(tx)
      }),
    ).rejects.toThrow()
    expect((await sql`select 1 as n`.execute(database.db)).rows).toEqual([{ n: 1 }])
  })

  test('a transaction that nobody ended, and one that failed, go with their connection', async () => {
    for (const statement of ['select 1', 'select 1 / 0']) {
      await database.db.connection().execute(async (one) => {
        await sql`begin`.execute(one)
        await sql
          .raw(statement)
          .execute(one)
          .catch(() => {})
      })
      expect((await sql`select txid_current_if_assigned() as id, 1 as n`.execute(database.db)).rows).toEqual([
        { id: null, n: 1 },
      ])
      expect((await sql`select now() = statement_timestamp() as fresh`.execute(database.db)).rows).toEqual([
        { fresh: true },
      ])
    }
  })

  test('loses the listening connection and listens again, saying that something may have been missed', async () => {
    const heard: string[] = []
    const stop = await database.listen('news', (payload) => heard.push(payload))
    await cutEveryone()
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual([''])
    await sql`select pg_notify('news', 'again')`.execute(other.db)
    await expect.poll(() => heard).toEqual(['', 'again'])
    await stop()
  })

  test('where a server leaves it unchecked, `db` inside a transaction reads by another connection', async () => {
    const unchecked = await openDatabase(own.url, { log: () => {}, checksNesting: false })
    const read = (): Promise<unknown> => sql`select 1 as n`.execute(unchecked.db)
    expect(await unchecked.transaction(read)).toMatchObject({ rows: [{ n: 1 }] })
    await expect(other.transaction(() => sql`select 1`.execute(other.db))).rejects.toThrow(NestedUseError)
    await unchecked.close()
  })

  test('ends a statement that takes too long', async () => {
    await expect(sql`select pg_sleep(5)`.execute(database.db)).rejects.toMatchObject({ code: '57014' })
  })

  test("two transactions in each other's way both succeed in the end", async () => {
    await sql`create table counters (id integer primary key, n integer not null)`.execute(database.db)
    await sql`insert into counters values (1, 0), (2, 0)`.execute(database.db)
    const add = (db: Database, ids: readonly number[]) =>
      db.transaction(async (tx) => {
        for (const id of ids) {
          await sql`update counters set n = n + 1 where id = ${id}`.execute(tx)
          await new Promise((done) => setTimeout(done, 100))
        }
      })
    // A deadlock: each has what the other wants.
    await Promise.all([add(other, [1, 2]), add(other, [2, 1])])
    expect((await sql`select n from counters order by id`.execute(database.db)).rows).toEqual([{ n: 2 }, { n: 2 }])
  })

  test('that cannot be reached is told at once', async () => {
    await expect(openDatabase('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow(/ECONNREFUSED/)
  })
})
