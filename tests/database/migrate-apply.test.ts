import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { fieldSql } from '../../src/fields/sql'
import type { JsonObject } from '../../src/model/json'
import type { Database } from '../../src/server/platform/database/database'
import { DatabaseAheadError, migrate, type MigrateOptions } from '../../src/server/language/migrate/migrate'
import { eachEngine } from '../engines'
import { madeModel } from './made-model'

const things = (properties: JsonObject) => madeModel({ things: { title: 'T', properties } })
const both = (properties: JsonObject) =>
  madeModel({
    things: { title: 'T', properties },
    others: { title: 'O', properties: { id_thing: { 'x-type': 'ref', 'x-to': 'things' } } },
  })
const text = { type: 'string' }

eachEngine((_engine, open) => {
  let database: Database
  const run = (model: ReturnType<typeof things>, options: MigrateOptions = {}) =>
    migrate(database, model, fieldSql, () => {}, options)
  const rows = async () =>
    (await sql<{ [column: string]: unknown }>`select * from things order by id`.execute(database.db)).rows
  const insert = (...values: { [column: string]: unknown }[]) =>
    database.db.insertInto('things').values(values).execute()

  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    await sql`drop schema public cascade; create schema public`.execute(database.db)
  })

  test('a plan tells everything and does nothing', async () => {
    await run(things({ a: text, b: text }))
    await insert({ a: 'x', b: 'y' }, { a: 'z', b: null })
    const { applied, plan } = await run(things({ a: text, c: text }), { mode: 'plan' })
    expect(applied).toEqual(['things: column c added'])
    expect(plan).toMatchObject([{ table: 'things', rows: 1, statements: ['alter table "things" drop column "b"'] }])
    expect(Object.keys((await rows())[0] ?? {})).not.toContain('c')
    // Nor does it remember anything: a start finds the same to do.
    expect((await run(things({ a: text, c: text }))).applied).toEqual(['things: column c added'])
  })

  test('what was agreed to removes columns and tables, and nothing is left to do', async () => {
    await run(both({ a: text, b: text }))
    await insert({ a: 'x', b: 'y' })
    await sql`insert into others (id_thing) values (1)`.execute(database.db)
    const { waiting, applied } = await run(things({ a: text }), { mode: 'apply' })
    expect(waiting).toEqual([])
    expect(applied.join('\n')).toMatch(/column b is in no schema; 1 rows.*: done/)
    expect(applied.join('\n')).toMatch(/others: this table is in no schema; it has 1 rows.*: done/)
    expect(Object.keys((await rows())[0] ?? {})).not.toContain('b')
    expect(await run(things({ a: text }))).toEqual({ applied: [], waiting: [], plan: [], oldTypes: [], later: [] })
  })

  test('a narrower type is taken when every value fits, with its new default and limits', async () => {
    await run(things({ v: text }))
    await insert({ v: '12' }, { v: null })
    const after = things({ v: { type: 'integer', minimum: 1, default: 5 } })
    const { plan } = await run(after)
    expect(plan).toMatchObject([{ rows: 1, what: expect.stringContaining('which all fit') }])
    const { waiting } = await run(after, { mode: 'apply' })
    expect(waiting).toEqual([])
    await sql`insert into things default values`.execute(database.db)
    expect((await rows()).map(({ v }) => Number(v))).toEqual([12, 0, 5])
    await expect(insert({ v: 0 })).rejects.toMatchObject({ code: '23514' })
  })

  test('a value that does not fit is named, and not even an agreed change rounds it or loses it', async () => {
    await run(things({ v: { type: 'number' }, w: text }))
    await insert({ v: '1.5', w: 'kept' }, { v: '2', w: null })
    const { plan, waiting } = await run(things({ v: { type: 'integer' } }), { mode: 'apply' })
    expect(waiting).toHaveLength(1)
    expect(plan).toMatchObject([
      { rows: 1, what: expect.stringContaining('1 of them do not fit (id 1)'), statements: [] },
    ])
    expect((await rows()).map(({ v }) => v)).toEqual(['1.5', '2'])
    expect(Object.keys((await rows())[0] ?? {})).not.toContain('w')
  })

  test('a database that has gone on is refused to whoever comes with older schemas, until that is wanted', async () => {
    const [older, newer] = [things({ a: text }), things({ a: text, b: text })]
    await run(older, { whenAhead: 'refuse' })
    await run(newer, { whenAhead: 'refuse' })
    await insert({ a: 'x', b: 'y' })
    await expect(run(older, { whenAhead: 'refuse' })).rejects.toBeInstanceOf(DatabaseAheadError)
    await run(newer, { whenAhead: 'refuse' })
    await run(older, { whenAhead: 'go back' })
    expect((await run(older, { whenAhead: 'refuse' })).waiting).toEqual([
      expect.stringContaining('column b is in no schema'),
    ])
    // Now the newer ones are the older.
    await expect(run(newer, { whenAhead: 'refuse' })).rejects.toBeInstanceOf(DatabaseAheadError)
    expect(await rows()).toMatchObject([{ a: 'x', b: 'y' }])
  })
})
