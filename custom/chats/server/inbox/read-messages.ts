import { living } from '#app/tables'
import { type Db, iso, type Tx } from '#engine/server'
import type { ChatButton, ChatFile, ChatMessage } from '../../model/chat-wire'

/** Messages that one answer brings. */
export const MAX_MESSAGES = 100

const messagesOf = (db: Db | Tx) => living(db, 'chat_messages as m').leftJoin('users as u', 'u.id', 'm.id_user').select([
  'm.id', 'm.seq', 'm.type', 'm.message', 'm.by_bot', 'm.state', 'm.reason', 'm.buttons', 'm.file', 'm.point', 'u.name as us_name', 'u.surname as us_surname',
  iso('m.date_created').$notNull().as('date_created'),
])
type Messages = ReturnType<typeof messagesOf>

/** The last messages (`m`) that a condition picks, the oldest first. */
export async function readMessages(db: Db | Tx, pick: (messages: Messages) => Messages): Promise<ChatMessage[]> {
  const rows = await pick(messagesOf(db)).orderBy('m.seq', 'desc').limit(MAX_MESSAGES).execute()
  return rows.reverse().map(({ us_name, us_surname, by_bot, point, buttons, file, state, ...row }) => ({
    ...row, by_bot: by_bot === true ? 1 : 0, us_name: [us_name, us_surname].filter(Boolean).join(' ') || null, ...placeOf(point), buttons: buttonsOf(buttons), file: fileOf(file),
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

function fileOf(stored: unknown): ChatFile | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { kind, name, mime, size } = stored as ChatFile
  return { kind, name, mime, size }
}
