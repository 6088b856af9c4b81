import { sql, type RawBuilder } from 'kysely'
import { nowCalled, type Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import { fieldWithin } from '../../../model/inner-field'
import { fieldColumn, innerColumn } from '../../language/rules/field-column'
import type { RecordContext } from '../record-context'
import { rollupNumber } from '../../../model/list-operators'
import { rollupColumn } from '../relations/computed-column'
import { countedRows } from '../relations/relation-puts'
import { ruleSql } from '../rule-readings'
import { seenFields } from '../fields/seen-fields'

/** A wire key that a caller filters or sorts by. */
export interface AskedColumn {
  readonly key: string
  readonly field: Field
  /** Over the table's alias `t`; null in rows that hide the value from the asker. */
  readonly column: RawBuilder<unknown>
  /** Where a rule hides it in some rows: the column as it stands, which an index knows, and the rows that show it. */
  readonly shown?: { readonly column: RawBuilder<unknown>; readonly when: RawBuilder<unknown> }
}

/**
 * A visible field of the catalogue, also by a former name, or a field that one of its references expands to; null when
 * there is none of that name, or it is hidden.
 */
export function askedColumn(context: RecordContext, key: string): AskedColumn | null {
  const { entity, model } = context
  const own = seenColumn(context, entity, 't', nowCalled(entity, key))
  if (own) return { key, ...own }
  const within = fieldWithin(entity.fields, key)
  const whole = within && seenColumn(context, entity, 't', within.field.name)
  if (within && whole)
    return {
      key,
      field: within.inner,
      column: innerColumn(whole.column, within.field, within.path, within.inner, context.runtime.fieldSql),
    }
  for (const { name, ref } of Object.values(entity.fields)) {
    const wanted = ref && Object.hasOwn(ref.expand, key) ? ref.expand[key] : undefined
    const target = ref && model.entities[ref.to]
    const through = wanted === undefined ? null : seenColumn(context, entity, 't', name)
    const there = target && wanted !== undefined ? seenColumn(context, target, 'x', wanted) : null
    if (!target || !through || !there) continue
    return {
      key,
      field: there.field,
      column: sql`(select ${there.column} from ${sql.table(target.name)} as x where x.id = ${through.column})`,
    }
  }
  return null
}

/** The names an error lists when a key is unknown. */
export function askableKeys(context: RecordContext): string[] {
  const { entity } = context
  const isAsked = (name: string): boolean => {
    const field = entity.fields[name]
    return !field?.virtual || field.ref !== undefined || rollupNumber(field) !== null
  }
  return [...seenFields(context).fields.keys()]
    .filter(isAsked)
    .flatMap((name) => [name, ...Object.keys(entity.fields[name]?.ref?.expand ?? {})])
}

/**
 * A number over rows of `t`, within the asker's scope, as its type is compared; null where the field is none, or the
 * asker may not see what it depends on.
 */
function rollup(context: RecordContext, field: Field): { field: Field; column: RawBuilder<unknown> } | null {
  const { computed } = field
  const number = rollupNumber(field)
  const rows =
    number && computed?.kind === 'rollup' ? countedRows(context, computed, (one) => seenFields(context, one)) : null
  return number && rows && computed?.kind === 'rollup'
    ? { field: number, column: rollupColumn(context, computed, rows).expression }
    : null
}

function seenColumn(
  context: RecordContext,
  entity: Entity,
  alias: string,
  name: string,
): Omit<AskedColumn, 'key'> | null {
  const rule = seenFields(context, entity).fields.get(name)
  const field = entity.fields[name]
  if (rule === undefined || !field) return null
  const number = entity === context.entity ? rollup(context, field) : null
  if (field.virtual && !number) return null
  const column = number?.column ?? fieldColumn(alias, field, context.runtime.fieldSql)
  // A hidden value must not be found through its order or a filter either.
  const shown = { field: number?.field ?? field, column }
  if (rule === null) return shown
  const when = ruleSql(context, rule, entity, alias)
  return { ...shown, column: sql`case when ${when} then ${column} end`, shown: { column, when } }
}
