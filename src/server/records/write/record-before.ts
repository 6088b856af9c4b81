import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import { lockRecord } from './lock-record'
import type { Write } from './open-write'
import type { RecordContext } from '../record-context'
import { recordId, type RecordId } from '../record-id'
import { singletonId } from '../singleton'
import { lockTree } from '../tree'

declare module '../../language/runtime' {
  interface Runtime {
    /** Names below an endpoint that are calls, and so cannot be ids. */
    readonly callNames: ReadonlySet<string>
  }
}

/**
 * The record that an input is about, locked; null: it creates a new one. A numbered record is named by its id. Where
 * users give the ids, an unused id creates a record, unless `version` says that it was read; `version: 0` says that it
 * is meant to be new.
 * @param mustExist for a verb, which creates nothing
 * @throws {AppError} NOT_FOUND, FORBIDDEN; VALIDATION for an id that would hide a call
 */
export async function recordBefore(
  context: RecordContext,
  { tx }: Write,
  input: JsonObject,
  mustExist = false,
): Promise<JsonObject | null> {
  const { entity, resource, runtime } = context
  if (Object.hasOwn(input, 'id_parent')) await lockTree(context, tx)
  if (resource.singleton) return lockRecord(context, tx, await singletonId(context, tx))
  const { id, version } = input
  if (isEmpty(id)) return null
  if (!entity.key) return lockRecord(context, tx, recordId(entity, id))
  if (!mustExist && (isEmpty(version) || Number(version) === 0)) {
    const name = String(id).trim()
    if (runtime.callNames.has(name) || Object.hasOwn(entity.flow?.moves ?? {}, name))
      throw new AppError('VALIDATION', { errors: { id: { key: 'reserved' } } })
    return Number(version) === 0 && !isEmpty(version) ? null : orNull(keyed(context, id, tx))
  }
  return keyed(context, id, tx)
}

const isEmpty = (value: Json | undefined): value is undefined | null | '' =>
  value === undefined || value === null || value === ''

async function keyed(context: RecordContext, id: Json | undefined, tx: Write['tx']): Promise<JsonObject> {
  const key: RecordId = recordId(context.entity, typeof id === 'string' ? id.trim() : id)
  return lockRecord(context, tx, key)
}

async function orNull(found: Promise<JsonObject>): Promise<JsonObject | null> {
  return found.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null
    throw error
  })
}
