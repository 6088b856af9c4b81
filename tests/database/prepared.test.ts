import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PREPARED } from '../../src/server/platform/database/prepared'
import { eachEngine } from '../engines'

eachEngine((_engine, open) => {
  test('a prepared statement is kept under a name, and outlives a change of its table', async () => {
    const { db, transaction, close } = await open()
    await sql`create table shapes (id integer primary key, size integer)`.execute(db)
    await sql`insert into shapes values (1, 7)`.execute(db)
    const ask = () => sql<{ size: unknown }>`${PREPARED}select size from shapes where id = ${1}`.execute(db)
    for (let i = 0; i < 3; i++) expect((await ask()).rows).toEqual([{ size: 7 }])
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from pg_prepared_statements where statement like '%select size from shapes%'`.execute(
      db,
    )
    expect(rows[0]?.n).toBeGreaterThan(0)
    await sql`alter table shapes alter column size type text using size::text`.execute(db)
    expect((await ask()).rows).toEqual([{ size: '7' }])
    // Inside a transaction the statement fails with all of it: it is done once more from its begin.
    await sql`alter table shapes alter column size type numeric using size::numeric`.execute(db)
    const inside = () =>
      transaction(
        async (tx) =>
          (await sql<{ size: unknown }>`${PREPARED}select size from shapes where id = ${1}`.execute(tx)).rows,
      )
    expect(await inside()).toEqual([{ size: '7' }])
    // A server, or a pooler between, may have thrown them away.
    await sql`deallocate all`.execute(db)
    expect((await ask()).rows).toEqual([{ size: '7' }])
    await close()
  })
})
