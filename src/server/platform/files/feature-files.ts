import type { Field } from '../../../model/field'
import type { Tx } from '../database/database'
import type { Runtime } from '../../language/runtime'
import type { CallFiles, FileField, TakenFile } from './call-files'
import { receiveBytes } from './receive-file'
import { storeReceived } from './store-upload'
import { holdFiles, lockUploads } from './take-uploads'
import { livingRows } from '../database/engine-tables'

function fieldOf({ model }: Runtime, { entity, field }: FileField): Field {
  const found = model().entities[entity]?.fields[field]
  if (!found) throw new Error(`The entity ${entity} has no file field "${field}".`)
  return found
}

/**
 * Keeps bytes that a feature fetched from outside, within the limits of the field, as a file that no row holds yet.
 * @throws {AppError} TOO_LARGE, VALIDATION
 */
export const keepBytes = async (runtime: Runtime, of: FileField, name: string, bytes: Buffer): Promise<TakenFile> =>
  storeReceived(runtime, await receiveBytes(runtime, bytes, name), {
    field: fieldOf(runtime, of),
    source: of.field,
    id_user: null,
  })

/** Notes which row of the feature's holds a file that it kept. */
export const holdFile = (runtime: Runtime, tx: Tx, of: FileField, id: number, target: number): Promise<void> =>
  holdFiles(runtime, tx, [id], { entity: of.entity, name: of.field }, target)

/** The bytes of a stored file, with its name and kind; null: it is gone. */
export async function fileBytes(
  { database: { db }, files }: Runtime,
  id: number,
): Promise<(TakenFile & { readonly bytes: Buffer }) | null> {
  const row = await livingRows(db, 'files')
    .select(['name', 'mime', 'size', 'storage_key'])
    .where('id', '=', id)
    .where('state', 'in', ['uploaded', 'attached', 'replaced'])
    .executeTakeFirst()
  const stream = row ? await files.storage.get(String(row.storage_key)) : null
  if (!row || !stream) return null
  const parts: Buffer[] = []
  for await (const part of stream as AsyncIterable<Buffer>) parts.push(part)
  return { id, name: String(row.name), mime: String(row.mime), size: Number(row.size), bytes: Buffer.concat(parts) }
}

/** As `CallFiles` for one asker. */
export const callFiles = (runtime: Runtime, id_user: number, id_session: number | null): CallFiles => ({
  take: async (tx, of, ids, source) =>
    lockUploads(runtime, tx, [...new Set(ids)], { field: fieldOf(runtime, of), id_user, source }),
  hold: (tx, of, id, target) => holdFile(runtime, tx, of, id, target),
  keep: (of, name, bytes) => keepBytes(runtime, of, name, bytes),
  url: (id, name) => runtime.files.links.url(id, name, id_session),
})
