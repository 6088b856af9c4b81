import { canonicalRecord } from '../canonical'
import type { FieldError, FieldTypes } from '../field-type'
import type { Json, JsonObject } from '../json'
import { isSeen } from '../rights/hidden'
import type { RuleContext } from '../rules/rule'
import { validateRecord } from '../validation/validate'
import type { CompiledForm } from './form'

/** What conditions of a form are asked with: its own values and the present. */
const contextOf = (record: JsonObject, now_ms: number): RuleContext => ({ record, user: {}, setting: {}, now_ms })

/**
 * Values in their canonical form, without those of fields that the conditions hide: each looks at fields above it, so
 * one pass settles them all.
 */
export function settledValues(
  { entity, sections }: CompiledForm,
  fieldTypes: FieldTypes,
  sent: JsonObject,
  now_ms: number,
): JsonObject {
  const record: { [key: string]: Json } = { ...canonicalRecord(entity, fieldTypes, sent) }
  for (const key of sections.flatMap(({ fields }) => fields)) {
    const field = entity.fields[key]
    if (field && !isSeen(field, contextOf(record, now_ms))) record[key] = null
  }
  return Object.fromEntries(
    Object.entries(record).filter(([key, value]) => value !== null && entity.fields[key]?.system === false),
  )
}

/** Keys of the fields that are shown beside these values. */
export function shownKeys({ entity, sections }: CompiledForm, values: JsonObject, now_ms: number): ReadonlySet<string> {
  return new Set(
    sections
      .flatMap(({ fields }) => fields)
      .filter((key) => {
        const field = entity.fields[key]
        return field !== undefined && isSeen(field, contextOf(values, now_ms))
      }),
  )
}

/** Errors of settled values, and of keys that the form does not have. */
export function answerErrors(
  { entity, sections }: CompiledForm,
  fieldTypes: FieldTypes,
  sent: JsonObject,
  settled: JsonObject,
  now_ms: number,
): { readonly [key: string]: FieldError } {
  const known = new Set(sections.flatMap(({ fields }) => fields))
  const unknown = Object.keys(sent).filter((key) => !known.has(key))
  const wrong = validateRecord(entity, fieldTypes, settled, contextOf(settled, now_ms))
  return { ...wrong, ...Object.fromEntries(unknown.map((key): [string, FieldError] => [key, { key: 'unknown' }])) }
}
