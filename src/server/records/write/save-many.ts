import { canonicalRecord, typeOf } from '../../../model/canonical'
import { AppError } from '../../../model/errors'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import { changedFields, labelledChanges } from './changed-fields'
import { conflict } from './conflict'
import { KnownReferences } from './known-references'
import { lockRecords } from './lock-record'
import { stampedValues } from './new-record'
import type { Write } from './open-write'
import { findRecords } from '../read/read'
import type { RecordContext } from '../record-context'
import { readId, recordId, type RecordId } from '../record-id'
import { recordTitle } from '../record-title'
import { hookContext, recordToStore, save } from './save'
import type { Saved } from '../../feature/call'
import type { StoredRow } from './stored-row'
import { insertRows, updateRows } from '../read/stored-rows'
import { logWrites } from '../log/log-write'
import { everyColumn } from '../read/wire-columns'

/** A record during the write: as it was, as it will be, what differs, and its row once it is written. */
interface Planned {
  readonly before: JsonObject | null
  readonly record: { readonly [field: string]: Json }
  readonly fields: readonly Field[]
  stored: StoredRow | null
}

/**
 * The write path of `save` for many records of a catalogue, all of them or none: every record is checked before the first is written; rows are locked, resolved
 * and written many to a statement. Errors are reported as `<place>.<field>`, the place in `inputs`.
 * @throws {AppError} VALIDATION with the errors of all, and the other refusals of `save` of the first
 */
export async function saveMany(context: RecordContext, write: Write, inputs: readonly JsonObject[], note: string | null = null): Promise<readonly Saved[]> {
  const ids = inputs.flatMap(({ id }) => (id === undefined || id === null || id === '' ? [] : [recordId(context.entity, id)]))
  if (!isPlain(context) || new Set(ids).size < ids.length) return oneByOne(context, write, inputs, note)
  const held = await lockRecords(context, write.tx, ids)
  const planned = await plan(context, write, inputs, held)
  await store(context, write, planned)
  const written = planned.filter(({ stored }) => stored !== null)
  if (written.length > 0) await announce(context, write, written, note)
  return planned.map(({ before, stored }): Saved => ({
    id: readId(context.entity, stored ? stored.id : before?.id),
    done: !stored ? 'unchanged' : before ? 'changed' : 'created',
  }))
}

/** Whether a record is a single row: no rows or files of its own, no place in an order, no id that users give. */
function isPlain({ entity, resource, runtime }: RecordContext): boolean {
  if (entity.key || resource.singleton || entity.traits.includes('tree') || entity.traits.includes('sortable')) return false
  return Object.values(entity.fields).every((field) => {
    const { file, writeOnly } = typeOf(field, runtime.fieldTypes)
    return !file && !writeOnly && !field.dynamic && (!field.virtual || field.computed)
  })
}

async function oneByOne(context: RecordContext, write: Write, inputs: readonly JsonObject[], note: string | null): Promise<readonly Saved[]> {
  const saved: Saved[] = []
  for (const [at, input] of inputs.entries()) {
    saved.push(await save(context, write, input, { note }).catch((error: unknown) => {
      throw namesFields(error) ? refused([[at, error]]) : error
    }))
  }
  return saved
}

async function plan(
  context: RecordContext, write: Write, inputs: readonly JsonObject[], held: ReadonlyMap<RecordId, JsonObject>,
): Promise<readonly Planned[]> {
  const { entity, runtime } = context
  const rows = inputs.map((input) => {
    const { id, version } = input
    const before = id === undefined || id === null || id === '' ? null : (held.get(recordId(entity, id)) ?? null)
    return { input, version, before }
  })
  const known = new KnownReferences()
  await known.prepare(context, write.tx, () => rows.map(({ input, before }) => (
    { before, record: { ...stampedValues(context), ...before, ...canonicalRecord(entity, runtime.fieldTypes, input) } }
  )))
  const errors: [at: number, error: AppError][] = []
  const planned: Planned[] = []
  for (const [at, { input, version, before }] of rows.entries()) {
    if (before && version !== undefined && version !== null && Number(version) !== before.version) throw await conflict(context, write.tx, before, version)
    try {
      const record = await recordToStore(context, write, input, before, {}, known.look)
      planned.push({ before, record, fields: changedFields(entity, runtime.fieldTypes, before, record), stored: null })
    } catch (error) {
      if (!namesFields(error)) throw error
      errors.push([at, error])
    }
  }
  if (errors.length > 0) throw refused(errors)
  return planned
}

const namesFields = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'VALIDATION' && Object.keys(error.errors).length > 0

/** Errors at their places in the request. */
function refused(rows: readonly (readonly [at: number, error: AppError])[]): AppError {
  const errors = rows.flatMap(([at, { errors: own }]) => Object.entries(own).map(([field, error]) => [`${at}.${field}`, error] as const))
  return new AppError('VALIDATION', { errors: Object.fromEntries(errors) })
}

/** Writes what changed, rows with the same changed fields together. */
async function store(context: RecordContext, { tx }: Write, planned: readonly Planned[]): Promise<void> {
  const { entity } = context
  const groups = new Map<string, Planned[]>()
  for (const one of planned) {
    if (one.before && one.fields.length === 0) continue
    const key = JSON.stringify([one.before !== null, ...one.fields.map(({ name }) => name)])
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  for (const group of groups.values()) {
    const fields = group[0]?.fields ?? []
    const changed = group.flatMap(({ before, record }) =>
      (before ? [{ id: readId(entity, before.id), version: Number(before.version), values: record }] : []))
    const rows = changed.length > 0 ? await updateRows(context, tx, fields, changed) : null
    const put = rows ? changed.map(({ id }) => rows.get(id)) : await insertRows(context, tx, fields, group.map(({ record }) => record))
    group.forEach((one, at) => {
      const row = put[at]
      if (!row) throw new AppError('NOT_FOUND')
      if (!row.within) throw new AppError('FORBIDDEN', { say: 'records.out_of_reach' })
      one.stored = row
    })
  }
}

/** What follows a write: the lines of the log, the hooks of features, the notifications. */
async function announce(context: RecordContext, write: Write, written: readonly Planned[], note: string | null): Promise<void> {
  const { entity, runtime, resource } = context
  const hooks = runtime.hooks(entity.name)
  const idOf = ({ stored }: Planned): RecordId => readId(entity, stored?.id)
  const readsBack = hooks.length > 0 || written.some(({ fields }) => fields.some(({ ref }) => ref))
  const after = readsBack ? await findRecords(context, write.tx, everyColumn(context), written.map(idOf), { removed: true }) : null
  const saved = written.map((one) => ({ before: one.before, record: after?.get(idOf(one)) ?? { ...one.record, id: idOf(one) } }))
  await logWrites(context, write, written.map((one, at) => {
    const { before, fields } = one
    const record = saved[at]?.record ?? one.record
    return {
      type_log: before ? 'edit' : 'create',
      id_target: idOf(one),
      title: recordTitle(entity, record),
      note,
      changes: {
        ...labelledChanges(fields, runtime.fieldTypes, before, record),
        ...(before ? { version: { from: before.version ?? null, to: Number(before.version) + 1 } } : {}),
      },
    }
  }), hooks.length > 0)
  for (const one of hooks) {
    if (one.afterSaveMany) await one.afterSaveMany(hookContext(context, write), saved)
    else for (const { record, before } of saved) await one.afterSave?.(hookContext(context, write), record, before)
    if (one.afterCommit) write.afterCommit.push(...saved.map(({ record }) => async () => one.afterCommit?.(record)))
  }
  write.changed.add(resource.entity)
}
