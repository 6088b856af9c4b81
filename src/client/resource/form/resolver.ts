import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { fieldTypes } from '../../../fields/data'
import { canonicalRecord } from '../../../model/canonical'
import type { ValueFault } from '../../../model/field-type'
import type { Json, JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import { withSetValues } from '../../../model/set-values'
import { validateRecord } from '../../../model/validate'
import { rowFaults } from '../children/row-faults'
import type { Scope } from '../scope'
import { nestedErrors } from './inner-errors'

/**
 * Checks a form with the server's own validation.
 * @param entities the Model's, for the rows of `children` fields
 * @param shown names of the fields the form has: what is wrong elsewhere cannot be mended here, and the server tells it
 * @param before the record as it was read, null for a new one
 */
export function formResolver(
  { resource, entity, contextOf }: Scope, entities: Model['entities'], shown: ReadonlySet<string>, before: JsonObject | null,
  sentence: (fault: ValueFault) => string,
): Resolver<FieldValues> {
  return (values) => {
    const typed: { [name: string]: Json } = {}
    for (const [name, value] of Object.entries(values)) typed[name] = (value as Json | undefined) ?? null
    const read = { ...before, ...canonicalRecord(entity, fieldTypes, typed), ...resource.fixed }
    const record = withSetValues(entity, read, (values) => contextOf({ ...typed, ...values }))
    const faults = validateRecord(entity, fieldTypes, record, contextOf({ ...typed, ...record }), before)
    const found: (readonly [path: string, fault: ValueFault])[] = Object.entries(faults).filter(([name]) => shown.has(name))
    for (const field of Object.values(entity.fields)) {
      if (!field.children || !shown.has(field.name) || Object.hasOwn(faults, field.name)) continue
      const inRows = rowFaults(typed[field.name], before?.[field.name], field, entities[field.children.of], contextOf)
      found.push(...Object.entries(inRows).map(([path, fault]) => [`${field.name}.${path}`, fault] as const))
    }
    const errors = nestedErrors(found.map(([path, fault]) => ({ path, type: fault.key, message: sentence(fault) }))) as FieldErrors
    return Object.keys(errors).length ? { values: {}, errors } : { values, errors: {} }
  }
}
