import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import type { ServerFeature } from '#engine/server'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const SCHEMAS = {
  makers: {
    title: 'Maker',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}  {surname} ({born}, {id})',
    'x-scope': { shared: true },
    properties: {
      name: { type: 'string' },
      surname: { type: 'string' },
      born: { type: 'string', format: 'date' },
      fee: { 'x-type': 'money' },
      at: { 'x-type': 'point' },
    },
  },
  blanks: {
    title: 'Blank',
    type: 'object',
    'x-represent': '{name}',
    'x-scope': { shared: true },
    properties: { name: { type: 'string' } },
  },
  things: {
    title: 'Thing',
    type: 'object',
    'x-represent': '{line}',
    'x-scope': { shared: true },
    'x-traits': ['activable'],
    properties: {
      line: { type: 'string' },
      lines: { 'x-type': 'longtext' },
      rich: { 'x-type': 'richtext' },
      whole: { type: 'integer' },
      exact: { 'x-type': 'decimal' },
      money: { 'x-type': 'money' },
      part: { 'x-type': 'percent' },
      yes: { type: 'boolean' },
      day: { type: 'string', format: 'date' },
      moment: { type: 'string', format: 'date-time' },
      clock: { 'x-type': 'time' },
      place: { 'x-type': 'point', 'x-flat': true },
      area: { 'x-type': 'polygon' },
      extra: { 'x-type': 'json' },
      kinds: {
        'x-type': 'choices',
        'x-values': [
          { value: 'a', title: 'A' },
          { value: 'b', title: 'B' },
        ],
      },
      box: { 'x-type': 'object', properties: { wide: { type: 'integer' }, name: { type: 'string' } } },
      hours: { 'x-type': 'schedule' },
      id_maker: {
        'x-type': 'ref',
        'x-to': 'makers',
        'x-expand': { ma_name: 'name', ma_born: 'born', ma_fee: 'fee', ma_at: 'at' },
      },
      id_blank: { 'x-type': 'ref', 'x-to': 'blanks' },
      makers: { 'x-type': 'refs', 'x-to': 'makers' },
      hush: { type: 'string', 'x-see': { yes: { eq: true } } },
      said: { 'x-type': 'computed', 'x-computed': { text: '{line} {exact} {id_maker}' } },
    },
  },
}

/** What a feature adds to each row, from what it says it reads. */
const adding: ServerFeature = {
  name: 'adding',
  needs: {},
  hooks: [
    {
      entity: 'things',
      presentReads: ['id', 'line'],
      present: async (_db, records) =>
        records.map((record) => ({ ...record, seen: `${String(record.id)} ${String(record.line)}` })),
    },
  ],
}

/** Values of a column as only a statement writes them. */
const EXTREMES: { readonly [column: string]: readonly string[] } = {
  line: [
    '',
    ' ',
    'a"b\\c/d',
    '\u0001\b\t\n\u000b\f\r\u001f\u007f',
    '😀 ñandú 漢字 עברית',
    '\u2028\u2029\u00a0\ufeff',
    '</script>',
    '{"a":1}',
    'null',
    "'); drop table x; --",
  ],
  lines: ['', 'a\r\nb\n\n', '"'.repeat(500)],
  rich: ['<p class="a">&amp; "b"</p>'],
  whole: [
    '0',
    '-1',
    '9007199254740991',
    '-9007199254740991',
    '9007199254740993',
    '-9223372036854775808',
    '9223372036854775807',
  ],
  exact: [
    '0',
    '0.00',
    '-0',
    '1',
    '1.50',
    '100',
    '-0.1',
    '0.1000',
    '123456789012345',
    '1234567890.12345',
    '9999999999.99999',
    '12345678901234.567',
    '0.30000000000000004',
    '0.1234567890123456789',
    '9007199254740993',
    '123456789012345678901234567890',
    '1000000000000000000000000000000',
    '0.000000000000000000000000000001',
    '-99999999999999999.99',
    '1e22',
    '1e-7',
    '123e18',
    '1e-299',
    '1e299',
    '-1.5e-298',
    '1e309',
    '1e-330',
    'NaN',
    'Infinity',
    '-Infinity',
  ],
  money: ['12.50', '-0.01', '1234567.891', '99999999999999.99'],
  part: ['33.333333333333336', '0.07'],
  yes: ['true', 'false'],
  day: [
    '1969-12-31',
    '0001-01-01',
    '9999-12-31',
    '10000-01-01',
    '2024-02-29',
    'infinity',
    '-infinity',
    '0044-03-15 BC',
  ],
  moment: [
    '1969-12-31 23:59:59.999+00',
    '0001-01-01 00:00:00+00',
    '9999-12-31 23:59:59.999+00',
    '2024-02-29 12:00:00.5+05',
    '1900-01-01 00:00:00.01-07',
    '12024-01-01 00:00:00+00',
  ],
  clock: ['00:00', '23:59', '24:00', '09:05:59'],
  place: ['(-77.0428,-12.0464)', '(0,-0)', '(1e-7,1e21)', '(180,90)', '(-0.1,0.30000000000000004)'],
  area: ['((0,0),(1,0),(1,1))'],
  extra: [
    'null',
    '[]',
    '{}',
    '""',
    '0',
    '-0.0',
    '1.10',
    '1e3',
    '12345678901234567890',
    '{"b":1,"a":[null,{"c":"\\u0000x"}]}'.replace('\\u0000', ''),
    '{"__proto__":1,"constructor":2}',
    '"😀\\u2028\\""',
    'true',
  ],
  kinds: ['[]', '["a"]', '["b","a"]'],
  box: ['{"wide":1,"name":"a"}', '{"wide":null,"name":null}', '[1]', '"a"'],
  hours: ['[{"time_end":"10:00","day_of_week":1,"time_start":"09:00"}]', '[]'],
  id_maker: ['1', '2', '3'],
  id_blank: ['1', '2'],
  hush: ['quiet'],
}
/** Columns whose check of the table an extreme value breaks. */
const CHECKED = ['things_kinds_check']

