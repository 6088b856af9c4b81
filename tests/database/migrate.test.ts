import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fieldSql } from '../../src/fields/sql'
import { fold, FOLD_FROM } from '../../src/model/values/fold'
import type { JsonObject } from '../../src/model/json'
import type { Model } from '../../src/model/model'
import type { Database } from '../../src/server/platform/database/database'
import { migrate } from '../../src/server/language/migrate/migrate'
import { eachEngine } from '../engines'
import { madeModel } from './made-model'

const EVERY_TYPE: JsonObject = {
  text: { type: 'string', maxLength: 40, default: "it's", 'x-search': true },
  longtext: { 'x-type': 'longtext' },
  integer: { type: 'integer', minimum: 0, maximum: 99, default: -0 },
  decimal: { type: 'number', default: 1.5, minimum: -2.5 },
  money: { 'x-type': 'money', default: 0 },
  flag: { type: 'boolean', default: true },
  enum: {
    'x-type': 'enum',
    default: "o'k",
    'x-values': [
      { value: "o'k", title: 'O' },
      { value: '2', title: 'Two' },
    ],
  },
  date: { type: 'string', format: 'date', default: '2026-01-31' },
  datetime: { type: 'string', format: 'date-time', default: '2026-01-31T05:00:00.120Z' },
  color: { 'x-type': 'color', default: '#ff0000' },
  ref: { 'x-type': 'ref', 'x-to': 'parents', 'x-on-delete': 'clear' },
  email: { type: 'string', format: 'email', 'x-unique': true },
  phone: { 'x-type': 'phone', default: '+51999999999' },
  point: { 'x-type': 'point', default: { lat: -12.05, lng: -77.03 } },
  json: { 'x-type': 'json', default: { a: [1, 'x'] } },
  password: { 'x-type': 'password' },
}
const NOTHING_TO_DO = { applied: [], waiting: [], plan: [], oldTypes: [], later: [] }
const PARENTS: JsonObject = { title: 'P', properties: { name: { type: 'string' } } }
const everyType = (size: 'small' | 'large'): Model =>
  madeModel({
    parents: PARENTS,
    things: {
      title: 'T',
      properties: EVERY_TYPE,
      'x-traits': ['activable', 'sortable'],
      ...(size === 'large' && { 'x-size': size }),
      'x-unique': [['text', 'enum']],
    },
  })

const one = (properties: JsonObject, more: JsonObject = {}): Model =>
  madeModel({ parents: PARENTS, things: { title: 'T', properties, ...more } })

