import { readAnswers } from '../../../model/validation/asked'
import { AppError } from '../../../model/errors'
import type { FieldError } from '../../../model/field-type'
import type { Json, JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import type { AskingVerb } from '../../../model/resource'
import type { RecordContext } from '../record-context'

/**
 * The caller's answers to what the catalogue asks before a verb, for the record's fields of those names; activating a
 * record clears the answers given when it was deactivated.
 * @throws {AppError} VALIDATION at the fields
 */
export function askedValues(
  { resource, runtime }: RecordContext,
  verb: AskingVerb,
  input: JsonObject,
): { [field: string]: Json } {
  const { asks } = resource
  const over =
    verb === 'enable' ? Object.fromEntries((asks?.disable?.fields ?? []).map(({ name }) => [name, null])) : {}
  const ask = asks?.[verb]
  if (!ask) return over
  const { values, errors } = readAnswers(ask, runtime.fieldTypes, input)
  if (Object.keys(errors).length > 0) throw new AppError('VALIDATION', { errors })
  return { ...over, ...values }
}

/**
 * Required answers that are missing where a record is deactivated without the question: by an edit, a file, another
 * program.
 */
export function unaskedErrors(
  { resource }: RecordContext,
  before: JsonObject | null,
  record: JsonObject,
): { [field: string]: FieldError } {
  const ask = before?.state === '1' && record.state === '0' ? resource.asks?.disable : undefined
  const missing = (ask?.fields ?? []).filter(({ name, required }) => required && (record[name] ?? null) === null)
  return Object.fromEntries(missing.map(({ name }) => [name, { key: 'required' }]))
}

/**
 * The answers of a bespoke call that some action's dialog asks for, together with the rest of its input.
 * @throws {AppError} VALIDATION at the fields
 */
export function withAnswers(
  model: Model,
  fieldTypes: RecordContext['runtime']['fieldTypes'],
  method: string,
  path: string,
  input: { [name: string]: unknown },
): { [name: string]: unknown } {
  const actions = Object.values(model.resources).flatMap((resource) => resource.actions)
  const ask = actions.find(({ call, ask: asked }) => asked && call?.path === path && call.method === method)?.ask
  if (!ask) return input
  const { values, errors } = readAnswers(ask, fieldTypes, input as JsonObject)
  if (Object.keys(errors).length > 0) throw new AppError('VALIDATION', { errors })
  // Empty answers are left out, since contracts say `optional` and not `null`.
  const given = Object.entries(values).filter(([, value]) => value !== null)
  const names = new Set(Object.keys(values))
  return {
    ...Object.fromEntries(Object.entries(input).filter(([name]) => !names.has(name))),
    ...Object.fromEntries(given),
  }
}
