import { randomUUID } from 'node:crypto'
import type { CatalogueAnswers } from '../../../model/catalogue-answers'
import { anyId, kindsTo } from '../../../model/any-reference'
import type { Entity } from '../../../model/entity'
import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import { closedIn, stateOf, type Flow } from '../../../model/flow'
import type { Field } from '../../../model/field'
import { sentence } from '../bulk/on-chosen'
import { stateText } from '../relations/locks'
import { asObject } from '../json-object'
import { resourceTitle } from '../fields/labels'
import { findRecord } from '../read/read'
import { everyColumn } from '../read/wire-columns'
import type { RecordContext } from '../record-context'
import { compareIds, recordId, type RecordId } from '../record-id'
import { recordTitle } from '../record-title'
import { idsOf } from '../relations/write-refs'
import { choose, UNDO_S, undoable } from '../write/keep'
import { conflict } from '../write/conflict'
import { lockRecord } from '../write/lock-record'
import { inOneWrite, inSavepoint, type Write } from '../write/open-write'
import { remove } from '../write/remove'
import { hookContext } from '../write/hook-context'
import { assertEdits, save } from '../write/save'
import { lockTree } from '../tree'
import { referringRows, referringTo, thereOf, type Referring } from './referring'

/** Each is a write of its own, all in one transaction. */
const MAX_REFERRING = 2000

/**
 * `POST {endpoint}/merge {id, into, version, into_version, values?}`: leads everything that refers to the record `id`
 * to the record `into`, gives that one the `values` that were chosen of the other, and removes the other. All of it or
 * nothing.
 * @throws {AppError} FORBIDDEN, NOT_FOUND, CONFLICT when one of the two has changed; what refuses a record that refers,
 * with its name
 */
export async function merge(context: RecordContext, input: JsonObject): Promise<CatalogueAnswers['merge']> {
  const { id, into } = twoOf(context, input)
  const { runtime, entity } = context
  const note = `merge:${String(into)}`
  const hooks = runtime.hooks(entity.name)
  // What a feature has led elsewhere would not come back.
  const seconds = hooks.some(({ afterMerge }) => afterMerge) ? 0 : UNDO_S
  const undo = await inOneWrite(context, (write) =>
    undoable(context, write, { verb: 'merge', seconds }, { run: randomUUID(), note }, async () => {
      const { gone, kept } = await lockBoth(context, write, { id, into }, input)
      for (const one of hooks) await one.beforeMerge?.(hookContext(context, write), gone, kept)
      choose(context, write, into)
      if (write.keeping) write.keeping.isAside = true
      await leadAll(context, write, gone, into, note)
      for (const { merged } of runtime.participants) await merged?.(context, write, { gone, kept, into, note })
      await remove(context, write, id, note, [], true)
      // Unique values of the other are free by now.
      const values = asObject(input.values) ?? {}
      if (Object.keys(values).length > 0)
        await save(context, write, { ...values, id: into }, { forgiving: true, mustExist: true, note })
      for (const one of hooks) await one.afterMerge?.(hookContext(context, write), gone, kept)
    }),
  )
  return { msg: runtime.words.say(context.actor.language, 'merge.done'), id: into, ...(undo && { undo }) }
}

/** The two records that a call names. @throws {AppError} FORBIDDEN, NOT_FOUND; VALIDATION when they are one */
export function twoOf(
  context: RecordContext,
  { id: first, into: second }: JsonObject,
): { readonly id: RecordId; readonly into: RecordId } {
  assertEdits(context)
  if (context.resource.singleton || context.entity.apart)
    throw new AppError('NOT_FOUND', { say: 'errors.no_such_call' })
  const id = recordId(context.entity, first)
  if (second === undefined || second === null || second === '')
    throw new AppError('VALIDATION', { errors: { into: { key: 'required' } } })
  const into = recordId(context.entity, second)
  if (id === into) throw new AppError('VALIDATION', { errors: { into: { key: 'merge_itself' } } })
  return { id, into }
}

async function lockBoth(
  context: RecordContext,
  { tx }: Write,
  { id, into }: { readonly id: RecordId; readonly into: RecordId },
  input: JsonObject,
): Promise<{ readonly gone: JsonObject; readonly kept: JsonObject }> {
  await lockTree(context, tx)
  const found = new Map<RecordId, JsonObject>()
  // In the order of their ids, so that two who merge the same records wait for each other.
  for (const one of [id, into].sort(compareIds)) found.set(one, await lockRecord(context, tx, one))
  const [gone, kept] = [found.get(id) ?? {}, found.get(into) ?? {}]
  for (const [record, version] of [
    [gone, input.version],
    [kept, input.into_version],
  ] as const) {
    if (version !== undefined && version !== null && Number(version) !== record.version)
      throw await conflict(context, tx, record, version)
  }
  return { gone, kept }
}

