import { settleRule } from '../../../model/rules/settle'
import { canonicalRecord, isWritable } from '../../../model/canonical'
import { nowCalled, type Entity } from '../../../model/entity'
import { AppError } from '../../../model/errors'
import type { Field } from '../../../model/field'
import type { FieldError } from '../../../model/field-type'
import type { Json, JsonObject } from '../../../model/json'
import { isSame } from '../../../model/values/same'
import type { Tx } from '../../platform/database/database'
import { presented } from '../read/presented'
import { findRecord } from '../read/read'
import type { RecordContext } from '../record-context'
import { recordId } from '../record-id'
import { fileIdOf, withFileIds } from '../fields/record-files'
import { everyField, seenFields } from '../fields/seen-fields'
import { PATH_KEY } from '../tree'
import { colorKey, labelKey } from '../fields/row-columns'
import { closedKey } from '../../../model/closed-key'
import { wireColumns } from '../read/wire-columns'

/** What a caller wants written: canonical values of fields they may write. */
export type Changes = { [field: string]: Json }

/**
 * Reads what a form, a file or another program sent for one record. Keys that only describe the record (its dates, what
 * its references expand to) may come back as they were read; an unknown key, or one that may not be written, is refused
 * by name.
 * @param before the record as it is on the wire, null for a new one
 * @throws {AppError} VALIDATION
 */
export async function readInput(
  context: RecordContext,
  tx: Tx,
  sent: JsonObject,
  before: JsonObject | null,
): Promise<Changes> {
  const { entity, runtime } = context
  const input = byNewNames(entity, sent)
  const { written, keys, writable } = writtenBy(context)
  const others = Object.entries(input).filter(([key]) => !keys.has(key) && key !== 'id' && key !== 'version')
  if (others.length > 0) await assertShown(context, tx, others, before)
  return withFileIds(
    entity,
    runtime.fieldTypes,
    canonicalRecord(writable, runtime.fieldTypes, withoutStale(written, input, before)),
  )
}

/** What was sent under a former name alone counts under the field's own. */
function byNewNames(entity: Entity, sent: JsonObject): JsonObject {
  if (Object.values(entity.fields).every(({ was }) => was.length === 0)) return sent
  const renamed = (key: string): string => {
    const now = nowCalled(entity, key)
    return Object.hasOwn(sent, now) ? key : now
  }
  return Object.fromEntries(Object.entries(sent).map(([key, value]) => [renamed(key), value]))
}

/** @throws {AppError} VALIDATION where keys that the asker cannot write are not as they were read */
async function assertShown(
  context: RecordContext,
  tx: Tx,
  others: readonly (readonly [key: string, value: Json])[],
  before: JsonObject | null,
): Promise<void> {
  const { entity } = context
  const errors: { [key: string]: FieldError } = {}
  const seen = seenFields(context).fields
  const shown = shownKeys(context, seenFields)
  const all = shownKeys(context, everyField)
  const labels = labelKeys(entity)
  const record =
    before && others.some(([key, value]) => labels.has(key) || !isEqual(before, key, value))
      ? await asShown(context, tx, before)
      : before
  for (const [key, value] of others) {
    // A computed value may have changed since the record was read; nobody can write it.
    if (shown.has(key) && entity.fields[key]?.computed) continue
    // The path describes the rows above and their current names, nothing of this row.
    if (key === PATH_KEY && shown.has(key)) continue
    const field = seen.has(key) && Object.hasOwn(entity.fields, key) ? entity.fields[key] : undefined
    // A hidden field is answered like an unknown one: a right guess must look the same as a wrong one.
    const isThere = record !== null && Object.hasOwn(record, key) && (shown.has(key) || !all.has(key))
    // A new record begins with its defaults: old programs send them.
    if (!before && field && value !== null && isSame(asWire(context, field, value), field.default ?? null)) continue
    if (
      isThere
        ? isSame(asWire(context, field, value), record[key] ?? null)
        : shown.has(key) && (value === null || !field)
    )
      continue
    errors[key] = { key: isThere || field ? 'read_only' : 'unknown' }
  }
  if (Object.keys(errors).length > 0) throw new AppError('VALIDATION', { errors })
}

