import { sql, type RawBuilder } from 'kysely'
import type { Column, Row } from '#app/tables'
import { AppError, fold } from '#engine/model'
import { type CallContext, type Db, iso, scopeSql, searchWords, serveCall, type Tx } from '#engine/server'
import { chatCall, chatsCall } from '../../model/chat-calls'
import { BOXES, type InboxBox, type ChannelType, type ChatItem } from '../../model/chat-wire'
import { takesText, windowOf } from '../channels/text-window'
import { MAX_MESSAGES, readChatMessages } from './read-messages'

const MAX_LISTED = 50
/** Unread messages that are counted; the badge says '+9' above nine. */
const MAX_UNREAD = 99

interface ChatSql extends Row<'chats', 'id' | 'phone' | 'name' | 'state' | 'bot' | 'last_text' | 'last_type', 'state'> {
  readonly date_last: string | null
  readonly date_owned: string | null
  readonly date_inbound: string | null
  readonly id_user: number | null
  readonly us_name: Column<'users.name'> | null
  readonly us_surname: Column<'users.surname'>
  readonly id_channel: number
  readonly ch_name: Column<'chat_channels.name'>
  readonly ch_type: ChannelType
  readonly unread: number
}

/** Which conversations (`c`) a box has. */
const IN_BOX: { readonly [box in InboxBox]: (me: number) => RawBuilder<boolean> } = {
  all: () => sql<boolean>`c.state = '1'`,
  mine: (me) => sql<boolean>`(c.state = '1' and c.id_user = ${me})`,
  nobody: () => sql<boolean>`(c.state = '1' and c.id_user is null and c.bot is not true)`,
  bot: () => sql<boolean>`(c.state = '1' and c.id_user is null and c.bot is true)`,
  closed: () => sql<boolean>`c.state = '0'`,
}

const scopeOf = (context: CallContext): RawBuilder<boolean> =>
  sql<boolean>`(${scopeSql(context, 'chats', 'c')} and c.date_deleted is null and c.seq > 0)`

const list = serveCall(chatsCall, async (context, { box = 'all', q = '', limit = MAX_LISTED }) => {
  const { db, actor } = context
  const [scope, asked] = [scopeOf(context), searchOf(q)]
  const counted = await sql<{
    readonly [box in InboxBox]: number
  }>`select ${sql.join(BOXES.map((one) => sql`(count(*) filter (where ${IN_BOX[one](actor.id)}))::int as ${sql.ref(one)}`))}
    from chats c where ${scope}`.execute(db)
  const counts = counted.rows[0] ?? { all: 0, mine: 0, nobody: 0, bot: 0, closed: 0 }
  const items = await readChats(context, db, sql<boolean>`${scope} and ${IN_BOX[box](actor.id)} and ${asked}`, limit)
  return { items, total: q === '' ? counts[box] : items.length, counts }
})

/** The words of a search in names, or the digits of a number. */
function searchOf(q: string): RawBuilder<boolean> {
  const words = searchWords(q).map(fold).filter(Boolean)
  const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(${sql.join([sql`true`, ...words.map((word) => sql`(tr_fold(c.name) like ${like(word)} or c.phone like ${like(word)})`)], sql` and `)})`
}

/** Conversations (`c`) that a condition picks, the latest first. */
async function readChats(
  { actor, now }: CallContext,
  db: Db | Tx,
  where: RawBuilder<boolean>,
  limit: number,
): Promise<ChatItem[]> {
  const { rows } = await sql<ChatSql>`
    select c.id, c.phone, c.name, c.state, c.bot, c.last_text, c.last_type, ${iso('c.date_last')} as date_last,
      ${iso('c.date_owned')} as date_owned, ${iso('c.date_inbound')} as date_inbound,
      c.id_user, u.name as us_name, u.surname as us_surname, c.id_channel, h.name as ch_name, h.type as ch_type,
      (select count(*)::int from (select 1 from chat_messages m where m.id_chat = c.id and m.seq > coalesce(r.seq, 0)
        and m.type = 'in' and m.date_deleted is null limit ${MAX_UNREAD}) as new) as unread
    from chats c join chat_channels h on h.id = c.id_channel
    left join users u on u.id = c.id_user
    left join chat_reads r on r.id_chat = c.id and r.id_user = ${actor.id} and r.date_deleted is null
    where ${where} order by c.date_last desc nulls last, c.id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    phone: row.phone,
    name: row.name,
    cm_message: row.last_text,
    cm_type: row.last_type,
    cm_date_created: row.date_last,
    count_messages: row.unread,
    state: row.state,
    bot: row.bot === true ? 1 : 0,
    channel: { id: row.id_channel, name: row.ch_name, type: row.ch_type },
    owner:
      row.id_user === null ? null : { id: row.id_user, name: [row.us_name, row.us_surname].filter(Boolean).join(' ') },
    date_owned: row.date_owned,
    window_until: windowOf(row.ch_type, row.date_inbound),
    free_text: Number(takesText(row.ch_type, row.date_inbound, now())),
  }))
}

/** One conversation in the asker's scope. @throws {AppError} NOT_FOUND */
export async function readChat(context: CallContext, db: Db | Tx, id: number): Promise<ChatItem> {
  const [chat] = await readChats(context, db, sql<boolean>`${scopeOf(context)} and c.id = ${id}`, 1)
  if (!chat) throw new AppError('NOT_FOUND')
  return chat
}

const one = serveCall(chatCall, async (context, { id, before }) => {
  const chat = await readChat(context, context.db, id)
  const messages = await readChatMessages(context.db, context.files, (all) =>
    (before === undefined ? all : all.where('m.seq', '<', before)).where('m.id_chat', '=', id),
  )
  return { chat, messages, more: messages.length === MAX_MESSAGES && (messages[0]?.seq ?? 1) > 1 }
})

export const readChatCalls = [list, one]
