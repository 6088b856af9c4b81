import type { Identifier } from 'react-admin'
import { isWritable } from '../../../../model/canonical'
import type { Entity } from '../../../../model/entity'
import { isEditable } from '../../../../model/rights/hidden'
import type { JsonObject } from '../../../../model/json'
import type { RuleContext } from '../../../../model/rules/rule'
import { rulePaths } from '../../../../model/rules/rule-fields'
import { isSame } from '../../../../model/values/same'
import type { Field } from '../../../../model/field'

/** A row that was typed into: as it was read, and as it is now with what follows from what was typed. */
export interface Change {
  readonly before: JsonObject
  readonly row: JsonObject
}

export type InlineChanges = ReadonlyMap<Identifier, Change>

/** The fields of a row that differ from what was read, of those that people write. */
export const changedNames = ({ fields }: Entity, { before, row }: Change): readonly string[] =>
  Object.values(fields)
    .filter(
      (field) => isWritable(field) && !field.formula && !isSame(row[field.name] ?? null, before[field.name] ?? null),
    )
    .map(({ name }) => name)

/**
 * Whether somebody may type into a field of a row; what a rule reads behind a reference is not known here, and the
 * server judges.
 */
export const isTyped = (field: Field, context: RuleContext): boolean =>
  isEditable(field, context) ||
  (isWritable(field) && [field.edit, field.see, field.set?.when].some((rule) => rule && rulePaths(rule).length > 0))

/**
 * What is sent of a changed row: its id, the version that was read, and the changed fields that its user may change.
 */
export function toSave(entity: Entity, change: Change, contextOf: (row: JsonObject) => RuleContext): JsonObject {
  const context: RuleContext = { ...contextOf(change.row), before: change.before }
  const names = changedNames(entity, change).filter((name) => {
    const field = entity.fields[name]
    return field && isTyped(field, context)
  })
  return {
    id: change.before['id'] ?? null,
    version: change.before['version'] ?? null,
    ...Object.fromEntries(names.map((name) => [name, change.row[name] ?? null])),
  }
}

/** The same changes on top of what somebody else saved meanwhile. */
export const rebasedRows = (entity: Entity, change: Change, theirs: JsonObject): Change => ({
  before: theirs,
  row: {
    ...theirs,
    ...Object.fromEntries(changedNames(entity, change).map((name) => [name, change.row[name] ?? null])),
  },
})

/** A row of the page, or what its save answered where that is newer. */
export function newest<Row extends JsonObject | undefined>(row: Row, saved: ReadonlyMap<Identifier, JsonObject>): Row {
  const item = row && saved.get(row['id'] as Identifier)
  return row && item && Number(item['version']) > Number(row['version']) ? { ...row, ...item } : row
}
