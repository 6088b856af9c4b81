import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { fieldSql } from '../../src/fields/sql'
import type { JsonObject } from '../../src/model/json'
import type { Database } from '../../src/server/platform/database/database'
import { migrate } from '../../src/server/language/migrate/migrate'
import { eachEngine } from '../engines'
import { madeModel } from './made-model'

/** Loans of books: at most one open one of a book, by the rule that is given. */
const loans = (when: JsonObject | null) =>
  madeModel({
    loans: {
      title: 'Préstamo',
      properties: {
        book: { type: 'integer' },
        returned: { type: 'boolean', default: false },
        stage: {
          'x-type': 'enum',
          default: "it's out",
          'x-values': ["it's out", 'late', 'back'].map((value) => ({ value, title: value })),
        },
        place: { type: 'integer' },
      },
      ...(when && { 'x-unique-when': [{ fields: ['book'], when }] }),
    },
  })
const OPEN: JsonObject = { stage: { in: ["it's out", 'late'] }, place: { isNull: true }, returned: { eq: 0 } }
const NOTHING_TO_DO = { applied: [], waiting: [], plan: [], oldTypes: [], later: [] }

eachEngine((_engine, open) => {
  let database: Database
  const run = (when: JsonObject | null) => migrate(database, loans(when), fieldSql, () => {})
  const insert = (...rows: { [column: string]: unknown }[]) => database.db.insertInto('loans').values(rows).execute()
  const indexes = async () =>
    (
      await sql<{
        name: string
      }>`select indexname as name from pg_indexes where tablename = 'loans' and indexdef like '%UNIQUE%'
        and indexname not like '%pkey'`.execute(database.db)
    ).rows

  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    await sql`drop schema public cascade; create schema public`.execute(database.db)
  })

  test('what occurs once while a rule holds is refused a second time, and taken as often as one likes where it does not hold', async () => {
    await run(OPEN)
    await insert({ book: 1 }, { book: 2 }, { book: null }, { book: null })
    await expect(insert({ book: 1 })).rejects.toMatchObject({ code: '23505' })
    await expect(insert({ book: 1, stage: 'late' })).rejects.toMatchObject({ code: '23505' })
    await insert(
      { book: 1, stage: 'back' },
      { book: 1, stage: 'back' },
      { book: 1, place: 7 },
      { book: 1, returned: true },
      { book: 1, date_deleted: '2026-01-01' },
    )
    // A row comes under the rule later as well as at once.
    await expect(sql`update loans set stage = 'late' where stage = 'back'`.execute(database.db)).rejects.toMatchObject({
      code: '23505',
    })
    await sql`update loans set stage = 'back' where book = 1 and stage = ${"it's out"} and place is null
      and returned = false and date_deleted is null`.execute(database.db)
    await insert({ book: 1 })
  })

  test('it is made once: a second start, and one without memory, finds it there', async () => {
    await run(OPEN)
    expect(await run(OPEN)).toEqual(NOTHING_TO_DO)
    await sql`delete from engine_state`.execute(database.db)
    const again = await run(OPEN)
    expect(again.waiting).toEqual([])
    expect(again.applied.filter((line) => !line.includes('default of'))).toEqual([])
    expect(await indexes()).toHaveLength(1)
  })

  test('a changed rule takes the place of the old one, and goes when it is no longer written', async () => {
    await run(OPEN)
    await insert({ book: 1, stage: 'late' })
    const changed = await run({ ...OPEN, stage: { eq: "it's out" } })
    expect(changed.waiting).toEqual([])
    expect(await indexes()).toHaveLength(1)
    // What the old rule refused is taken, what the new one holds is refused.
    await insert({ book: 1, stage: 'late' }, { book: 1 })
    await expect(insert({ book: 1 })).rejects.toMatchObject({ code: '23505' })
    await run(null)
    expect(await indexes()).toEqual([])
    await insert({ book: 1 })
  })

  test('a rule that rows break waits, says how many do, and comes when they are mended', async () => {
    await run(null)
    await insert(
      { book: 1 },
      { book: 1, stage: 'late' },
      { book: 1, stage: 'back' },
      { book: 2 },
      { book: 3, date_deleted: '2026-01-01' },
      { book: 3 },
    )
    expect((await run(OPEN)).waiting).toEqual([expect.stringMatching(/book must be unique, .*\(1\)/)])
    await insert({ book: 1 })
    await sql`update loans set stage = 'back' where book = 1`.execute(database.db)
    expect((await run(OPEN)).waiting).toEqual([])
    await insert({ book: 1 })
    await expect(insert({ book: 1 })).rejects.toMatchObject({ code: '23505' })
  })
})
