import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '../../../model/entity'
import type { Computed, Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import type { RecordContext } from '../record-context'
import { sqlTypeOf } from '../fields/row-columns'
import { ruleSql } from '../rule-readings'
import { inScope } from '../fields/in-scope'
import { targetContext } from './refs-column'

export type RollupColumn = Extract<Computed, { kind: 'rollup' }>

/**
 * A number over the rows of another entity that refer to the row `t`, within the asker's scope, and how the driver's
 * value is read. Only the outer query of a page computes it, so it costs a page's rows and not the table's.
 */
export function rollupColumn(
  context: RecordContext,
  computed: RollupColumn,
  rows: Entity,
): { readonly expression: RawBuilder<unknown>; read(raw: unknown): Json } {
  const { what, by, where } = computed
  const field = computed.field === undefined ? undefined : rows.fields[computed.field]
  const there = targetContext(context, rows)
  const value =
    what === 'count' || !field ? sql`count(*)::integer` : sql`${sql.raw(what)}(${sql.ref(`x.${field.name}`)})`
  const conditions = [
    sql`${sql.ref(`x.${by}`)} = t.id`,
    inScope(there, 'x'),
    ...(where ? [ruleSql(there, where, rows, 'x')] : []),
  ]
  return {
    expression: sql`(select ${value} from ${sql.table(rows.name)} as x where ${sql.join(conditions, sql` and `)})`,
    read: (raw) =>
      raw === null || raw === undefined
        ? null
        : what === 'count' || what === 'avg' || !field
          ? Number(raw)
          : ofField(context, field, raw),
  }
}

const ofField = ({ runtime }: RecordContext, field: Field, raw: unknown): Json =>
  sqlTypeOf(runtime.fieldSql, field).decode(raw, field)

/** A text of the record's own fields, without those that the asker does not see. */
export function computedText({ parts }: Extract<Computed, { kind: 'text' }>, item: JsonObject): string | null {
  const text = parts.map((part) => ('text' in part ? part.text : itemText(item, part.field))).join('')
  return text.trim().replace(/\s+/g, ' ') || null
}

function itemText(item: JsonObject, name: string): string {
  const value = item[`${name}__label`] ?? item[name]
  return value === null || value === undefined || typeof value === 'object' ? '' : String(value)
}