oneEngine((engine, open) => {
  let at: TestApp
  const list = async (
    who: 'root',
    query: JsonObject = {},
  ): Promise<{ readonly text: string; readonly body: JsonObject }> => {
    const answer = await at.call(who, 'GET', 'things', { limit: 1000, order_col: 'id', ...query })
    expect([answer.status, who]).toEqual([200, who])
    return { text: JSON.stringify(answer.body), body: answer.body }
  }
  const rowsOf = ({ body }: { readonly body: JsonObject }): readonly JsonObject[] =>
    body.items as unknown as JsonObject[]
  beforeAll(async () => {
    at = await testApp({ open, schemas: SCHEMAS, features: [adding] })
    const { db } = at.database
    for (const name of CHECKED) await sql`alter table things drop constraint if exists ${sql.id(name)}`.execute(db)
    await sql`insert into makers (id, name, surname, born, fee, at, version, date_created, date_updated) values
      (1, ${' \u00a0José\u2003"Pepe"\u3000'}, null, '0044-03-15 BC', 12345678901234567.89, '(1,-0)', 1, now(), now()),
      (2, ${'a\tb\n\nc\ufeff'}, ${'\u1680x\u202f'}, '1969-12-31', 1.50, null, 1, now(), now()),
      (3, ${'Ana'}, ${'Sol'}, null, null, null, 1, now(), now())`.execute(db)
    await sql`insert into blanks (id, name, version, date_created, date_updated)
      values (1, ${'\u2003 '}, 1, now(), now()), (2, null, 1, now(), now())`.execute(db)
    await sql`insert into things (state, version, date_created, date_updated) values ('1', 1, now(), now())`.execute(db)
    for (const [column, values] of Object.entries(EXTREMES)) {
      for (const value of values) {
        await sql`insert into things (state, version, date_created, date_updated, ${sql.id(column)})
          values ('1', 1, now(), '1950-01-01 00:00:00.001+00', ${sql.lit(value)})`.execute(db)
      }
    }
    await sql`insert into things (state, version, date_created, date_updated, yes, hush, line, id_maker)
      values ('0', 1, now(), now(), true, 'heard', 'x', 1), ('0', 1, now(), now(), false, 'unheard', 'y', 2)`.execute(
      db,
    )
  })

  describe('a list that PostgreSQL writes', () => {
    test('says of every extreme value what the server would say', async () => {
      const [written, decoded] = [rowsOf(await list('root')), rowsOf(await list('root', { full: 1 }))]
      const count = 3 + Object.values(EXTREMES).reduce((sum, { length }) => sum + length, 0)
      expect([written.length, decoded.length]).toEqual([count, count])
      for (const [i, row] of decoded.entries()) expect(written[i]).toEqual(row)
    })

    test('says the same texts', async () => {
      const [written, decoded] = [rowsOf(await list('root')), rowsOf(await list('root', { full: 1 }))]
      const text = (row: JsonObject): string =>
        JSON.stringify(Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))))
      expect(written.map(text)).toEqual(decoded.map(text))
    })

    test('leaves out what a rule hides in some rows', async () => {
      const shown = rowsOf(await list('root')).slice(-2)
      expect(shown.map((row) => [Object.hasOwn(row, 'hush'), row.hush])).toEqual([
        [true, 'heard'],
        [false, undefined],
      ])
    })

    test('holds what a feature and the engine make of the values', async () => {
      const [one, two] = rowsOf(await list('root')).slice(-2)
      expect(one).toMatchObject({
        seen: `${String(one?.id)} x`,
        makers: null,
        said: expect.stringMatching(/^x José "Pepe"/) as unknown,
      })
      expect(two).toMatchObject({ seen: `${String(two?.id)} y`, id_maker__label: 'a b c x (1969-12-31, 2)' })
    })

    test('pages, counts and ends as any other', async () => {
      const first = await list('root', { limit: 2 })
      const after = first.body.after ?? ''
      const next = await list('root', { limit: 2, after })
      const whole = rowsOf(await list('root'))
      expect([...rowsOf(first), ...rowsOf(next)].map(({ id }) => id)).toEqual(whole.slice(0, 4).map(({ id }) => id))
      expect(first.body).toMatchObject({ ok: true, total: whole.length, total_is_exact: true })
      expect((await list('root', { filters: { line: 'no such line' } })).text).toBe(
        '{"ok":true,"items":[],"total":0,"total_is_exact":true}',
      )
    })

    test.runIf(engine === 'postgres')('is one text', async () => {
      await at.database.db.insertInto('settings').values({ key: 'debug', value: '1' }).execute()
      at.runtime.changed('settings')
      const { body } = await list('root', { limit: 1 })
      await at.database.db.deleteFrom('settings').where('key', '=', 'debug').execute()
      at.runtime.changed('settings')
      expect(body.sql).toContain('row_to_json')
    })
  })
})
