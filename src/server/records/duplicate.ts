import { isWritable, typeOf } from '../../model/canonical'
import type { Entity } from '../../model/entity'
import { AppError } from '../../model/errors'
import type { Field } from '../../model/field'
import type { FieldTypes } from '../../model/field-type'
import type { Json, JsonObject } from '../../model/json'
import type { Model } from '../../model/model'
import { isUnlocked, valueBefore } from '../../model/rights/hidden'
import { rulePaths } from '../../model/rules/rule-fields'
import { isSame } from '../../model/values/same'
import { asObject } from './json-object'
import { readRecord } from './read/read'
import { labelKey } from './fields/row-columns'
import type { RecordContext } from './record-context'
import { ruleContext } from './rule-readings'
import { newRecord, stampedValues } from './fields/new-record'
import { assertCreates, assertEdits } from './write/save'
import { uniqueGroups } from './write/unique-holders'

/**
 * `POST {endpoint}/duplicate {id}`: a record as the beginning of a new one's form, which the usual `create` saves.
 * Copied is what the asker sees and may write in a new record, with the rows of the record; not what is one record's
 * alone: unique values, files, numbers of series, the state, passwords.
 * @throws {AppError} FORBIDDEN, NOT_FOUND
 */
export async function duplicate(context: RecordContext, { id }: JsonObject): Promise<JsonObject> {
  assertEdits(context)
  assertCreates(context)
  if (context.resource.singleton || id === undefined || id === null) throw new AppError('NOT_FOUND')
  const { entity, model, runtime } = context
  const record = await readRecord(context, id)
  const stamped = stampedValues(context)
  const missing = Object.entries(stamped).filter(([name]) => (record[name] ?? null) === null)
  const copy = {
    ...newRecord(context),
    ...copyOf(model, entity, runtime.fieldTypes, record),
    ...Object.fromEntries(missing),
    ...context.resource.fixed,
  }
  return { ...copy, ...lockedValues(context, copy, stamped) }
}

/**
 * What the asker may not write begins as in any new record. A rule that looks behind a reference is left to the save.
 */
function lockedValues(context: RecordContext, copy: JsonObject, stamped: JsonObject): JsonObject {
  // A rule may look at what the copy does not have yet and a new record will.
  const begun = Object.values(context.entity.fields)
    .filter(({ name }) => !Object.hasOwn(copy, name))
    .map((field) => [field.name, valueBefore(field, null, stamped)] as const)
  const rules = ruleContext(context, { ...Object.fromEntries(begun), ...copy })
  const locked = Object.values(context.entity.fields).filter(
    (field) =>
      field.edit && rulePaths(field.edit).length === 0 && Object.hasOwn(copy, field.name) && !isUnlocked(field, rules),
  )
  return Object.fromEntries(
    locked.flatMap((field) => {
      const value = valueBefore(field, null, stamped)
      if (isSame(value, copy[field.name] ?? null)) return []
      // What describes the copied value goes with it.
      const beside = field.ref
        ? [labelKey(field.name), ...Object.keys(field.ref.expand), ...(field.ref.named ?? []).map(labelKey)]
        : Object.values(field.flat ?? {})
      return [[field.name, value] as const, ...beside.map((key) => [key, null] as const)]
    }),
  )
}

function copyOf(model: Model, entity: Entity, fieldTypes: FieldTypes, record: JsonObject, link?: string): JsonObject {
  const own = ownValues(entity, link)
  const copied = Object.values(entity.fields).filter(
    (field) =>
      isWritable(field) &&
      field.name !== 'id' &&
      field.name !== link &&
      !own.has(field.name) &&
      !isState(entity, field) &&
      !field.series &&
      !field.computed &&
      Object.hasOwn(record, field.name) &&
      !typeOf(field, fieldTypes).file &&
      !typeOf(field, fieldTypes).writeOnly,
  )
  return Object.fromEntries(
    copied.flatMap((field): [string, Json][] => {
      const { name, ref, refAny, children, flat } = field
      const value = record[name] ?? null
      const rows = children && model.entities[children.of]
      if (rows && children)
        return [
          [
            name,
            Array.isArray(value)
              ? value.map((row: Json) => copyOf(model, rows, fieldTypes, asObject(row) ?? {}, children.link))
              : null,
          ],
        ]
      const beside = ref
        ? [labelKey(name), ...Object.keys(ref.expand), ...(ref.named ?? []).map(labelKey)]
        : [...(refAny ? [labelKey(name)] : []), ...Object.values(flat ?? {})]
      return [
        [name, value],
        ...beside.flatMap((key): [string, Json][] => (Object.hasOwn(record, key) ? [[key, record[key] ?? null]] : [])),
      ]
    }),
  )
}

/**
 * Fields that only one record can have as they are; of values that occur once together, the last one is left to the
 * person.
 * @param link the reference of a row to its record: a copy's rows are of another one, so what occurs once in each
 * record may be copied
 */
function ownValues(entity: Entity, link?: string): ReadonlySet<string> {
  const groups = [
    ...uniqueGroups(entity).map((fields) => fields.map(({ name }) => name)),
    ...(entity.uniqueWhen ?? []).map(({ fields }) => fields),
  ]
  return new Set(
    groups.filter((names) => link === undefined || !names.includes(link)).flatMap((names) => names.at(-1) ?? []),
  )
}

/** A copy begins as a new record does. */
const isState = ({ traits, flow }: Entity, { name }: Field): boolean =>
  (name === 'state' && traits.includes('activable')) || flow?.field === name
