import { living } from '#app/tables'
import { type CallFiles, type Db, iso, type Tx } from '#engine/server'
import type { ChatButton, ChatFile, ChatMessage, ShownFile } from '../../model/chat-wire'

/** Messages that one answer brings. */
export const MAX_MESSAGES = 100

const messagesOf = (db: Db | Tx) =>
  living(db, 'chat_messages as m')
    .leftJoin('users as u', 'u.id', 'm.id_user')
    .leftJoin('files as f', 'f.id', 'm.attachment')
    .select([
      'm.id',
      'm.seq',
      'm.type',
      'm.message',
      'm.by_bot',
      'm.state',
      'm.reason',
      'm.buttons',
      'm.file',
      'm.template',
      'm.attachment',
      'm.fetch_reason',
      'm.point',
      'f.name as file_name',
      'u.name as us_name',
      'u.surname as us_surname',
      iso('m.date_fetch').as('date_fetch'),
      iso('m.date_created').$notNull().as('date_created'),
    ])
type Messages = ReturnType<typeof messagesOf>

/** The last messages (`m`) that a condition picks, the oldest first. */
export async function readChatMessages(
  db: Db | Tx,
  files: CallFiles,
  pick: (messages: Messages) => Messages,
): Promise<ChatMessage[]> {
  const rows = await pick(messagesOf(db)).orderBy('m.seq', 'desc').limit(MAX_MESSAGES).execute()
  return rows.reverse().map(
    ({ id, seq, type, message, reason, date_created, ...row }): ChatMessage => ({
      id,
      seq,
      type,
      message,
      reason,
      date_created,
      by_bot: row.by_bot === true ? 1 : 0,
      us_name: [row.us_name, row.us_surname].filter(Boolean).join(' ') || null,
      ...latLngOfText(row.point),
      buttons: buttonsOf(row.buttons),
      file: shownFile(files, row),
      template: row.template === null ? 0 : 1,
      // That it is under way just now is nobody's matter.
      state: row.state === 'sending' ? 'queued' : row.state,
    }),
  )
}

/** Buttons as they were offered. */
export const buttonsOf = (stored: unknown): ChatButton[] =>
  typeof stored === 'object' && stored !== null && 'items' in stored
    ? [...(stored as { readonly items: readonly ChatButton[] }).items]
    : []

/** Latitude and longitude of PostgreSQL's `(lng,lat)`. */
export function latLngOfText(point: string | null): { readonly lat: number | null; readonly lng: number | null } {
  const [, lng, lat] = /^\(([-\d.e]+),([-\d.e]+)\)$/.exec(point ?? '') ?? []
  return lat === undefined || lng === undefined ? { lat: null, lng: null } : { lat: Number(lat), lng: Number(lng) }
}

interface FileRow {
  readonly file: unknown
  readonly attachment: number | null
  readonly file_name: string | null
  readonly date_fetch: string | null
  readonly fetch_reason: string | null
}

/** The file of a message, with its address where it is here. */
export function shownFile(files: CallFiles, row: FileRow): ShownFile | null {
  const { file, attachment, file_name, date_fetch, fetch_reason } = row
  if (typeof file !== 'object' || file === null) return null
  const { kind, name, mime, size } = file as ChatFile
  const url = attachment === null ? null : files.url(attachment, file_name ?? kind)
  return { kind, name, mime, size, url, coming: date_fetch === null ? 0 : 1, reason: fetch_reason }
}
