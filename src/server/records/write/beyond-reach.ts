import { isWritable } from '../../../model/canonical'
import { AppError } from '../../../model/errors'
import type { JsonObject } from '../../../model/json'
import { decidingFields } from '../../../model/rights/access'
import { isEditable } from '../../../model/rights/hidden'
import type { RecordContext } from '../record-context'
import { ruleContext } from '../rule-readings'

/**
 * The refusal of a record that its writer could not reach afterwards: an error at the references which decide whose it
 * is, where the writer may choose these and so can mend it; otherwise FORBIDDEN, for they may not write it at all.
 */
export function beyondReach(context: RecordContext, record: JsonObject): AppError {
  const { entity, model, actor } = context
  const deciding = decidingFields(model.application.scopes, entity, actor).filter((name) => {
    const field = entity.fields[name]
    return field?.ref && isWritable(field) && isEditable(field, ruleContext(context, record))
  })
  // Who administers an area and has none can choose nothing that would mend it.
  const isNobodys = Object.values(actor.scopes).some((value) => Array.isArray(value) && value.length === 0)
  if (deciding.length === 0 || isNobodys) return new AppError('FORBIDDEN', { say: 'records.out_of_reach' })
  const isEmpty = (name: string): boolean => record[name] === undefined || record[name] === null || record[name] === ''
  return new AppError('VALIDATION', {
    errors: Object.fromEntries(deciding.map((name) => [name, { key: isEmpty(name) ? 'reach_empty' : 'reach' }])),
  })
}