interface Written {
  readonly written: readonly Field[]
  /** Their keys in an input: their own, and those of their parts. */
  readonly keys: ReadonlySet<string>
  /** The entity with these fields alone. */
  readonly writable: Entity
}

// Many records are written in one context.
const writes = new WeakMap<RecordContext, Written>()

/** The fields that the asker may write. */
function writtenBy(context: RecordContext): Written {
  const known = writes.get(context)
  if (known) return known
  const { entity, runtime } = context
  const seen = seenFields(context).fields
  const written = Object.values(entity.fields).filter(
    (field) =>
      isWritable(field) &&
      (seen.has(field.name) || (runtime.fieldTypes[field.type]?.writeOnly === true && isOpenTo(context, field))),
  )
  const keys = new Set(written.flatMap((field) => [field.name, ...Object.values(field.flat ?? {})]))
  const found = {
    written,
    keys,
    writable: { ...entity, fields: Object.fromEntries(written.map((field) => [field.name, field])) },
  }
  writes.set(context, found)
  return found
}

/** Of a field that nobody reads, its rule says who writes it. */
const isOpenTo = ({ actor, settings }: RecordContext, { see }: Field): boolean =>
  !see || settleRule(see, { user: actor.facts, setting: settings }) !== false

const isEqual = (record: JsonObject, key: string, value: Json): boolean => isSame(value, record[key] ?? null)

/**
 * A record with the fields that features add, and with the labels of references that the asker sees: the server reads
 * more of them.
 */
async function asShown(context: RecordContext, tx: Tx, before: JsonObject): Promise<JsonObject> {
  const whole = (await presented(context, tx, [before]))[0] ?? before
  const seen = await findRecord(context, tx, wireColumns(context), recordId(context.entity, before.id))
  const labels = labelKeys(context.entity)
  // What this row hides from the asker is missing here: a right guess is answered like a wrong one.
  return Object.fromEntries([
    ...Object.entries(whole).filter(([key]) => !labels.has(key)),
    ...Object.entries(seen ?? {}).filter(([key]) => labels.has(key)),
  ])
}

/** Keys of a record's reference labels, and of what its references expand to. */
const labelKeys = (entity: Entity): ReadonlySet<string> =>
  new Set(
    Object.values(entity.fields).flatMap(({ name, ref }) =>
      ref ? [labelKey(name), colorKey(name), ...Object.keys(ref.expand), ...(ref.named ?? []).map(labelKey)] : [],
    ),
  )

/**
 * Keys of an answer that come from the fields an asker sees: the fields, their parts, labels and what references expand
 * to.
 */
function shownKeys(context: RecordContext, seen: typeof seenFields): ReadonlySet<string> {
  const { entity, model } = context
  return new Set(
    [...seen(context).fields.keys()].flatMap((name) => {
      const { flat = {}, ref, refAny } = entity.fields[name] ?? {}
      const target = ref && model.entities[ref.to]
      const expanded = target
        ? Object.entries(ref.expand)
            .filter(([, there]) => seen(context, target).fields.has(there))
            .flatMap(([wire]) => (ref.named?.includes(wire) ? [wire, labelKey(wire)] : [wire]))
        : []
      const path = name === 'id_parent' && entity.traits.includes('tree') ? [PATH_KEY] : []
      return [
        name,
        ...Object.values(flat),
        ...(ref || refAny ? [labelKey(name), colorKey(name), closedKey(name), ...expanded, ...path] : []),
      ]
    }),
  )
}

function asWire({ runtime }: RecordContext, field: Field | undefined, value: Json): Json {
  const type = field && runtime.fieldTypes[field.type]
  if (!field || !type || value === null) return value
  return type.file ? fileIdOf(value) : type.canonical(value, field)
}

// A form that changes `lat` and `lng` also sends the old `point`, as it was read.
function withoutStale(fields: readonly Field[], input: JsonObject, before: JsonObject | null): JsonObject {
  const stale = fields.filter(
    ({ name, flat }) =>
      before &&
      flat &&
      Object.hasOwn(input, name) &&
      Object.values(flat).some((wire) => Object.hasOwn(input, wire)) &&
      isSame(input[name] ?? null, before[name] ?? null),
  )
  return stale.length === 0
    ? input
    : Object.fromEntries(Object.entries(input).filter(([key]) => !stale.some(({ name }) => name === key)))
}