async function leadAll(
  context: RecordContext,
  write: Write,
  gone: JsonObject,
  into: RecordId,
  note: string,
): Promise<void> {
  const id = recordId(context.entity, gone.id)
  let led = 0
  for (const one of referringTo(context)) {
    const rows = await referringRows(context, write.tx, one, id, MAX_REFERRING - led)
    led += rows.length
    if (led > MAX_REFERRING) throw new AppError('TOO_LARGE', { say: 'merge.too_many', params: { max: MAX_REFERRING } })
    if (rows.some(({ mine }) => !mine))
      throw new AppError('FORBIDDEN', { say: 'merge.out_of_reach', params: { of: nameOf(context, one) } })
    const there = thereOf(context, one)
    for (const row of rows) {
      const error = await inSavepoint(write, () => lead(there, write, one, row.id, gone, into, note))
      if (error) throw await refusedAt(context, there, write, one, row.id, error)
    }
  }
}

/** Leads one record's references to the one that is kept. */
async function lead(
  there: RecordContext,
  write: Write,
  { entity, to, fields }: Referring,
  row: RecordId,
  gone: JsonObject,
  into: RecordId,
  note: string,
): Promise<void> {
  const before = await lockRecord(there, write.tx, row)
  const isKept = entity.name === to.name && row === into
  const isGone = entity.name === to.name && row === gone.id
  if (isGone) return
  if (entity.flow)
    assertOpen(
      there,
      entity.flow,
      fields.filter((field) => namesGone(field, to, before[field.name] ?? null, gone.id)),
      before,
    )
  const also = Object.fromEntries(
    fields.flatMap((field): [string, Json][] => {
      const value = before[field.name] ?? null
      const reference = anyId(value)
      if (reference && (reference.id !== gone.id || !kindsTo(field, to.name).includes(reference.kind))) return []
      if (reference && typeof into === 'number')
        return [[field.name, isKept ? anyLeft(field, to, gone, into) : { kind: reference.kind, id: into }]]
      if (!refersBy(value, gone.id)) return []
      if (Array.isArray(value))
        return [[field.name, [...new Set(idsOf(value).map((one) => (one === gone.id ? into : one)))]]]
      // The one that is kept cannot refer to itself: it takes what the other referred to.
      return [[field.name, !isKept ? into : gone[field.name] === into ? null : (gone[field.name] ?? null)]]
    }),
  )
  await save(there, write, { id: row }, { verb: 'edit', note, forgiving: true, mustExist: true, also })
}

/** @throws {AppError} LOCKED where the record's state lets one of the references no longer change, whoever writes it */
function assertOpen(there: RecordContext, flow: Flow, fields: readonly Field[], before: JsonObject): void {
  const state = stateOf(flow, before)
  if (state !== null && fields.some(({ name }) => closedIn(flow, name).includes(state)))
    throw new AppError('LOCKED', { say: 'merge.locked', params: { state: stateText(there, state) } })
}

const namesGone = (field: Field, to: Entity, value: Json, id: Json | undefined): boolean => {
  const reference = anyId(value)
  return reference ? reference.id === id && kindsTo(field, to.name).includes(reference.kind) : refersBy(value, id)
}

/** What the one that is kept refers to, which cannot be itself: what the other referred to. */
const anyLeft = (field: Field, to: Entity, gone: JsonObject, into: number): Json =>
  namesGone(field, to, gone[field.name] ?? null, into) ? null : (gone[field.name] ?? null)

const refersBy = (value: Json, id: Json | undefined): boolean =>
  Array.isArray(value) ? idsOf(value).some((one) => one === id) : value === id

/** The error of a record that refers, with its name. */
async function refusedAt(
  context: RecordContext,
  there: RecordContext,
  { tx }: Write,
  one: Referring,
  id: RecordId,
  error: AppError,
): Promise<AppError> {
  const record = await findRecord(there, tx, everyColumn(there), id)
  const name = record ? recordTitle(one.entity, record) : `#${String(id)}`
  const why = sentence(there, error)
  return new AppError(
    error.code === 'VALIDATION' ? 'LOCKED' : error.code,
    { say: 'merge.refused', params: { of: nameOf(context, one), name, why } },
    { cause: error },
  )
}

const nameOf = ({ runtime: { words }, actor }: RecordContext, { resource, entity }: Referring): string =>
  resource ? resourceTitle(words, actor.language, resource) : entity.title
