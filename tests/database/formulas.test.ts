import * as fc from '../fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { fieldTypes } from '../../src/fields/data'
import { fieldSql, sqlOf } from '../../src/fields/sql'
import { evaluate } from '../../src/model/formulas/evaluate'
import { parseFormula } from '../../src/model/formulas/parse-formula'
import type { Formula, RowsPart } from '../../src/model/formulas/formula'
import type { Json, JsonObject } from '../../src/model/json'
import { MetadataErrors } from '../../src/model/loader/metadata-error'
import type { Database } from '../../src/server/platform/database/database'
import { formulaToSql } from '../../src/server/records/formulas/formula-to-sql'
import { migrate } from '../../src/server/language/migrate/migrate'
import { eachEngine } from '../engines'
import { madeModel } from './made-model'

/** Money in every exponent, and every other kind that arithmetic knows. */
const NUMBERS: JsonObject = Object.fromEntries(
  [0, 1, 2, 3, 4].map((scale) => [
    `money${scale}`,
    { 'x-type': 'money', ...(scale === 2 ? {} : { 'x-scale': scale }) },
  ]),
)
const FIELDS: JsonObject = {
  ...NUMBERS,
  whole: { type: 'integer' },
  decimal: { type: 'number' },
  percent: { 'x-type': 'percent' },
  secs: { 'x-type': 'duration', 'x-unit': 's' },
  mins: { 'x-type': 'duration' },
  hours: { 'x-type': 'duration', 'x-unit': 'h' },
  day: { type: 'string', format: 'date' },
  day2: { type: 'string', format: 'date' },
  at: { type: 'string', format: 'date-time' },
  at2: { type: 'string', format: 'date-time' },
  word: { type: 'string' },
  flag: { type: 'boolean' },
  kind: { 'x-type': 'enum', 'x-values': ['a', 'b'].map((value) => ({ value, title: value })) },
}
/** What a formula may fill: each number in each exponent. */
const TARGETS: JsonObject = {
  ...Object.fromEntries(
    [0, 1, 2, 3, 4].flatMap((scale) => [
      [`to_money${scale}`, { 'x-type': 'money', ...(scale === 2 ? {} : { 'x-scale': scale }) }],
      [`to_decimal${scale}`, { type: 'number', 'x-scale': scale }],
    ]),
  ),
  to_whole: { type: 'integer' },
  to_free: { type: 'number' },
  to_mins: { 'x-type': 'duration', 'x-scale': 2 },
  to_hours: { 'x-type': 'duration', 'x-unit': 'h', 'x-scale': 4 },
  to_day: { type: 'string', format: 'date' },
  to_at: { type: 'string', format: 'date-time' },
  to_word: { type: 'string' },
}
const model = madeModel({
  parents: { title: 'P', properties: FIELDS },
  things: {
    title: 'T',
    properties: {
      ...FIELDS,
      ...TARGETS,
      id_parent: { 'x-type': 'ref', 'x-to': 'parents' },
      rows: { 'x-type': 'children', 'x-of': 'rows', 'x-link': 'id_thing' },
    },
  },
  rows: { title: 'R', 'x-module': false, properties: { id_thing: { 'x-type': 'ref', 'x-to': 'things' }, ...FIELDS } },
})
const things = model.entities.things!

const POOL: { readonly [type: string]: readonly Json[] } = {
  integer: [0, 1, -1, 3, 7, -7, 1000, 9_007_199_254_740_991],
  money: [0, 1, -1, 5, -5, 0.5, -0.5, 2.5, 99.99, 0.01, '12345678901234567890.12'],
  decimal: [0, 1, -3, 0.1, -0.25, 1.005, 3, 7, '0.3333333333333333', '12345678901234567890.123'],
  percent: [0, 18, -5, 12.5, 100],
  duration: [0, 1, 0.5, 90, 7.25],
  date: ['2026-02-28', '2024-02-29', '1969-12-31', '0001-01-01', '9999-12-31'],
  datetime: [
    '2026-02-15T12:00:00.000Z',
    '1969-12-31T23:59:59.999Z',
    '2026-02-15T12:00:00.001Z',
    '0001-01-01T00:00:00.000Z',
  ],
  text: ['uno', 'Ñ', '5'],
  flag: [0, 1],
  enum: ['a', 'b'],
  ref: [1, 2],
}
/** As the field holds it: a money without decimals has none. */
function valuesOf(type: string, scale: number | undefined): readonly Json[] {
  const values = POOL[type] ?? []
  return type === 'money' && scale !== undefined
    ? values
        .map((value) =>
          typeof value === 'number' ? Math.round(value * 10 ** scale) / 10 ** scale : scale < 2 ? 7 : value,
        )
        .map((value) => (value === 0 ? 0 : value))
    : values
}
const recordOf = (names: readonly string[]): fc.Arbitrary<JsonObject> =>
  fc.record(
    Object.fromEntries(
      names.map((name) => {
        const field = things.fields[name] ?? model.entities.rows!.fields[name]!
        return [
          name,
          fc.option(fc.constantFrom(...valuesOf(field.type, field.schema['x-scale'] as number | undefined)), {
            freq: 5,
          }),
        ]
      }),
    ),
  )

