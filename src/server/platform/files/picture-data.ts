import type { Json } from '../../../model/json'
import { addressedFile, picturedFile } from '../../../model/values/stored-file'
import type { Runtime } from '../../language/runtime'
import { livingRows } from '../database/engine-tables'

/** What every browser draws, by the first bytes; a pdf draws the first two alone. */
const PICTURES: readonly (readonly [mime: string, head: RegExp])[] = [
  ['image/png', /^\x89PNG/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8/],
  ['image/webp', /^RIFF.{4}WEBP/s],
]
const HEAD_BYTES = 12

/** Whether a pdf can draw it too. */
export const isOnPaper = (data: string): boolean => /^data:image\/(?:png|jpeg);/.test(data)

/**
 * A picture that is kept here or stands in its address, as `data:image/png;base64,…`; nothing is loaded from elsewhere.
 * @returns null for what is no picture, is gone, or is larger than `max_bytes`
 */
export async function pictureData(
  runtime: Pick<Runtime, 'database' | 'files'>,
  address: Json | undefined,
  max_bytes: number,
): Promise<string | null> {
  if (typeof address !== 'string') return null
  const [, base64] = /^data:image\/[a-z]+;base64,([A-Za-z0-9+/=]+)$/.exec(address) ?? []
  const bytes = base64 === undefined ? await storedBytes(runtime, address, max_bytes) : Buffer.from(base64, 'base64')
  if (!bytes || bytes.length > max_bytes) return null
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1')
  const [mime] = PICTURES.find(([, begin]) => begin.test(head)) ?? []
  return mime === undefined ? null : `data:${mime};base64,${bytes.toString('base64')}`
}

async function storedBytes(
  { database: { db }, files }: Pick<Runtime, 'database' | 'files'>,
  address: string,
  max_bytes: number,
): Promise<Buffer | null> {
  const id = picturedFile(address) ?? addressedFile(address)?.id
  if (id === undefined) return null
  const row = await livingRows(db, 'files')
    .select(['storage_key', 'size'])
    .where('id', '=', id)
    .where('state', 'in', ['uploaded', 'attached', 'replaced'])
    .executeTakeFirst()
  if (!row || Number(row.size) > max_bytes) return null
  const stream = await files.storage.get(row.storage_key)
  const chunks: Buffer[] = []
  for await (const chunk of stream ?? []) chunks.push(Buffer.from(chunk as Uint8Array))
  return stream && Buffer.concat(chunks)
}
