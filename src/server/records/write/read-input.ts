import { canonicalRecord, isWritable } from '../../../model/canonical'
import type { Entity } from '../../../model/entity'
import { AppError } from '../../../model/errors'
import type { Field } from '../../../model/field'
import type { FieldError } from '../../../model/field-type'
import type { Json, JsonObject } from '../../../model/json'
import { isSame } from '../../../model/values/same'
import type { Tx } from '../../database/database'
import { presented } from '../read/presented'
import { findRecord } from '../read/read'
import type { RecordContext } from '../record-context'
import { recordId } from '../record-id'
import { fileIdOf, withFileIds } from './record-files'
import { everyField, seenFields } from '../read/seen-fields'
import { PATH_KEY } from '../tree'
import { labelKey } from '../read/row-columns'
import { wireColumns } from '../read/wire-columns'

/** What a caller asks to be written: canonical values of fields he may name. */
export type Changes = { [field: string]: Json }

/**
 * Reads what a form, a file or another program sent for one record. Keys that only tell what the record is (its dates, what its
 * references expand to) may come back as they were read; a key that nothing knows, or one that may not be written, is refused by name.
 * @param before the record as it is on the wire, null for a new one
 * @throws {AppError} VALIDATION
 */
export async function readInput(context: RecordContext, tx: Tx, input: JsonObject, before: JsonObject | null): Promise<Changes> {
  const { entity, runtime } = context
  const faults: { [key: string]: FieldError } = {}
  const seen = seenFields(context).fields
  const written = Object.values(entity.fields).filter(
    (field) => isWritable(field) && (seen.has(field.name) || runtime.fieldTypes[field.type]?.writeOnly),
  )
  const keys = new Set(written.flatMap((field) => [field.name, ...Object.values(field.flat ?? {})]))
  const told = shownKeys(context, seenFields)
  const all = shownKeys(context, everyField)
  const others = Object.entries(input).filter(([key]) => !keys.has(key) && key !== 'id' && key !== 'version')
  const labels = labelKeys(entity)
  const record = before && others.some(([key, value]) => labels.has(key) || !isEqual(before, key, value)) ? await asShown(context, tx, before) : before
  for (const [key, value] of others) {
    // What was computed when the record was read may have come to something else since; it is nobody's to write.
    if (told.has(key) && entity.fields[key]?.computed) continue
    // Told of what stands above it, and of what those rows are called now: nothing of this row.
    if (key === PATH_KEY && told.has(key)) continue
    const field = seen.has(key) && Object.hasOwn(entity.fields, key) ? entity.fields[key] : undefined
    // What is hidden is answered as what does not exist: an equal guess must not be told from a wrong one.
    const isThere = record !== null && Object.hasOwn(record, key) && (told.has(key) || !all.has(key))
    if (isThere ? isSame(asWire(context, field, value), record[key] ?? null) : told.has(key) && (value === null || !field)) continue
    faults[key] = { key: isThere || field ? 'read_only' : 'unknown' }
  }
  if (Object.keys(faults).length > 0) throw new AppError('VALIDATION', { errors: faults })
  const asked = canonicalRecord(
    { ...entity, fields: Object.fromEntries(written.map((field) => [field.name, field])) },
    runtime.fieldTypes,
    withoutStale(written, input, before),
  )
  return withFileIds(entity, runtime.fieldTypes, asked)
}

const isEqual = (record: JsonObject, key: string, value: Json): boolean => isSame(value, record[key] ?? null)

/** A record with what features add, and with what its references are called for the asker: the server reads more of them than he does. */
async function asShown(context: RecordContext, tx: Tx, before: JsonObject): Promise<JsonObject> {
  const whole = (await presented(context, tx, [before]))[0] ?? before
  const seen = await findRecord(context, tx, wireColumns(context), recordId(context.entity, before.id))
  const labels = labelKeys(context.entity)
  // What he was not told in this row is not there: a right guess at it is answered as a wrong one.
  return Object.fromEntries([...Object.entries(whole).filter(([key]) => !labels.has(key)), ...Object.entries(seen ?? {}).filter(([key]) => labels.has(key))])
}

/** What the references of a record are called, and what is told of them beside. */
const labelKeys = (entity: Entity): ReadonlySet<string> =>
  new Set(Object.values(entity.fields).flatMap(({ name, ref }) => (ref ? [labelKey(name), ...Object.keys(ref.expand)] : [])))

/** Keys of an answer that stem from the fields an asker sees: they, their parts, labels and what references expand to. */
function shownKeys(context: RecordContext, seen: typeof seenFields): ReadonlySet<string> {
  const { entity, model } = context
  return new Set(
    [...seen(context).fields.keys()].flatMap((name) => {
      const { flat = {}, ref } = entity.fields[name] ?? {}
      const target = ref && model.entities[ref.to]
      const expanded = target
        ? Object.entries(ref.expand)
            .filter(([, there]) => seen(context, target).fields.has(there))
            .map(([wire]) => wire)
        : []
      const path = name === 'id_parent' && entity.traits.includes('tree') ? [PATH_KEY] : []
      return [name, ...Object.values(flat), ...(ref ? [labelKey(name), ...expanded, ...path] : [])]
    }),
  )
}

function asWire({ runtime }: RecordContext, field: Field | undefined, value: Json): Json {
  const type = field && runtime.fieldTypes[field.type]
  if (!field || !type || value === null) return value
  return type.file ? fileIdOf(value) : type.canonical(value, field)
}

// A form that changes `lat` and `lng` sends the old `point` with them, as it was read.
function withoutStale(fields: readonly Field[], input: JsonObject, before: JsonObject | null): JsonObject {
  const stale = fields.filter(
    ({ name, flat }) =>
      before &&
      flat &&
      Object.hasOwn(input, name) &&
      Object.values(flat).some((wire) => Object.hasOwn(input, wire)) &&
      isSame(input[name] ?? null, before[name] ?? null),
  )
  return stale.length === 0 ? input : Object.fromEntries(Object.entries(input).filter(([key]) => !stale.some(({ name }) => name === key)))
}