eachEngine((_engine, open) => {
  let database: Database
  const run = (model: Model) => migrate(database, model, fieldSql, () => {})
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

  describe('a new database', () => {
    test.each(['small', 'large'] as const)(
      'has every type of a %s table, and a second run does nothing',
      async (size) => {
        const model = everyType(size)
        const first = await run(model)
        expect(first.applied).toEqual(['parents: table created', 'things: table created'])
        expect(first.waiting).toEqual([])
        expect(await run(model)).toEqual(NOTHING_TO_DO)
        // Without its memory it must come to the same.
        await sql`delete from engine_state`.execute(database.db)
        const again = await run(model)
        expect(again.waiting).toEqual([])
        expect(again.applied.filter((line) => !line.includes('default of'))).toEqual([])
        expect(await run(model)).toEqual(NOTHING_TO_DO)
      },
    )

    test('fills defaults into a row that names nothing', async () => {
      await run(everyType('small'))
      await sql`insert into things default values`.execute(database.db)
      const [row = {}] = await rows()
      const read = Object.fromEntries(
        Object.entries(row)
          .filter(([, raw]) => raw !== null)
          .map(([name, raw]) => {
            const field = everyType('small').entities.things!.fields[name]!
            return [name, fieldSql[field.type as keyof typeof fieldSql].decode(raw, field)]
          }),
      )
      expect(read).toMatchObject({
        id: 1,
        version: 1,
        state: '1',
        text: "it's",
        integer: 0,
        decimal: 1.5,
        money: 0,
        flag: 1,
        enum: "o'k",
        date: '2026-01-31',
        datetime: '2026-01-31T05:00:00.120Z',
        color: '#ff0000',
        phone: '+51999999999',
        point: { lat: -12.05, lng: -77.03 },
        json: { a: [1, 'x'] },
      })
      expect(read.date_created).toBe(read.date_updated)
      expect(read.date_deleted).toBeUndefined()
    })

    test('refuses what the schema forbids, but not in deleted rows', async () => {
      await run(everyType('small'))
      await expect(insert({ integer: 100 })).rejects.toMatchObject({ code: '23514' })
      await expect(insert({ decimal: -3 })).rejects.toMatchObject({ code: '23514' })
      await expect(insert({ enum: 'other' })).rejects.toMatchObject({ code: '23514' })
      await expect(insert({ text: 'x'.repeat(41) })).rejects.toMatchObject({ code: '23514' })
      await insert({ text: '🦤'.repeat(40) })
      await insert({ enum: 'other', date_deleted: '2026-01-01' })
      await expect(insert({ ref: 7 })).rejects.toMatchObject({ code: '23503' })
    })

    test('keeps values unique among rows that are not deleted, addresses in any case', async () => {
      await run(everyType('small'))
      await insert({ email: 'Ana@one.test', text: 'a' })
      await expect(insert({ email: 'ana@ONE.test', text: 'b' })).rejects.toMatchObject({ code: '23505' })
      await insert({ email: 'ana@one.test', text: 'b', date_deleted: '2026-01-01' })
      await insert({ text: 'c' }, { text: 'c', enum: '2' })
      await expect(insert({ text: 'c', enum: '2' })).rejects.toMatchObject({ code: '23505' })
    })

    test('a reference restricts or clears', async () => {
      await run(
        madeModel({
          parents: PARENTS,
          things: {
            title: 'T',
            properties: { clears: EVERY_TYPE.ref!, holds: { 'x-type': 'ref', 'x-to': 'parents' } },
          },
        }),
      )
      await sql`insert into parents default values; insert into parents default values`.execute(database.db)
      await insert({ clears: 1, holds: 2 })
      await expect(sql`delete from parents where id = 2`.execute(database.db)).rejects.toMatchObject({ code: '23503' })
      await sql`delete from parents where id = 1`.execute(database.db)
      expect(await rows()).toMatchObject([{ clears: null, holds: 2 }])
    })

    test('two processes at once make it once', async () => {
      const results = await Promise.all([run(everyType('large')), run(everyType('large')), run(everyType('large'))])
      expect(results.map(({ applied }) => applied.length).sort()).toEqual([0, 0, 2])
    })

    test('folds every character as JavaScript does', async () => {
      await run(one({ name: { type: 'string' } }))
      const samples = [...FOLD_FROM]
        .map((char, i) => `${i % 3 ? 'Ab ' : 'Ωñ '}${char}`)
        .concat(['', 'ABC', 'Señor Ñandú', 'I\u0307stanbul e\u0301', '日本 🦤 ﬀ'])
      const { rows } = await sql<{
        folded: string
      }>`select tr_fold(text) as folded from unnest(${samples}::text[]) with ordinality as t (text, at)
        order by at`.execute(database.db)
      expect(rows.map(({ folded }) => folded)).toEqual(samples.map(fold))
      expect((await sql`select tr_fold(null) as folded`.execute(database.db)).rows).toEqual([{ folded: null }])
    })
  })

  describe('a change of the schema', () => {
    test('a renamed property keeps its data, its index and its unique values', async () => {
      await run(one({ nombre: { type: 'string', 'x-unique': true }, padre: { 'x-type': 'ref', 'x-to': 'parents' } }))
      await sql`insert into parents default values`.execute(database.db)
      await insert({ nombre: 'Ana', padre: 1 })
      const after = one({
        name: { type: 'string', 'x-unique': true, 'x-was': ['nombre'] },
        parent: { 'x-type': 'ref', 'x-to': 'parents', 'x-was': ['padre', 'parent_id'] },
      })
      const { applied, waiting } = await run(after)
      expect(waiting).toEqual([])
      expect(applied).toContain('things: column nombre renamed to name')
      expect(await rows()).toMatchObject([{ name: 'Ana', parent: 1 }])
      await expect(insert({ name: 'Ana' })).rejects.toMatchObject({ code: '23505' })
      expect(await run(after)).toEqual(NOTHING_TO_DO)
      await sql`delete from engine_state`.execute(database.db)
      expect(await run(after)).toEqual(NOTHING_TO_DO)
    })

    test('a new property is there, empty or filled from its default', async () => {
      await run(one({ a: { type: 'string' } }))
      await insert({ a: 'x' })
      const { waiting } = await run(
        one({ a: { type: 'string' }, b: { type: 'string' }, c: { type: 'integer', default: 7 } }, { required: ['c'] }),
      )
      expect(waiting).toEqual([])
      expect(await rows()).toMatchObject([{ a: 'x', b: null, c: 7 }])
      await expect(insert({ c: null })).rejects.toMatchObject({ code: '23502' })
    })

    test('a new required property without a default waits until the rows are filled', async () => {
      await run(one({ a: { type: 'string' } }))
      await insert({ a: 'x' }, { a: 'y' })
      const after = one({ a: { type: 'string' }, b: { type: 'string' } }, { required: ['b'] })
      const { waiting } = await run(after)
      expect(waiting).toEqual([expect.stringMatching(/^things: column b is required, but empty in 2 rows/)])
      await insert({ a: 'z' })
      await sql`update things set b = 'filled'`.execute(database.db)
      expect(await run(after)).toMatchObject({ applied: ['things: column b must have a value'], waiting: [] })
      await expect(insert({ a: 'z' })).rejects.toMatchObject({ code: '23502' })
      // And back again.
      expect((await run(one({ a: { type: 'string' }, b: { type: 'string' } }))).applied).toEqual([
        'things: column b need not have a value',
      ])
    })

    test("a removed property is kept, told with its rows, and in nobody's way", async () => {
      await run(one({ a: { type: 'string' }, b: { type: 'string' } }, { required: ['b'] }))
      await insert({ a: 'x', b: 'kept' })
      const { applied, waiting } = await run(one({ a: { type: 'string' } }))
      expect(applied).toEqual(['things: column b need not have a value'])
      expect(waiting).toEqual([
        expect.stringMatching(/column b is in no schema; 1 rows .* npm run migrate -- --apply$/),
      ])
      await insert({ a: 'y' })
      expect(await rows()).toMatchObject([{ b: 'kept' }, { b: null }])
      // It comes back with its data.
      expect((await run(one({ a: { type: 'string' }, b: { type: 'string' } }))).waiting).toEqual([])
    })

    test('a new name that was saved before the old one was said gets its data when a person agrees', async () => {
      await run(one({ a: { type: 'string' } }))
      await insert({ a: 'x' }, { a: 'y' })
      // As a file is saved twice: first the name alone.
      await run(one({ b: { type: 'string' } }))
      await sql`update things set b = 'z' where a = 'y'`.execute(database.db)
      const renamed = one({ b: { type: 'string', 'x-was': ['a'] } })
      const offer =
        /^things: column b was a, which is still there: 1 rows have a value in a alone, and 1 have another one in b, which they keep\. To move them to b/
      expect((await run(renamed)).waiting).toEqual([expect.stringMatching(offer)])
      expect((await run(renamed)).waiting).toEqual([expect.stringMatching(offer)])
      expect((await migrate(database, renamed, fieldSql, () => {}, { mode: 'apply' })).waiting).toEqual([])
      expect((await rows()).map(({ b }) => b)).toEqual(['x', 'z'])
      expect((await rows())[0]).not.toHaveProperty('a')
    })

    test('and is told which of its data do not fit', async () => {
      await run(one({ a: { type: 'string' } }))
      await insert({ a: '5' }, { a: 'x' })
      await run(one({ b: { type: 'integer' } }))
      const renamed = one({ b: { type: 'integer', 'x-was': ['a'] } })
      expect((await run(renamed)).waiting).toEqual([
        expect.stringMatching(/1 of them do not fit bigint\. Correct them/),
      ])
      await sql`update things set a = '7' where a = 'x'`.execute(database.db)
      await migrate(database, renamed, fieldSql, () => {}, { mode: 'apply' })
      expect((await rows()).map(({ b }) => Number(b))).toEqual([5, 7])
    })

    test('a removed schema keeps its table', async () => {
      await run(one({ a: { type: 'string' } }))
      await insert({ a: 'x' })
      await sql`create table somebody_elses (id integer)`.execute(database.db)
      const { waiting } = await run(madeModel({ parents: PARENTS }))
      expect(waiting).toEqual([expect.stringMatching(/^things: this table is in no schema; it has 1 rows/)])
    })

    test('a table, a view or a partition of somebody else is neither adopted nor changed', async () => {
      await run(one({ a: { type: 'string' } }))
      await sql`create table trails (id_driver integer not null, at date not null) partition by range (at)`.execute(
        database.db,
      )
      await sql`create table trails_1 partition of trails for values from ('2026-01-01') to ('2027-01-01')`.execute(
        database.db,
      )
      await sql`create view seen as select 1 as n`.execute(database.db)
      const theirs = async () =>
        (
          await sql`select column_name, is_nullable from information_schema.columns where table_name = 'trails'
            order by 1`.execute(database.db)
        ).rows
      const before = await theirs()
      for (const name of ['trails', 'trails_1', 'seen']) {
        await expect(
          run(madeModel({ parents: PARENTS, [name]: { title: 'T', properties: { id_user: { type: 'integer' } } } })),
        ).rejects.toThrow(`M048 schemas/${name}.json: the database has a "${name}" already`)
      }
      expect(await theirs()).toEqual(before)
    })

    test('a table that a feature keeps is never called superfluous, not even one that was taken over before', async () => {
      await run(madeModel({ parents: PARENTS, trails: { title: 'T', properties: { a: { type: 'string' } } } }))
      const owned = ['trails']
      expect(
        (await migrate(database, madeModel({ parents: PARENTS }), fieldSql, () => {}, { mode: 'apply', owned }))
          .waiting,
      ).toEqual([])
      expect((await sql`select to_regclass('trails')::text as t`.execute(database.db)).rows).toEqual([{ t: 'trails' }])
    })

    const change = (before: JsonObject, after: JsonObject) => [one({ v: before }), one({ v: after })] as const
    test.each([
      ['integer → decimal', { type: 'integer' }, { type: 'number' }, 12, '12'],
      ['text → longtext', { type: 'string' }, { 'x-type': 'longtext' }, 'x', 'x'],
      ['decimal → text', { type: 'number' }, { type: 'string' }, '1.50', '1.50'],
      ['flag → integer', { type: 'boolean' }, { type: 'integer' }, true, 1],
      ['date → text', { type: 'string', format: 'date' }, { type: 'string' }, '2026-01-02', '2026-01-02'],
      ['ref → integer', { 'x-type': 'ref', 'x-to': 'parents' }, { type: 'integer' }, 1, 1],
      [
        'integer with a default → decimal with one',
        { type: 'integer', default: 3 },
        { type: 'number', default: 4.5 },
        12,
        '12',
      ],
    ])('%s keeps the values', async (_name, from, to, value, read) => {
      const [before, after] = change(from, to)
      await run(before)
      await sql`insert into parents default values`.execute(database.db)
      await insert({ v: value })
      expect((await run(after)).waiting).toEqual([])
      expect(await rows()).toMatchObject([{ v: read }])
      expect(await run(after)).toEqual(NOTHING_TO_DO)
    })

    test('a narrower type is applied to an empty column, and waits where there are values', async () => {
      const [before, after] = change({ type: 'string' }, { type: 'integer', minimum: 1, default: 5 })
      await run(before)
      await insert({ v: null })
      expect((await run(after)).applied).toContain('things: column v changed from text to bigint')
      await insert({ v: 3 })
      const { applied, waiting } = await run(one({ v: { type: 'string', format: 'date' } }))
      expect(applied.filter((line) => !line.endsWith('removed'))).toEqual([])
      expect(waiting).toEqual([
        expect.stringMatching(
          /column v shall become date, and 1 rows have a value as bigint; 1 of them do not fit \(id 2\)/,
        ),
      ])
      expect(await rows()).toMatchObject([{ v: null }, { v: 3 }])
    })

    test('limits, unique values and references that rows break wait, and come when they are mended', async () => {
      await run(one({ n: { type: 'integer' }, e: { type: 'string' }, r: { type: 'integer' } }))
      await insert({ n: 5, e: 'a', r: null }, { n: 50, e: 'a', r: null })
      const after = one({
        n: { type: 'integer', maximum: 10 },
        e: { type: 'string', 'x-unique': true },
        r: { 'x-type': 'ref', 'x-to': 'parents' },
      })
      const { waiting } = await run(after)
      expect(waiting).toEqual([
        expect.stringMatching(/e must be unique, .*\(1\)/),
        expect.stringMatching(/n must obey .* \(1\)/),
      ])
      await sql`update things set n = 1, e = id::text`.execute(database.db)
      expect((await run(after)).waiting).toEqual([])
      await expect(insert({ n: 11 })).rejects.toMatchObject({ code: '23514' })
      // A wider limit takes the narrower one's place.
      const wider = await run(
        one({ n: { type: 'integer', maximum: 20 }, e: { type: 'string' }, r: { 'x-type': 'ref', 'x-to': 'parents' } }),
      )
      expect(wider.waiting).toEqual([])
      await insert({ n: 11 }, { e: '1' })
    })

    test('a changed default holds for new rows only', async () => {
      await run(one({ v: { type: 'integer', default: 1 } }))
      await insert({ version: 1 })
      expect((await run(one({ v: { type: 'integer', default: 2 } }))).applied).toEqual(['things: default of v changed'])
      await insert({ version: 1 })
      expect((await run(one({ v: { type: 'integer' } }))).applied).toEqual(['things: default of v changed'])
      await insert({ version: 1 })
      expect((await rows()).map(({ v }) => v)).toEqual([1, 2, null])
    })

    test('what was changed by hand is seen although the schema is the same', async () => {
      const model = one({ a: { type: 'string' } })
      await run(model)
      await sql`alter table things drop column a`.execute(database.db)
      expect((await run(model)).applied).toEqual([
        'things: column a added',
        expect.stringMatching(/^things: things_a_idx_\w+ added$/),
      ])
      await sql`drop table things`.execute(database.db)
      expect((await run(model)).applied).toEqual(['things: table created'])
    })

    test('a failure in the middle leaves everything as it was', async () => {
      await run(one({ a: { type: 'string' } }))
      const broken = { ...fieldSql, date: { ...fieldSql.date, column: () => 'no_such_type' } }
      await expect(
        migrate(
          database,
          one({ a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string', format: 'date' } }),
          broken,
          () => {},
        ),
      ).rejects.toMatchObject({ code: '42704' })
      expect(
        Object.keys(
          (await sql`select * from things right join (values (1)) as v (x) on true`.execute(database.db)).rows[0]!,
        ),
      ).not.toContain('b')
    })
  })

  test('names that would be cut at 63 bytes stay apart', async () => {
    const long = (tail: string) => `${'a_rather_long_name_of_a_column_that_goes_on_'}${tail}`.slice(0, 49)
    const names = ['aaaa1', 'aaaa2', 'aaaa3'].map(long)
    await run(
      madeModel({
        parents: PARENTS,
        [`${'t'.repeat(45)}`]: {
          title: 'T',
          properties: Object.fromEntries(names.map((name) => [name, { 'x-type': 'ref', 'x-to': 'parents' }])),
        },
      }),
    )
    const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint where contype = 'f'`.execute(
      database.db,
    )
    expect(new Set(rows.map(({ name }) => name)).size).toBe(3)
  })
})
