import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { fieldTypes } from '../../../fields/data'
import { canonicalRecord } from '../../../model/canonical'
import type { ValueFault } from '../../../model/field-type'
import type { Json, JsonObject } from '../../../model/json'
import { validateRecord } from '../../../model/validate'
import type { Scope } from '../scope'

/**
 * Checks a form with the server's own validation.
 * @param shown names of the fields the form has: what is wrong elsewhere cannot be mended here, and the server tells it
 * @param before the record as it was read, null for a new one
 */
export function formResolver(
  { resource, entity, contextOf }: Scope, shown: ReadonlySet<string>, before: JsonObject | null, sentence: (fault: ValueFault) => string,
): Resolver<FieldValues> {
  return (values) => {
    const typed: { [name: string]: Json } = {}
    for (const [name, value] of Object.entries(values)) typed[name] = (value as Json | undefined) ?? null
    const record = { ...before, ...canonicalRecord(entity, fieldTypes, typed), ...resource.fixed }
    const faults = validateRecord(entity, fieldTypes, record, contextOf({ ...typed, ...record }), before)
    const errors: FieldErrors = {}
    for (const [name, fault] of Object.entries(faults)) if (shown.has(name)) errors[name] = { type: fault.key, message: sentence(fault) }
    return Object.keys(errors).length ? { values: {}, errors } : { values, errors: {} }
  }
}
