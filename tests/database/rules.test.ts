import * as fc from '../fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { fieldTypes } from '../../src/fields/data'
import { fieldSql, sqlOf } from '../../src/fields/sql'
import type { Field } from '../../src/model/field'
import type { FieldType } from '../../src/model/field-type'
import { holds } from '../../src/model/rules/holds'
import type { Json, JsonObject } from '../../src/model/json'
import type { Operand, Operator, Rule, RuleValue } from '../../src/model/rules/rule'
import { areComparable } from '../../src/model/rules/rule-literal'
import type { Database } from '../../src/server/platform/database/database'
import { migrate } from '../../src/server/language/migrate/migrate'
import { ruleToSql } from '../../src/server/language/rules/rule-to-sql'
import { eachEngine } from '../engines'
import { madeModel } from './made-model'

const NOW = new Date('2026-02-15T12:00:00.000Z')
const FIELDS: JsonObject = {
  text: { type: 'string' },
  text2: { type: 'string' },
  longtext: { 'x-type': 'longtext' },
  integer: { type: 'integer' },
  decimal: { type: 'number' },
  money: { 'x-type': 'money' },
  flag: { type: 'boolean' },
  flag2: { type: 'boolean' },
  color: { 'x-type': 'color' },
  phone: { 'x-type': 'phone' },
  enum: { 'x-type': 'enum', 'x-values': ['1', '2', 'x'].map((value) => ({ value, title: value })) },
  date: { type: 'string', format: 'date' },
  date2: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  datetime2: { type: 'string', format: 'date-time' },
  email: { type: 'string', format: 'email' },
  point: { 'x-type': 'point' },
  json: { 'x-type': 'json' },
}
const model = madeModel({
  parents: { title: 'P', properties: FIELDS },
  things: {
    title: 'T',
    properties: {
      ...FIELDS,
      id_parent: { 'x-type': 'ref', 'x-to': 'parents' },
      id_other: { 'x-type': 'ref', 'x-to': 'parents' },
    },
  },
})
const things = model.entities.things!
const asked = Object.values(things.fields).filter(({ system }) => !system)
const typeOf = (field: Field): FieldType => fieldTypes[field.type as keyof typeof fieldTypes]

/**
 * Few values of each type, so that rows and rules meet: equal, one apart, and what SQL or LIKE could take for something
 * else.
 */
const POOL: { readonly [type: string]: readonly Json[] } = {
  text: [
    'Ñandú',
    'nandu',
    'NANDÚ 2',
    '%',
    '_',
    '\\',
    'a%b',
    "it's",
    '5',
    '05',
    '1e5',
    '🦤',
    'ß',
    '日本',
    'Ωμέγα',
    'x',
    'o',
    '2026-02-15',
    '-0',
    '.5',
  ],
  longtext: ['uno\ndos', 'Ñ', 'x', '5'],
  integer: [0, -1, 1, 2, 5, 9_007_199_254_740_991, -9_007_199_254_740_991],
  decimal: [0, 0.1, -0.5, 1, 1.5, 2, 5, '12345678901234567890.123', '-12345678901234567890.123', 1e21],
  money: [0, 0.1, 1.5, 2, 5, 99.99],
  flag: [0, 1],
  enum: ['1', '2', 'x'],
  date: ['0001-01-01', '2026-02-14', '2026-02-15', '2026-02-16', '9999-12-31'],
  datetime: [
    '0001-01-01T00:00:00.000Z',
    '2026-02-15T11:59:59.999Z',
    '2026-02-15T12:00:00.000Z',
    '2026-02-15T12:00:00.001Z',
    '9999-12-31T23:59:59.999Z',
  ],
  color: ['#ff0000', '#00ff00'],
  ref: [1, 2, 3],
  email: ['ana@one.test', 'ANA@one.test', 'b%@one.test'],
  phone: ['+51999888777', '999888777', '123456'],
  point: [
    { lat: -12.05, lng: -77.03 },
    { lat: 0, lng: 0 },
  ],
  json: [{ a: 1 }, [1, 'x'], 0, false],
}
const poolOf = (field: Field): readonly Json[] => POOL[field.type] ?? []

