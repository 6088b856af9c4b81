import { sql } from 'kysely'
import { addressedFile, picturedFile } from '../../model/values/stored-file'
import type { Json } from '../../model/json'
import type { RecordContext } from '../records/record-context'
import type { PaperHead } from './paper'

/** A logo larger than this would be in every paper. */
const MAX_LOGO_BYTES = 512 * 1024
/** What both a page and a pdf can draw, by the first bytes. */
const PICTURES: readonly (readonly [mime: string, head: readonly number[]])[] = [['image/png', [0x89, 0x50, 0x4e, 0x47]], ['image/jpeg', [0xff, 0xd8, 0xff]]]

/** The head of the company's papers, from the settings that the application names. */
export async function letterheadOf(context: RecordContext): Promise<PaperHead> {
  const { model: { application: { letterhead } }, settings } = context
  if (!letterhead) return { name: textOf(settings.brand), lines: [], logo: null }
  const lines = letterhead.lines.flatMap(({ f, title }) => {
    const value = textOf(settings[f])
    return value === '' ? [] : [title === undefined ? value : `${title} ${value}`]
  })
  return { name: textOf(settings[letterhead.name]) || textOf(settings.brand), lines, logo: await logoOf(context, settings[letterhead.logo ?? '']) }
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')

/** A picture that is kept here or stands in its address; nothing is loaded from elsewhere. */
async function logoOf(context: RecordContext, address: Json | undefined): Promise<string | null> {
  if (typeof address !== 'string') return null
  const [, base64] = /^data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/=]+)$/.exec(address) ?? []
  const bytes = base64 === undefined ? await storedBytes(context, address) : Buffer.from(base64, 'base64')
  if (!bytes || bytes.length > MAX_LOGO_BYTES) return null
  const [mime] = PICTURES.find(([, head]) => head.every((byte, at) => bytes[at] === byte)) ?? []
  return mime === undefined ? null : `data:${mime};base64,${bytes.toString('base64')}`
}

async function storedBytes({ runtime: { database: { db }, files } }: RecordContext, address: string): Promise<Buffer | null> {
  const id = picturedFile(address) ?? addressedFile(address)?.id
  if (id === undefined) return null
  const { rows: [row] } = await sql<{ storage_key: string; size: number }>`select storage_key, size from files
    where id = ${id} and state in ('uploaded', 'attached', 'replaced') and date_deleted is null`.execute(db)
  if (!row || Number(row.size) > MAX_LOGO_BYTES) return null
  const stream = await files.storage.get(row.storage_key)
  const chunks: Buffer[] = []
  for await (const chunk of stream ?? []) chunks.push(Buffer.from(chunk as Uint8Array))
  return stream && Buffer.concat(chunks)
}
