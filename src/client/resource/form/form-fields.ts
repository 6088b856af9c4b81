import { isEditable } from '../../../model/hidden'
import { holds } from '../../../model/holds'
import type { JsonObject } from '../../../model/json'
import type { Entity, FormCell, FormRow } from '../../../model/model'
import { ruleFields } from '../../../model/rule-fields'
import type { RuleContext } from '../../../model/rule'

/** Every cell of a form, those under a condition too. */
export const allCells = (rows: readonly FormRow[]): readonly FormCell[] => rows.flatMap((row) => ('cells' in row ? row.cells : allCells(row.rows)))

/** The cells whose conditions hold for what the form has now. */
export const openCells = (rows: readonly FormRow[], context: RuleContext): readonly FormCell[] =>
  rows.flatMap((row) => ('cells' in row ? row.cells : holds(row.when, context) ? openCells(row.rows, context) : []))

/** Fields that decide over others: whether a row is there, whether a field is seen, editable or required. */
export function decidingFields(entity: Entity, rows: readonly FormRow[]): readonly string[] {
  const conditions = (list: readonly FormRow[]): string[] => list.flatMap((row) => ('cells' in row ? [] : [...ruleFields(row.when), ...conditions(row.rows)]))
  const rules = Object.values(entity.fields).flatMap((field) => [field.see, field.edit, field.require].flatMap((rule) => (rule ? ruleFields(rule) : [])))
  return [...new Set([...conditions(rows), ...rules])]
}

/** What a form sends: of the fields it shows and this user may change, all for a new record, the changed ones for another. */
export function toSend(
  values: JsonObject, entity: Entity, rows: readonly FormRow[], context: RuleContext, changed: ((name: string) => boolean) | null,
): { [name: string]: JsonObject[string] } {
  const sent: { [name: string]: JsonObject[string] } = {}
  for (const { f } of openCells(rows, context)) {
    const field = entity.fields[f]
    if (field && isEditable(field, context) && (!changed || changed(f))) sent[f] = values[f] ?? null
  }
  return sent
}
