import { sql } from 'kysely'
import { living, type Row, tables } from '#app/tables'
import { type Db, openSecret, type Tx } from '#engine/server'
import { type ChannelType, MAX_TEXT } from '../../model/chat-wire'
import type { Adapter, OpenChannel, ChannelKind } from './channel'
import { kindOfMime } from './file-kind'
import { telegram } from './telegram'
import { whatsapp } from './whatsapp'

/**
 * One's own chat page: its messages are where the page reads them as soon as they are written, and it calls by its own
 * signed token.
 */
const web: Adapter = {
  limits: { text: MAX_TEXT, body: MAX_TEXT, buttons: 10, title: 60 },
  shape: ({ mime }) => ({ kind: kindOfMime(mime), caption: MAX_TEXT }),
  window_h: null,
  verify: () => false,
  parse: () => [],
  send: async () => ({ ok: true, external_id: null }),
}

export const ADAPTERS: { readonly [type in ChannelType]: Adapter } = { web, whatsapp, telegram }

const COLUMNS = [
  'id',
  'key',
  'type',
  'name',
  'id_branch',
  'id_bot',
  'greeting',
  'phone_number_id',
  'business_account_id',
  'access_token',
  'app_secret',
  'verify_token',
  'bot_token',
  'hook_secret',
] as const
const SECRETS = ['access_token', 'app_secret', 'verify_token', 'bot_token', 'hook_secret'] as const

type ChannelRow = Row<'chat_channels', (typeof COLUMNS)[number]>

/** A channel that is in use, by its key; null: there is none. */
export async function channelByKey(db: Db, key: string): Promise<OpenChannel | null> {
  const row = await living(db, 'chat_channels')
    .where('key', '=', key)
    .where('state', '=', '1')
    .select([...COLUMNS])
    .executeTakeFirst()
  return row ? opened(db, row) : null
}

/** What conversations depend on of their channel; null: there is none. */
export const channelKind = async (db: Db | Tx, id: number): Promise<ChannelKind | null> =>
  (await living(db, 'chat_channels').where('id', '=', id).select(['id', 'type', 'id_bot']).executeTakeFirst()) ?? null

/** Channels by id, those that are switched off as well. */
export async function channelsById(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, OpenChannel>> {
  if (ids.length === 0) return new Map()
  const rows = await living(db, 'chat_channels')
    .where('id', 'in', [...ids])
    .select([...COLUMNS])
    .execute()
  return new Map(rows.map((row) => [row.id, opened(db, row)]))
}

function opened(db: Db, row: ChannelRow): OpenChannel {
  const secrets = Object.fromEntries(
    SECRETS.map((name) => [name, openSecret(db, `chat_channels.${name}`, row[name])]),
  ) as Pick<OpenChannel, (typeof SECRETS)[number]>
  return { ...row, ...secrets }
}

/** Keeps for the channel's list why nothing goes out by it; null: it works again. */
export async function noteError(db: Db | Tx, id: number, reason: string | null, now: Date): Promise<void> {
  await tables(db)
    .updateTable('chat_channels')
    .set({ last_error: reason, date_error: reason === null ? null : now.toISOString() })
    .where('id', '=', id)
    .where(sql<boolean>`last_error is distinct from ${reason}`)
    .execute()
}
