import type { FieldSql } from '../../../fields/field-sql'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { Model } from '../../../model/model'
import { type FieldSqls, halfOf } from './column-sql'
import { desiredObjects } from './desired-objects'
import { DYNAMIC_COLUMN, ENGINE_COLUMNS } from '../rules/engine-columns'
import { joinTables } from './join-table'
import { assertFits, literal } from './names'
import type { ColumnShape, Shape } from './shape'

/** The tables that a Model asks for. */
export function desiredShape(model: Model, fieldSql: FieldSqls): Shape {
  const tables = Object.values(model.entities)
    .filter(({ remote }) => !remote)
    .flatMap((entity) => [
      {
        name: assertFits(entity.name),
        columns: [
          ...Object.values(entity.fields)
            .filter(({ virtual, dynamic }) => !virtual && !dynamic)
            .map((field) => desiredColumn(field, halfOf(fieldSql, field), entity)),
          ...(entity.dynamic ? [dynamicColumn] : []),
        ],
        objects: desiredObjects(model, entity, fieldSql),
      },
      ...joinTables(model, entity, fieldSql),
    ])
  return { tables, trigrams: tables.some(({ objects }) => objects.some(({ kind }) => kind === 'search')) }
}

const dynamicColumn: ColumnShape = {
  name: DYNAMIC_COLUMN,
  type: 'jsonb',
  notNull: false,
  default: null,
  identity: false,
  was: [],
}

function desiredColumn(field: Field, half: FieldSql, entity: Entity): ColumnShape {
  const type = half.column(field)
  const value = field.default === undefined || field.default === null ? null : half.encode(field.default, field)
  return {
    name: assertFits(field.name),
    type,
    // A field that a rule may hide is empty in the rows where it is hidden.
    notNull: field.required && !field.see,
    default: value === null ? null : `${literal(String(value))}::${type}`,
    identity: false,
    was: field.was,
    ...(entity.key && field.name === 'id' ? { notNull: true, key: true as const } : (ENGINE_COLUMNS[field.name] ?? {})),
  }
}
