import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Actor } from '../../../model/rights/actor'
import { typeOf } from '../../../model/canonical'
import { AppError } from '../../../model/errors'
import type { Field } from '../../../model/field'
import type { FieldError } from '../../../model/field-type'
import { isAccepted, limitsOf, type FileLimits } from '../../../model/values/stored-file'
import type { Runtime } from '../../language/runtime'
import { honestName } from './honest-name'
import { mimeType } from './kind-of'
import type { ReceivedFile } from './receive-file'
import { engineTables, livingRows } from '../database/engine-tables'

/** Uploads that one user may have without using them; those older than a day are deleted. */
const MAX_WAITING = 200
export const KB = 1024

/** A stored file that belongs to no record yet. */
interface StoredUpload {
  readonly id: number
  readonly name: string
  readonly mime: string
  readonly size: number
  readonly url: string
}

/** What a field accepts, within what the company allows of any file. */
export async function effectiveLimits(
  runtime: Runtime,
  field: Field | null,
): Promise<FileLimits & { readonly most_kb: number }> {
  const own = field ? limitsOf(field, typeOf(field, runtime.fieldTypes)) : { accept: [], most_kb: null }
  const all = Number((await runtime.settings()).upload_max_kb)
  const max = Number.isFinite(all) && all > 0 ? Math.floor(all) : 10_240
  return { ...own, most_kb: Math.min(own.most_kb ?? max, max) }
}

/** The error of a file for a field, null when there is none. */
export function fileError(
  file: { readonly mime: string; readonly size: number },
  { accept, most_kb }: FileLimits,
): FieldError | null {
  if (file.size === 0) return { key: 'file_empty' }
  if (most_kb !== null && file.size > most_kb * KB) return { key: 'file_too_heavy', params: { n: most_kb } }
  return isAccepted(file.mime, accept) ? null : { key: 'file_kind', params: { kinds: accept.join(', ') } }
}

/** Who sends a file, and in which session. */
interface Uploader {
  readonly runtime: Runtime
  readonly actor: Actor
  readonly id_session: number | null
}

/**
 * Keeps a received file as an upload of the actor's; the temporary file is gone afterwards.
 * @param source form source at which an error is reported
 * @throws {AppError} TOO_LARGE, VALIDATION at the source, TOO_MANY
 */
export async function storeUpload(
  { runtime, actor, id_session }: Uploader,
  received: ReceivedFile,
  field: Field | null,
  source: string,
): Promise<StoredUpload> {
  const { id, name, mime, size } = await storeReceived(runtime, received, {
    field,
    source,
    id_user: actor.id,
    before: () => assertFew(runtime, actor),
  })
  return { id, name, mime, size, url: runtime.files.links.url(id, name, id_session) }
}

/** What is known of a file that is to be stored. */
interface Storing {
  readonly field: Field | null
  readonly source: string
  /** Null: nobody of the house sent it. */
  readonly id_user: number | null
  /** Judges whether one more may be stored, after the file itself was. */
  readonly before?: () => Promise<void>
}

/** Keeps a received file that belongs to no record yet. @throws {AppError} TOO_LARGE, VALIDATION at the source */
export async function storeReceived(
  runtime: Runtime,
  received: ReceivedFile,
  { field, source, id_user, before }: Storing,
): Promise<Omit<StoredUpload, 'url'>> {
  try {
    const { size, sha256 } = received
    const limits = await effectiveLimits(runtime, field)
    const mime = mimeType(received.head, received.name)
    const name = honestName(received.name, mime)
    const error = received.isCut
      ? { key: 'file_too_heavy', params: { n: limits.most_kb } }
      : fileError({ mime, size }, limits)
    if (error?.key === 'file_too_heavy') {
      throw new AppError('TOO_LARGE', {
        say: `validation.${error.key}`,
        params: error.params,
        errors: { [source]: error },
      })
    }
    if (error) throw new AppError('VALIDATION', { errors: { [source]: error } })
    await before?.()
    // The row comes first: after an interruption in between, it leads to the bytes to be deleted.
    const key = randomUUID()
    const storage_key = `${key.slice(0, 2)}/${key}`
    const row = {
      name,
      mime,
      size,
      sha256,
      storage_key,
      id_user,
      state: 'arriving' as const,
      date_created: now(runtime),
      date_updated: now(runtime),
    }
    const { db } = runtime.database
    const made = await engineTables(db).insertInto('files').values(row).returning('id').executeTakeFirstOrThrow()
    const id = Number(made.id)
    await runtime.files.storage.put(storage_key, received.path, size, sha256).catch(async (error: unknown) => {
      // Of a storage that is away nobody knows what it has; the row leads there later.
      if (!(error instanceof AppError && error.code === 'UNAVAILABLE')) await forget(runtime, id, storage_key)
      throw error
    })
    await engineTables(db)
      .updateTable('files')
      .set({ state: 'uploaded', date_updated: now(runtime) })
      .where('id', '=', id)
      .execute()
    return { id, name, mime, size }
  } finally {
    await rm(received.path, { force: true })
  }
}

/** Nothing is left of what could not be stored; where even that fails, the row leads to it for a later try. */
async function forget({ files, database: { db } }: Runtime, id: number, key: string): Promise<void> {
  try {
    await files.storage.remove(key)
    await engineTables(db).deleteFrom('files').where('id', '=', id).execute()
  } catch (cause) {
    process.emitWarning(new Error(`What came of the file ${id} stays until it is pruned.`, { cause }))
  }
}

const now = (runtime: Runtime): string => runtime.now().toISOString()

async function assertFew({ database: { db } }: Runtime, { id }: Actor): Promise<void> {
  const { n } = await livingRows(db, 'files')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('id_user', '=', id)
    .where('state', 'in', ['arriving', 'uploaded'])
    .executeTakeFirstOrThrow()
  if (n >= MAX_WAITING) throw new AppError('TOO_MANY')
}
