import { isEditable } from '../../../model/hidden'
import { holds } from '../../../model/holds'
import type { JsonObject } from '../../../model/json'
import type { Entity, FormCell, FormRow } from '../../../model/model'
import type { RuleContext } from '../../../model/rule'

/** Every cell of a form, those under a condition too. */
export const allCells = (rows: readonly FormRow[]): readonly FormCell[] =>
  rows.flatMap((row) => ('cells' in row ? row.cells : allCells(row.rows)))

/** The cells whose conditions hold for what the form has now. */
export const openCells = (rows: readonly FormRow[], context: RuleContext): readonly FormCell[] =>
  rows.flatMap((row) => ('cells' in row ? row.cells : holds(row.when, context) ? openCells(row.rows, context) : []))

/** What a form sends: of the fields it shows and this user may change, all for a new record, the changed ones for another. */
export function toSend(
  values: JsonObject,
  entity: Entity,
  rows: readonly FormRow[],
  context: RuleContext,
  changed: ((name: string) => boolean) | null,
): { [name: string]: JsonObject[string] } {
  const sent: { [name: string]: JsonObject[string] } = {}
  for (const { f } of openCells(rows, context)) {
    const field = entity.fields[f]
    if (field && isEditable(field, context) && (!changed || changed(f))) sent[f] = values[f] ?? null
  }
  return sent
}
