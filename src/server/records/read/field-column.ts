import { sql, type RawBuilder } from 'kysely'
import type { FieldSql } from '../../../fields/field-sql'
import type { Field } from '../../../model/field'
import { DYNAMIC_COLUMN } from '../../migrate/engine-columns'

/** A field's value in a row of its table: its column, or for a field that an administrator defined, its part of the shared column. */
export function fieldColumn(alias: string, field: Field, fieldSql: { readonly [type: string]: FieldSql }): RawBuilder<unknown> {
  if (!field.dynamic) return sql.ref(`${alias}.${field.name}`)
  const type = fieldSql[field.type]?.column(field) ?? 'text'
  const text = sql`(${sql.ref(`${alias}.${DYNAMIC_COLUMN}`)} ->> ${sql.lit(field.name)})`
  return type === 'text' ? text : sql`${text}::${sql.raw(type)}`
}
