import { sql, type RawBuilder } from 'kysely'
import type { FieldSql } from '../../../fields/field-sql'
import type { Field } from '../../../model/field'
import type { Model } from '../../../model/model'
import type { OldType } from '../migrate/change-log'
import { DYNAMIC_COLUMN } from './engine-columns'

/**
 * A field's value in a row of its table: its column, or for a field that an administrator defined, its part of the
 * shared column.
 */
export function fieldColumn(
  alias: string,
  field: Field,
  fieldSql: { readonly [type: string]: FieldSql },
): RawBuilder<unknown> {
  if (!field.dynamic)
    return oldTypes.has(field)
      ? asItsType(sql.ref(`${alias}.${field.name}`), oldTypes.get(field) ?? '')
      : sql.ref(`${alias}.${field.name}`)
  const type = fieldSql[field.type]?.column(field) ?? 'text'
  const text = sql`(${sql.ref(`${alias}.${DYNAMIC_COLUMN}`)} ->> ${sql.lit(field.name)})`
  return type === 'text' ? text : sql`${text}::${sql.raw(type)}`
}

/** The value at a path within a compound column. */
export function innerColumn(
  column: RawBuilder<unknown>,
  field: Field,
  path: readonly string[],
  inner: Field,
  fieldSql: { readonly [type: string]: FieldSql },
): RawBuilder<unknown> {
  const [outer, half] = [fieldSql[field.type], fieldSql[inner.type]]
  if (!outer?.inner || !half) throw new Error(`A field of type ${field.type} has no part ${path.join('.')}.`)
  return outer.inner(column, path, inner, half)
}

const oldTypes = new WeakMap<Field, string>()

/**
 * While a change of type waits for a person, the column is read as its field's type: a value that does not fit is
 * empty, and stays as it is until another is written.
 */
export function readOldTypes(model: Model, columns: readonly OldType[]): void {
  for (const { name, fields } of Object.values(model.entities)) {
    for (const field of Object.values(fields)) {
      const old = columns.find(({ table, column }) => table === name && column === field.name)
      if (old) oldTypes.set(field, old.type)
      else oldTypes.delete(field)
    }
  }
}

/** Whether a field's column waits for a person who decides about its type. */
export const hasOldType = (field: Field): boolean => oldTypes.has(field)

const asItsType = (column: RawBuilder<unknown>, type: string): RawBuilder<unknown> =>
  sql`(case when tr_fits(${column}::text, ${sql.lit(type)}) then ${column}::text::${sql.raw(type)} end)`
