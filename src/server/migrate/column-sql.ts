import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely'
import type { FieldSql } from '../../fields/field-sql'
import type { Field } from '../../model/model'

export type FieldSqls = { readonly [type: string]: FieldSql }

export function halfOf(fieldSql: FieldSqls, field: Field): FieldSql {
  const half = fieldSql[field.type]
  if (!half) throw new Error(`no SQL half for the field type "${field.type}"`)
  return half
}

/** An expression over a column, as text without parameters. */
export function sqlText(expression: RawBuilder<unknown>): string {
  return expression.compile(writer).sql
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
