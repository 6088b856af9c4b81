import { type RawBuilder, sql } from 'kysely'
import type { FieldSql } from '../../fields/field-sql'
import { fieldSql, sqlOf } from '../../fields/sql'
import type { Entity } from '../../model/entity'
import type { Field } from '../../model/field'
import type { Json } from '../../model/json'
import type { Model } from '../../model/model'
import type { Operand, Operator } from '../../model/rule'
import { fieldColumn } from '../records/field-column'

/** An operand that is a column: of the row itself, or of the row one reference away. */
export interface RuleColumn {
  readonly field: Field
  readonly type: FieldSql
  /** The value as an expression; a path is a subquery, null where the reference is. */
  readonly expression: RawBuilder<unknown>
  /** A comparison of the value with a constant, where it can be made with one visit of the referenced row. */
  within(compare: (expression: RawBuilder<unknown>) => RawBuilder<boolean>, op: Operator, constant: Json): RawBuilder<boolean>
}

/** Null: the operand is a constant of the query (`user.x`, `setting.x`). */
export function columnOf(operand: Operand, { model, entity, alias }: { model: Model; entity: Entity; alias: string }): RuleColumn | null {
  if (operand.kind === 'field') {
    const field = fieldOf(entity, operand.field)
    const expression = fieldColumn(alias, field, fieldSql)
    return { field, type: sqlOf(field.type), expression, within: (compare) => compare(expression) }
  }
  if (operand.kind !== 'path') return null
  const reference = fieldOf(entity, operand.ref)
  const target = reference.ref && model.entities[reference.ref.to]
  if (!target) throw new Error(`${entity.name}.${operand.ref} refers to nothing`)
  const there = `${alias}~${reference.name}`
  const [next = '', ...rest] = operand.field.split('.')
  const further: Operand = rest.length === 0 ? { kind: 'field', field: next } : { kind: 'path', ref: next, field: rest.join('.') }
  const behind = columnOf(further, { model, entity: target, alias: there })
  if (!behind) throw new Error(`${entity.name}.${operand.ref} leads to no column`)
  const { field, expression: value } = behind
  const row = sql`from ${sql.table(target.name)} as ${sql.id(there)} where ${sql.ref(`${there}.id`)} = ${sql.ref(`${alias}.${reference.name}`)}`
  return {
    field,
    type: sqlOf(field.type),
    expression: sql`(select ${value} ${row})`,
    within: (compare, op, constant) => {
      // No row there is null too, which an `exists` alone would miss.
      const absent = op === 'isNull' && (constant === true || constant === 1)
      return absent ? sql<boolean>`not exists (select 1 ${row} and ${value} is not null)` : sql<boolean>`exists (select 1 ${row} and ${compare(value)})`
    },
  }
}

function fieldOf(entity: Entity, name: string): Field {
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  if (!field) throw new Error(`${entity.name} has no field ${name}`)
  return field
}