const recordOf = (fields: readonly Field[]): fc.Arbitrary<JsonObject> =>
  fc.record(
    Object.fromEntries(fields.map((field) => [field.name, fc.option(fc.constantFrom(...poolOf(field)), { freq: 4 })])),
  )

const operands: readonly (readonly [Operand, Field])[] = [
  ...asked.map((field) => [{ kind: 'field', field: field.name }, field] as const),
  ...asked.flatMap((field) =>
    Object.hasOwn(FIELDS, field.name) ? [[{ kind: 'path', ref: 'id_parent', field: field.name }, field] as const] : [],
  ),
]
/** Facts of a user and settings may be of any kind, whatever they are compared with. */
const FACTS: JsonObject = {
  none: null,
  empty: '',
  yes: true,
  no: false,
  five: 5,
  half: 1.5,
  word: 'Ñandú',
  digit: '1',
  percent: '%',
  day: '2026-02-15',
  moment: '2026-02-15T12:00:00.000Z',
  list: [1, 2, '1', null, true, 'x', 'Ñandú', '2026-02-15', 'a\0b'],
  nul: 'a\0b',
  odd: { a: 1 },
}
const everyConstant: readonly Operand[] = Object.keys(FACTS)
  .concat('absent')
  .flatMap(
    (name) =>
      [
        { kind: 'user', name },
        { kind: 'setting', name },
      ] as const,
  )

/**
 * A decimal beyond a number's digits is a text on the wire; beside a text that is no decimal `holds` cannot tell the
 * two apart, SQL can.
 */
const constantsFor = (field: Field): readonly Operand[] =>
  everyConstant.filter((one) => field.type !== 'decimal' || !('name' in one) || typeof FACTS[one.name] !== 'string')

const literal = (value: Json): RuleValue => ({ kind: 'literal', value })

function valuesFor(field: Field, op: Operator): fc.Arbitrary<RuleValue> {
  if (op === 'isNull') return fc.constantFrom(true, false).map(literal)
  const pool = poolOf(field)
  const ofType =
    op === 'contains'
      ? fc.constantFrom('n', 'Ñ', '%', '_', '\\', 'AN', 'é', '5', 'nandu', '@', '9')
      : fc.constantFrom(...pool)
  const facts = fc.constantFrom(...constantsFor(field))
  if (op === 'in' || op === 'nin')
    return fc.oneof(
      { weight: 3, arbitrary: fc.array(ofType, { maxLength: 4 }).map(literal) },
      { weight: 1, arbitrary: facts },
    )
  const others = operands.filter(([, other]) => areComparable(field, other, fieldTypes)).map(([operand]) => operand)
  const present =
    typeof sqlOf(field.type).moment === 'function'
      ? [
          {
            weight: 2,
            arbitrary: fc.constantFrom(-86_400, 0, 86_400).map((offset_s): RuleValue => ({ kind: 'now', offset_s })),
          },
        ]
      : []
  return fc.oneof(
    { weight: 4, arbitrary: ofType.map(literal) },
    { weight: 2, arbitrary: fc.constantFrom<RuleValue[]>(...others) },
    { weight: 2, arbitrary: facts },
    ...present,
  )
}

const comparison: fc.Arbitrary<Rule> = fc
  .constantFrom(...operands)
  .chain(([operand, field]) =>
    fc
      .constantFrom(...typeOf(field).operators)
      .chain((op) => valuesFor(field, op).map((value) => ({ operand, op, value }))),
  )
const constantComparison: fc.Arbitrary<Rule> = fc
  .constantFrom(...operands.filter(([, field]) => typeOf(field).operators.includes('eq')))
  .chain(([value, field]) =>
    fc
      .tuple(
        fc.constantFrom(...constantsFor(field)),
        fc.constantFrom<Operator[]>('eq', 'ne', 'lt', 'gte', 'contains', 'in', 'nin'),
      )
      .map(([operand, op]) => ({ operand, op, value })),
  )
