import type { FieldSql } from '../../fields/field-sql'
import type { Field, Model } from '../../model/model'
import { type FieldSqls, halfOf } from './column-sql'
import { desiredObjects } from './desired-objects'
import { ENGINE_COLUMNS } from './engine-columns'
import { assertFits, literal } from './names'
import type { ColumnShape, Shape } from './shape'

/** The tables that a Model asks for. */
export function desiredShape(model: Model, fieldSql: FieldSqls): Shape {
  const tables = Object.values(model.entities).map((entity) => ({
    name: assertFits(entity.name),
    columns: Object.values(entity.fields).map((field) => desiredColumn(field, halfOf(fieldSql, field))),
    objects: desiredObjects(model, entity, fieldSql),
  }))
  return { tables, trigrams: tables.some(({ objects }) => objects.some(({ kind }) => kind === 'search')) }
}

function desiredColumn(field: Field, half: FieldSql): ColumnShape {
  const type = half.column(field)
  const value = field.default === undefined || field.default === null ? null : half.encode(field.default, field)
  return {
    name: assertFits(field.name),
    type,
    // A field that a rule may hide is empty in the rows that hide it.
    notNull: field.required && !field.see,
    default: value === null ? null : `${literal(String(value))}::${type}`,
    identity: false,
    was: field.was,
    ...(field.name in ENGINE_COLUMNS ? ENGINE_COLUMNS[field.name] : {}),
  }
}
