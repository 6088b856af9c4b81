import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import { escapeLiteral } from 'pg'
import type { FieldSql } from '../../../fields/field-sql'
import type { Field } from '../../../model/field'

export type FieldSqls = { readonly [type: string]: FieldSql }

export function halfOf(fieldSql: FieldSqls, field: Field): FieldSql {
  const half = fieldSql[field.type]
  if (!half) throw new Error(`The field type "${field.type}" has no SQL half.`)
  return half
}

/** An expression over a column, as text without parameters. */
export function sqlText(expression: RawBuilder<unknown>): string {
  return expression.compile(writer).sql
}

/** An expression with its values written out, for the condition of an index, which takes no parameters. */
export function literalSql(expression: RawBuilder<unknown>): string {
  const { sql: text, parameters } = expression.compile(writer)
  return text.replace(/\$(\d+)/g, (_, place: string) => literalOf(parameters[Number(place) - 1]))
}

function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `array[${value.map(literalOf).join(', ')}]`
  return typeof value === 'string' ? escapeLiteral(value) : String(value)
}

export const columnRef = (name: string): RawBuilder<unknown> => sql.id(name)

const writer = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
