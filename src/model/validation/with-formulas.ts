import type { Entity } from '../entity'
import type { Json, JsonObject } from '../json'
import type { RuleContext } from '../rules/rule'
import { withSetValues } from './set-values'
import { isSame } from '../values/same'
import { closedIn, stateOf } from '../flow'
import { evaluate, type Sources } from '../formulas/evaluate'
import { readsOf } from '../formulas/formula'
import { formulaFields, type FormulaField } from '../formulas/formula-fields'

/**
 * The record with the values of its formulas; the same object if nothing changes. What cannot be known here keeps its
 * value.
 * @param stored the record as it is: what its state locks stays, whatever became of the records that it refers to
 */
export function withFormulas<T extends JsonObject>(
  entity: Entity,
  record: T,
  far: JsonObject = {},
  rows?: Sources['rows'],
  stored: RuleContext['record'] | null = null,
): T {
  const fields = formulaFields(entity)
  if (fields.length === 0) return record
  const seen: { [name: string]: Json } = { ...record, ...far }
  const sources: Sources = { record: seen, ...(rows && { rows }) }
  let isChanged = false
  for (const field of fields) {
    const { name, formula } = field
    const value = stored && isFrozen(entity, field, stored, seen) ? (stored[name] ?? null) : evaluate(formula, sources)
    if (value === undefined || isSame(seen[name] ?? null, value)) continue
    seen[name] = value
    isChanged = true
  }
  return isChanged
    ? {
        ...record,
        ...Object.fromEntries(fields.flatMap(({ name }) => (seen[name] === undefined ? [] : [[name, seen[name]]]))),
      }
    : record
}

/** Whether a state locks a formula before and after, and nothing of the record's own that it reads is another value. */
function isFrozen(
  { flow }: Entity,
  { name, formula }: FormulaField,
  stored: RuleContext['record'],
  now: JsonObject,
): boolean {
  const states = flow ? closedIn(flow, name) : []
  if (!flow || states.length === 0 || ![stored, now].every((record) => states.includes(stateOf(flow, record) ?? '')))
    return false
  const { fields, rows } = readsOf(formula)
  return rows.length === 0 && fields.every((field) => isSame(stored[field] ?? null, now[field] ?? null))
}

/** The record with what its formulas come to and what rules set (`x-set`), each of which the other may read. */
export function withOwnValues<T extends JsonObject>(
  entity: Entity,
  record: T,
  contextOf: (record: JsonObject) => RuleContext,
  far: JsonObject,
  stored: JsonObject | null,
): T {
  let values = withFormulas(entity, record, far, undefined, stored)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const set = withSetValues(entity, values, contextOf)
    if (set === values) break
    values = withFormulas(entity, set, far, undefined, stored)
  }
  return values
}

/** A value that a rule sets may make a formula come to what undoes the rule. */
const MAX_ROUNDS = 4