const NUMERIC = [...Object.keys(NUMBERS), 'whole', 'decimal', 'percent']
const numbers = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<Json[]>(...NUMERIC, ...NUMERIC.map((name) => `id_parent.${name}`)) },
  { weight: 2, arbitrary: fc.constantFrom<Json[]>(0, 1, -1, 2, 3, 7, 0.5, -0.5, 1.15, 100) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Json[]>(
      { sub: ['day', 'day2'] },
      { div: ['mins', 'hours'] },
      { count: 'rows' },
      { sum: 'rows.decimal' },
      { avg: 'rows.money2' },
      { min: 'rows.money3' },
      { max: 'rows.whole' },
      { sum: { of: 'rows', by: 'id_thing', field: 'money4', where: { flag: { eq: 1 } } } },
    ),
  },
)
const RULES: readonly JsonObject[] = [
  { flag: { eq: 1 } },
  { whole: { gt: 2 } },
  { 'id_parent.kind': { eq: 'a' } },
  { money2: { gte: { field: 'money3' } } },
  { word: { isNull: true } },
]
const tree = (leaf: fc.Arbitrary<Json>, operations: readonly string[]): fc.Arbitrary<Json> =>
  fc.letrec<{ part: Json }>((tie) => ({
    part: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      { weight: 3, arbitrary: leaf },
      {
        weight: 4,
        arbitrary: fc
          .tuple(fc.constantFrom(...operations), tie('part'), tie('part'))
          .map(([op, a, b]): Json => ({ [op]: [a, b] })),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(tie('part'), fc.integer({ min: 0, max: 4 }))
          .map(([part, digits]): Json => ({ round: [part, digits] })),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom(...RULES), tie('part'), tie('part'))
          .map(([rule, a, b]): Json => ({ if: [rule, a, b] })),
      },
    ),
  })).part
const durations = fc.oneof(
  fc.constantFrom<Json[]>('secs', 'mins', 'hours', 'id_parent.mins', { sub: ['at', 'at2'] }, { sum: 'rows.mins' }),
  fc.tuple(fc.constantFrom('mins', 'hours'), numbers).map(([name, n]): Json => ({ mul: [name, n] })),
)
/** A field and a formula of its kind. */
const made: fc.Arbitrary<readonly [string, Json]> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(
      fc.constantFrom(...Object.keys(TARGETS).filter((name) => /money|decimal|whole|free/.test(name))),
      tree(numbers, ['add', 'sub', 'mul', 'div', 'pct', 'min', 'max']),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constantFrom('to_mins', 'to_hours'),
      fc
        .tuple(fc.constantFrom('add', 'sub', 'min', 'max'), durations, durations)
        .map(([op, a, b]): Json => ({ [op]: [a, b] })),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('add', 'sub'), fc.constantFrom('day', 'id_parent.day2'), numbers)
      .map(([op, day, n]) => ['to_day', { [op]: [day, n] }] as const),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('add', 'sub'), fc.constantFrom('at', 'id_parent.at2'), durations)
      .map(([op, at, n]) => ['to_at', { [op]: [at, n] }] as const),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ['to_day', { max: 'rows.day' }] as const,
      ['to_at', { min: ['at', 'at2', 'id_parent.at'] }] as const,
      ['to_mins', { avg: 'rows.hours' }] as const,
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...RULES), fc.constantFrom(...RULES))
      .map(([a, b]) => ['to_word', { case: [[a, 'word'], [b, { value: "it's" }], 'id_parent.word'] }] as const),
  },
)

const read = ([name, json]: readonly [string, Json]): Formula => {
  const list = new MetadataErrors()
  const formula = parseFormula(
    json,
    { entity: things, entities: model.entities, fieldTypes, facts: [], settings: [], target: things.fields[name]! },
    list.at('x'),
  )
  if (!formula || list.errors.length > 0)
    throw new Error(`${JSON.stringify(json)}: ${list.errors.map(({ sentence }) => sentence).join()}`)
  return formula
}