const rule: fc.Arbitrary<Rule> = fc.letrec<{ rule: Rule }>((tie) => ({
  rule: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 6, arbitrary: comparison },
    { weight: 1, arbitrary: constantComparison },
    { weight: 1, arbitrary: fc.array(tie('rule'), { maxLength: 3 }).map((all) => ({ all })) },
    { weight: 1, arbitrary: fc.array(tie('rule'), { maxLength: 3 }).map((any) => ({ any })) },
    { weight: 2, arbitrary: tie('rule').map((not) => ({ not })) },
  ),
})).rule

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
    await database.db.insertInto(table).values(rows).execute()
  }

  const wireOf = (row: { [column: string]: unknown }): { [name: string]: Json } =>
    Object.fromEntries(
      asked
        .filter(({ name }) => name in row)
        .map((field) => [
          field.name,
          row[field.name] === null ? null : sqlOf(field.type).decode(row[field.name], field),
        ]),
    )

  test('the SQL of a rule is true for exactly the rows it holds for, and never null', {
    timeout: 300_000,
  }, async () => {
    const parentFields = asked.filter(({ name }) => Object.hasOwn(FIELDS, name))
    await fc.assert(
      fc.asyncProperty(
        fc.array(recordOf(parentFields), { minLength: 3, maxLength: 3 }),
        fc.array(recordOf(asked), { minLength: 12, maxLength: 12 }),
        fc.array(rule, { minLength: 1, maxLength: 12 }),
        async (parents, records, rules) => {
          await sql`truncate things, parents restart identity`.execute(database.db)
          await insert('parents', parents)
          await insert('things', records)
          const reading = { model, entity: things, alias: 't', user: FACTS, settings: FACTS, now: NOW }
          const columns = rules.map((one, i) => sql`${ruleToSql(one, reading)} as ${sql.id(`rule_${i}`)}`)
          const { rows } = await sql<{
            [column: string]: unknown
          }>`select t.*, ${sql.join(columns)} from things as t order by id`.execute(database.db)
          for (const [at, row] of rows.entries()) {
            expect(wireOf(row)).toEqual(records[at])
            const parent = parents[Number(records[at]!.id_parent) - 1]
            const record = {
              ...records[at],
              ...Object.fromEntries(Object.entries(parent ?? {}).map(([name, value]) => [`id_parent.${name}`, value])),
            }
            const context = { record, user: FACTS, setting: FACTS, now_ms: NOW.getTime() }
            for (const [i, one] of rules.entries()) {
              if (row[`rule_${i}`] === holds(one, context)) continue
              throw new Error(
                `${JSON.stringify(one)}\n holds: ${String(holds(one, context))}, SQL: ${String(row[`rule_${i}`])}, for ${JSON.stringify(record)}\n${ruleToSql(one, reading).compile(database.db).sql}`,
              )
            }
          }
        },
      ),
      { numRuns: Number(process.env['RULE_RUNS'] ?? 60) },
    )
  })

  test('the order of every type is its own', async () => {
    const sortable = asked.filter((field) => typeOf(field).sortable && Object.hasOwn(FIELDS, field.name))
    await sql`truncate things, parents restart identity`.execute(database.db)
    const most = Math.max(...sortable.map((field) => poolOf(field).length))
    await insert(
      'things',
      Array.from({ length: most }, (_, i) =>
        Object.fromEntries(sortable.map((field) => [field.name, poolOf(field)[i] ?? null])),
      ),
    )
    for (const field of sortable) {
      const column = sql.ref(field.name)
      const { rows } = await sql<{
        value: unknown
      }>`select ${column} as value from things where ${column} is not null
        order by ${sqlOf(field.type).order(column, field)}, id`.execute(database.db)
      const values = rows.map(({ value }) => sqlOf(field.type).decode(value, field))
      for (let i = 1; i < values.length; i++) {
        expect(
          typeOf(field).compare(values[i - 1]!, values[i]!),
          `${field.name}: ${JSON.stringify(values)}`,
        ).toBeLessThanOrEqual(0)
      }
    }
  })
})
