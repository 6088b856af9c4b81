import { sql } from 'kysely'
import { typeOf } from '../../../model/canonical'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { FieldTypes, FieldError } from '../../../model/field-type'
import { answersOf } from '../../../model/forms/form'
import { isCountedId } from '../../../model/values/id-value'
import type { Json, JsonObject } from '../../../model/json'
import { addressedFile } from '../../../model/values/stored-file'
import { anyOf } from '../../language/rules/typed-tables'
import type { Tx } from '../../platform/database/database'
import { livingRows } from '../../platform/database/engine-tables'
import { effectiveLimits, fileError } from '../../platform/files/store-upload'
import type { RecordContext } from '../record-context'
import type { RecordId } from '../record-id'

interface StoredFile {
  readonly id: number
  readonly name: string
  readonly mime: string
  readonly size: number
  readonly id_user: number | null
  readonly state: string
  readonly entity: string | null
  readonly field: string | null
  readonly target: string | null
}

const filesOf = new WeakMap<Entity, readonly Field[]>()

/** Fields of an entity whose values are stored files. */
function fileFields(entity: Entity, fieldTypes: FieldTypes): readonly Field[] {
  const known = filesOf.get(entity)
  if (known) return known
  const found = Object.values(entity.fields).filter((field) => !field.dynamic && typeOf(field, fieldTypes).file)
  filesOf.set(entity, found)
  return found
}

/**
 * The id that a write means: taken from the file's address, as it was read or as its upload returned it; the signature
 * may have expired.
 */
export const fileIdOf = (value: Json): Json => addressedFile(value)?.id ?? value

/** Replaces the addresses that came in with ids. */
export function withFileIds(
  entity: Entity,
  fieldTypes: FieldTypes,
  changes: { readonly [field: string]: Json },
): { [field: string]: Json } {
  const files = fileFields(entity, fieldTypes)
  if (files.length === 0) return changes
  const ids = files.flatMap(({ name }) =>
    Object.hasOwn(changes, name) ? [[name, fileIdOf(changes[name] ?? null)] as const] : [],
  )
  return { ...changes, ...Object.fromEntries(ids) }
}

/** What came in, with each file named by its content: a form with files that is sent again has uploaded them again. */
export async function withFileContents(
  { entity, runtime }: RecordContext,
  tx: Tx,
  input: JsonObject,
): Promise<JsonObject> {
  const named = withFileIds(entity, runtime.fieldTypes, input)
  const ids = fileFields(entity, runtime.fieldTypes).flatMap(({ name }) =>
    isCountedId(named[name]) ? [[name, Number(named[name])] as const] : [],
  )
  if (ids.length === 0) return named
  const { rows } = await sql<{
    id: number
    sha256: string
  }>`select id, sha256 from files where id = any(${ids.map(([, id]) => id)}::bigint[])`.execute(tx)
  const contents = new Map(rows.map(({ id, sha256 }) => [Number(id), sha256]))
  return { ...named, ...Object.fromEntries(ids.map(([name, id]) => [name, contents.get(id) ?? id])) }
}

/**
 * Errors of the files that would be new in a record. A record accepts an upload of the writer's own that belongs to no
 * record, or a file that this field of it held before; any other id is answered like an unknown one. The files stay
 * locked until the transaction ends.
 */
export async function fileErrors(
  context: RecordContext,
  tx: Tx,
  record: JsonObject,
  before: JsonObject | null,
): Promise<{ readonly [field: string]: FieldError }> {
  const { entity, runtime } = context
  const plain = fileFields(entity, runtime.fieldTypes)
  const inside = answeredFiles(Object.values(entity.fields), record, before)
  const changed = [...changedFiles(plain, record, before), ...inside].filter(({ id }) => id !== null)
  if (changed.length === 0) return {}
  const found = await lockedFiles(
    tx,
    changed.flatMap(({ id }) => id ?? []),
  )
  const errors: { [field: string]: FieldError } = {}
  for (const { field, id } of changed) {
    const file = found.find((one) => one.id === id)
    const isTwice = changed.some((other) => other.field !== field && other.id === id)
    if (!file || isTwice || !mayTake(context, file, field, before)) errors[field.name] = { key: 'file_foreign' }
    else {
      const error = fileError(file, await effectiveLimits(runtime, field))
      if (error) errors[field.name] = error
    }
  }
  return errors
}

/** Records which record the files of changed fields belong to; replaced files are kept for a day. */
export async function attachFiles(
  context: RecordContext,
  tx: Tx,
  fields: readonly Field[],
  target: RecordId,
  record: JsonObject,
  before: JsonObject | null,
): Promise<void> {
  const files = fields.filter((field) => !field.dynamic && typeOf(field, context.runtime.fieldTypes).file)
  const moment = context.now.toISOString()
  for (const { field, id, old } of [...changedFiles(files, record, before), ...answeredFiles(fields, record, before)]) {
    if (old !== null)
      await sql`update files set state = 'replaced', date_updated = ${moment} where id = ${old}`.execute(tx)
    if (id === null) continue
    await sql`update files set state = 'attached', date_updated = ${moment},
      entity = ${context.entity.name}, field = ${field.name}, target = ${String(target)} where id = ${id}`.execute(tx)
  }
}

interface ChangedFile {
  readonly field: Field
  readonly id: number | null
  readonly old: number | null
}

function changedFiles(fields: readonly Field[], record: JsonObject, before: JsonObject | null): ChangedFile[] {
  return fields.flatMap((field) => {
    const id = idIn(record[field.name])
    const old = idIn(before?.[field.name])
    return id === old ? [] : [{ field, id, old }]
  })
}

/** The files among the answers to forms, each at `<field>.<key>`: the words beside the values tell which they are. */
function answeredFiles(fields: readonly Field[], record: JsonObject, before: JsonObject | null): ChangedFile[] {
  return fields
    .filter(({ answers }) => answers)
    .flatMap((field) => {
      const [now, was] = [answersOf(record[field.name]), answersOf(before?.[field.name])]
      const kinds = new Map(
        [...(was?.words ?? []), ...(now?.words ?? [])].flatMap(({ key, file }) => (file ? [[key, file] as const] : [])),
      )
      return [...kinds].flatMap(([key, type]): ChangedFile[] => {
        const [id, old] = [idIn(now?.values[key]), idIn(was?.values[key])]
        return id === old ? [] : [{ field: { ...field, name: `${field.name}.${key}`, type, schema: {} }, id, old }]
      })
    })
}

const idIn = (value: Json | undefined): number | null => (isCountedId(value) ? value : null)

function mayTake({ actor, entity }: RecordContext, file: StoredFile, field: Field, before: JsonObject | null): boolean {
  if (file.state === 'uploaded') return file.id_user === actor.id
  return (
    file.state === 'replaced' &&
    before !== null &&
    file.entity === entity.name &&
    file.field === field.name &&
    file.target === String(before.id)
  )
}

async function lockedFiles(tx: Tx, ids: readonly number[]): Promise<readonly StoredFile[]> {
  return livingRows(tx, 'files')
    .select(['id', 'name', 'mime', 'size', 'id_user', 'state', 'entity', 'field', 'target'])
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute()
}
