import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { fieldSql, sqlOf } from '../../src/fields/sql'
import type { JsonObject } from '../../src/model/json'
import type { Database } from '../../src/server/platform/database/database'
import { migrate } from '../../src/server/language/migrate/migrate'
import { eachEngine } from '../engines'
import { madeModel } from './made-model'

const TABLES = Number(process.env['MANY_TABLES'] ?? 500)

eachEngine((engine, open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  const plan = async (query: ReturnType<typeof sql>) =>
    (await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(database.db)).rows
      .map((row) => row['QUERY PLAN'])
      .join('\n')

  test('a large table answers its list, filters and search from indexes', async () => {
    const model = madeModel(
      {
        parents: { title: 'P', properties: { name: { type: 'string' } } },
        people: {
          title: 'P',
          'x-size': 'large',
          'x-traits': ['activable'],
          properties: {
            name: { type: 'string', 'x-search': true },
            surname: { type: 'string', 'x-search': true },
            email: { type: 'string', format: 'email', 'x-unique': true },
            code: { type: 'string', 'x-unique': true },
            born: { type: 'string', format: 'date' },
            id_parent: { 'x-type': 'ref', 'x-to': 'parents' },
          },
        },
      },
      {
        people: { list: { columns: ['name', 'born'], sort: ['name', 'asc'] }, filters: ['born', 'id_parent', 'state'] },
      },
    )
    await migrate(database, model, fieldSql, () => {})
    await sql`insert into parents (name) select 'p' || n from generate_series(1, 100) as n`.execute(database.db)
    await sql`insert into people (name, surname, email, code, born, id_parent)
      select 'Ñandú ' || md5(n::text), 'Pérez ' || n, 'p' || n || '@one.test', 'c' || n, date '1950-01-01' + n % 20000,
        1 + n % 100 from generate_series(1, 20000) as n`.execute(database.db)
    await sql`analyze people`.execute(database.db)
    const { fields } = model.entities.people!
    const column = (name: string) => sql.ref(`t.${name}`)
    const compare = (name: string, op: 'eq' | 'contains' | 'in' | 'gte', value: JsonObject[string]) =>
      sqlOf(fields[name]!.type).compare(column(name), op, value, fields[name]!)
    const by = sqlOf('text').order(column('name'), fields.name!)

    expect(await plan(sql`select * from people t where date_deleted is null order by ${by}, t.id limit 20`)).toMatch(
      /Index Scan using people_name_idx/,
    )
    expect(
      await plan(sql`select * from people t where date_deleted is null order by ${by} desc, t.id desc limit 20`),
    ).toMatch(/Index Scan Backward using people_name_idx/)
    expect(
      await plan(
        sql`select * from people t where date_deleted is null and (${by}, t.id) > ('nandu 5', 7)
          order by ${by}, t.id limit 20`,
      ),
    ).toMatch(/Index Cond: \(ROW/)
    expect(
      await plan(sql`select * from people t where date_deleted is null and ${compare('id_parent', 'eq', 7)}`),
    ).toMatch(/people_id_parent_idx/)
    expect(
      await plan(sql`select * from people t where date_deleted is null and ${compare('id_parent', 'in', [7, 8])}`),
    ).toMatch(/people_id_parent_idx/)
    expect(
      await plan(sql`select * from people t where date_deleted is null and ${compare('born', 'eq', '1990-01-01')}`),
    ).toMatch(/people_born_idx/)
    expect(
      await plan(sql`select * from people t where date_deleted is null and ${compare('code', 'eq', 'c7')}`),
    ).toMatch(/people_code_key/)
    expect(
      await plan(
        sql`select * from people t
          where (${compare('name', 'contains', 'abc12')} or ${compare('surname', 'contains', 'abc12')})`,
      ),
    ).toMatch(/people_search/)
  })

  test('what the search of a large table looks through elsewhere has trigrams there, and no other small table has', async () => {
    const texts = { name: { type: 'string' }, code: { type: 'string' }, notes: { type: 'string' } } as const
    const to = (table: string, search: boolean): JsonObject => ({
      'x-type': 'ref',
      'x-to': table,
      'x-expand': { [`${table}_code`]: 'code' },
      ...(search && { 'x-search': true }),
    })
    const model = madeModel({
      cars: { title: 'C', properties: texts },
      places: { title: 'P', properties: texts },
      trips: { title: 'T', properties: { id_car: to('cars', true) } },
      rides: {
        title: 'R',
        'x-size': 'large',
        properties: {
          name: { type: 'string', 'x-search': true },
          id_car: to('cars', true),
          id_place: to('places', false),
        },
      },
    })
    await sql`drop schema public cascade; create schema public`.execute(database.db)
    await migrate(database, model, fieldSql, () => {})
    const { rows } = await sql<{
      text: string
    }>`select indexdef as text from pg_indexes where indexdef like '%trgm%' order by tablename`.execute(database.db)
    expect(
      rows.map(({ text }) => [
        / ON \S*?(\w+) USING/.exec(text)?.[1],
        [...text.matchAll(/tr_fold\(\(?"?(\w+)/g)].map(([, name]) => name),
      ]),
    ).toEqual([
      ['cars', ['code']],
      ['rides', ['name']],
    ])
  })

  test(`${TABLES} tables are made, found settled, and one more property is added in good time`, {
    timeout: 300_000,
  }, async () => {
    const properties: JsonObject = {
      name: { type: 'string', maxLength: 80 },
      code: { type: 'string', 'x-unique': true },
      price: { 'x-type': 'money', minimum: 0 },
      due: { type: 'string', format: 'date' },
      active: { type: 'boolean', default: true },
      place: { 'x-type': 'point' },
      notes: { 'x-type': 'longtext' },
      id_parent: { 'x-type': 'ref', 'x-to': 'table_0' },
    }
    const many = (changed: number, more: JsonObject = {}) =>
      madeModel(
        Object.fromEntries(
          Array.from({ length: TABLES }, (_, i) => [
            `table_${i}`,
            { title: 'T', properties: i === changed ? { ...properties, ...more } : properties },
          ]),
        ),
      )
    const first = many(-1)
    const other = many(7, { more: { type: 'string' } })
    await sql`drop schema public cascade; create schema public`.execute(database.db)
    const time = async (work: () => Promise<unknown>) => {
      const began = performance.now()
      await work()
      return Math.round(performance.now() - began)
    }
    const made = await time(() => migrate(database, first, fieldSql, () => {}))
    const settled = await time(async () =>
      expect(await migrate(database, first, fieldSql, () => {})).toMatchObject({ applied: [], waiting: [] }),
    )
    const changed = await time(async () =>
      expect(await migrate(database, other, fieldSql, () => {})).toMatchObject({
        applied: ['table_7: column more added'],
        waiting: [],
      }),
    )
    console.log(
      `${engine}: ${TABLES} tables made in ${made} ms, found settled in ${settled} ms, one column added in ${changed} ms`,
    )
    expect(settled).toBeLessThan(5000)
    expect(changed).toBeLessThan(10_000)
  })
})
