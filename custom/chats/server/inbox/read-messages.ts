import { living } from '#app/tables'
import { type CallFiles, type Db, iso, type Tx } from '#engine/server'
import type { ChatButton, ChatFile, ChatMessage, ShownFile } from '../../model/chat-wire'

/** Messages that one answer brings. */
export const MAX_MESSAGES = 100

const messagesOf = (db: Db | Tx) => living(db, 'chat_messages as m').leftJoin('users as u', 'u.id', 'm.id_user').leftJoin('files as f', 'f.id', 'm.attachment').select([
  'm.id', 'm.seq', 'm.type', 'm.message', 'm.by_bot', 'm.state', 'm.reason', 'm.buttons', 'm.file', 'm.template', 'm.attachment', 'm.fetch_reason', 'm.point', 'f.name as file_name', 'u.name as us_name', 'u.surname as us_surname',
  iso('m.date_fetch').as('date_fetch'), iso('m.date_created').$notNull().as('date_created'),
])
type Messages = ReturnType<typeof messagesOf>

/** The last messages (`m`) that a condition picks, the oldest first. */
export async function readMessages(db: Db | Tx, files: CallFiles, pick: (messages: Messages) => Messages): Promise<ChatMessage[]> {
  const rows = await pick(messagesOf(db)).orderBy('m.seq', 'desc').limit(MAX_MESSAGES).execute()
  return rows.reverse().map(({ us_name, us_surname, by_bot, point, buttons, file, template, attachment, file_name, date_fetch, fetch_reason, state, ...row }) => ({
    ...row, by_bot: by_bot === true ? 1 : 0, us_name: [us_name, us_surname].filter(Boolean).join(' ') || null, ...placeOf(point), buttons: buttonsOf(buttons), template: template === null ? 0 : 1, file: shownFile(files, { file, attachment, file_name, date_fetch, fetch_reason }),
    // That it is under way just now is nobody's matter.
    state: state === 'sending' ? 'queued' : state,
  }))
}

/** Buttons as they were offered. */
export const buttonsOf = (stored: unknown): ChatButton[] =>
  (typeof stored === 'object' && stored !== null && 'items' in stored ? [...(stored as { readonly items: readonly ChatButton[] }).items] : [])

/** Latitude and longitude of PostgreSQL's `(lng,lat)`. */
export function placeOf(point: string | null): { readonly lat: number | null; readonly lng: number | null } {
  const [, lng, lat] = /^\(([-\d.e]+),([-\d.e]+)\)$/.exec(point ?? '') ?? []
  return lat === undefined || lng === undefined ? { lat: null, lng: null } : { lat: Number(lat), lng: Number(lng) }
}

interface FileRow { readonly file: unknown; readonly attachment: number | null; readonly file_name: string | null; readonly date_fetch: string | null; readonly fetch_reason: string | null }

/** The file of a message, with its address where it is here. */
export function shownFile(files: CallFiles, { file, attachment, file_name, date_fetch, fetch_reason }: FileRow): ShownFile | null {
  if (typeof file !== 'object' || file === null) return null
  const { kind, name, mime, size } = file as ChatFile
  return { kind, name, mime, size, url: attachment === null ? null : files.url(attachment, file_name ?? kind), coming: date_fetch === null ? 0 : 1, reason: fetch_reason }
}