describe('arithmetic', () => {
  const of = (target: string, json: Json, record: JsonObject = {}): Json | undefined =>
    evaluate(read([target, json]), { record })

  test('is exact and rounds once, halves away from zero', () => {
    expect(of('to_money2', { mul: ['whole', 'money2'] }, { whole: 3, money2: 0.1 })).toBe(0.3)
    expect(of('to_decimal0', { mul: [{ div: ['whole', 3] }, 1.5] }, { whole: 1 })).toBe(1)
    expect([0.005, -0.005, 1.005, 2.675].map((n) => of('to_money2', { add: [n, 0] }))).toEqual([
      0.01, -0.01, 1.01, 2.68,
    ])
    expect(of('to_money2', { mul: ['decimal', 1] }, { decimal: '12345678901234567890.125' })).toBe(
      '12345678901234567890.13',
    )
  })

  test('is empty with an empty operand, divided by zero, or beyond its field', () => {
    expect(of('to_money2', { add: ['money2', 1] }, { money2: null })).toBeNull()
    expect(of('to_money2', { div: [1, 'money2'] }, { money2: 0 })).toBeNull()
    expect(of('to_whole', { mul: ['whole', 2] }, { whole: 9_007_199_254_740_991 })).toBeNull()
    expect(of('to_day', { add: ['day', 1] }, { day: '9999-12-31' })).toBeNull()
  })

  test('counts durations in their units, dates in days', () => {
    expect(of('to_hours', { add: ['mins', 'hours'] }, { mins: 90, hours: 1 })).toBe(2.5)
    expect(of('to_money2', { mul: ['hours', 'money2'] }, { hours: 1.5, money2: 20 })).toBe(30)
    expect(
      of('to_mins', { sub: ['at', 'at2'] }, { at: '2026-02-15T12:00:00.000Z', at2: '2026-02-15T11:15:00.000Z' }),
    ).toBe(45)
    expect(of('to_day', { add: ['day', 1] }, { day: '2024-02-28' })).toBe('2024-02-29')
  })

  test('says nothing of what it does not know', () => {
    expect(of('to_money2', { mul: ['whole', 'id_parent.money2'] }, { whole: 1, id_parent: 1 })).toBeUndefined()
    expect(of('to_money2', { mul: ['whole', 'id_parent.money2'] }, { whole: 1, id_parent: null })).toBeNull()
    expect(of('to_whole', { count: 'rows' })).toBeUndefined()
  })
})

eachEngine((_engine, open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await migrate(database, model, fieldSql, () => {})
  })

  const insert = async (table: string, records: readonly JsonObject[]) => {
    const rows = records.map((record) =>
      Object.fromEntries(
        Object.entries(record).map(([name, value]) => {
          const field = model.entities[table]!.fields[name]!
          return [name, value === null ? null : sqlOf(field.type).encode(value, field)]
        }),
      ),
    )
    if (rows.length > 0) await database.db.insertInto(table).values(rows).execute()
  }

  test('the SQL of a formula comes to what JavaScript does, in every exponent, with negative numbers and without values', {
    timeout: 300_000,
  }, async () => {
    const names = Object.keys(FIELDS)
    await fc.assert(
      fc.asyncProperty(
        fc.array(recordOf(names), { minLength: 2, maxLength: 2 }),
        fc.array(recordOf([...names, 'id_parent']), { minLength: 6, maxLength: 6 }),
        fc.array(fc.tuple(recordOf(names), fc.integer({ min: 1, max: 5 })), { maxLength: 8 }),
        fc.array(made, { minLength: 1, maxLength: 12 }),
        async (parents, records, children, formulas) => {
          const rows = children.map(([row, thing]): JsonObject => ({ ...row, id_thing: thing }))
          await sql`truncate things, parents, rows restart identity`.execute(database.db)
          await insert('parents', parents)
          await insert('things', records)
          await insert('rows', rows)
          const parsed = formulas.map(read)
          const columns = parsed.map(
            (one, i) =>
              sql`${formulaToSql(one, { model, entity: things, alias: 't', target: things.fields[formulas[i]![0]]! })}::text as ${sql.id(`f${i}`)}`,
          )
          const found = await sql<{
            [column: string]: string | null
          }>`select ${sql.join(columns)} from things as t order by t.id`.execute(database.db)
          for (const [at, row] of found.rows.entries()) {
            const parent = parents[Number(records[at]!.id_parent) - 1] ?? {}
            const record = {
              ...records[at],
              ...Object.fromEntries(Object.entries(parent).map(([name, value]) => [`id_parent.${name}`, value])),
            }
            const own = rows.filter(({ id_thing }) => id_thing === at + 1)
            for (const [i, one] of parsed.entries()) {
              const field = things.fields[formulas[i]![0]]!
              const raw = row[`f${i}`] ?? null
              const stored = raw === null ? null : sqlOf(field.type).decode(raw, field)
              const counted = evaluate(one, { record, rows: (_part: RowsPart) => own })
              if (JSON.stringify(counted) === JSON.stringify(stored)) continue
              throw new Error(
                `${JSON.stringify(formulas[i])}\n evaluate: ${JSON.stringify(counted)}, SQL: ${JSON.stringify(stored)}, for ${JSON.stringify(record)} with ${JSON.stringify(own)}`,
              )
            }
          }
        },
      ),
      { numRuns: Number(process.env['RULE_RUNS'] ?? 60) },
    )
  })
})
