import type { Entity } from '../../../model/entity'
import { isEditable, isSeen } from '../../../model/rights/hidden'
import { holds } from '../../../model/rules/holds'
import type { JsonObject } from '../../../model/json'
import type { FormCell, FormGroup, FormRow } from '../../../model/resource'
import type { RuleContext } from '../../../model/rules/rule'
import { ruleFields } from '../../../model/rules/rule-fields'

/** Every cell of a form, those under a condition too. */
export const allCells = (rows: readonly FormRow[]): readonly FormCell[] =>
  rows.flatMap((row) => ('cells' in row ? row.cells : allCells(row.rows)))

/** The cells whose conditions hold for what the form has now. */
export const openCells = (rows: readonly FormRow[], context: RuleContext): readonly FormCell[] =>
  rows.flatMap((row) => ('cells' in row ? row.cells : isGroupShown(row, context) ? openCells(row.rows, context) : []))

/** Open cells that belong together: under the title of `group`, or under none. */
interface FormPart {
  readonly group: FormGroup | null
  readonly cells: readonly FormCell[]
}

/** The open cells in the form's order, one part for each title and for the cells between two titles. */
export function openParts(
  rows: readonly FormRow[],
  context: RuleContext,
  group: FormGroup | null = null,
): readonly FormPart[] {
  const parts: { group: FormGroup | null; cells: FormCell[] }[] = []
  for (const row of rows) {
    const found =
      'cells' in row
        ? [{ group, cells: row.cells }]
        : isGroupShown(row, context)
          ? openParts(row.rows, context, row.title === undefined ? group : row)
          : []
    for (const part of found) {
      const last = parts.at(-1)
      if (last && last.group === part.group) last.cells.push(...part.cells)
      else parts.push({ group: part.group, cells: [...part.cells] })
    }
  }
  return parts
}

/** Whether a group of rows is there now. */
export const isGroupShown = ({ show }: FormGroup, context: RuleContext): boolean => !show || holds(show, context)

/** Whether this user finds a field in these rows now. */
export const isThere = (rows: readonly FormRow[], { fields }: Entity, context: RuleContext): boolean =>
  openCells(rows, context).some(({ f }) => {
    const field = fields[f]
    return field !== undefined && !field.secret && isSeen(field, context)
  })

/** Names of the fields that decide which of these rows are there. */
export const fieldsThatDecide = (rows: readonly FormRow[], entity: Entity): readonly string[] => [
  ...new Set(
    rows.flatMap((row) =>
      'cells' in row
        ? row.cells.flatMap(({ f }) => {
            const see = entity.fields[f]?.see
            return see ? ruleFields(see) : []
          })
        : [...(row.show ? ruleFields(row.show) : []), ...fieldsThatDecide(row.rows, entity)],
    ),
  ),
]

/** What a form sends of the visible fields that this user may change: all for a new record, else the changed ones. */
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
