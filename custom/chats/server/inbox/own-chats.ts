import { sql } from 'kysely'
import { tables } from '#app/tables'
import { AppError } from '#engine/model'
import { type CallContext, serveCall, type Tx } from '#engine/server'
import { endTalk } from '../../../bots/server'
import { claimCall, closeCall, readCall, releaseCall } from '../../model/chat-calls'
import { channelKind } from '../channels/adapters'
import type { ChannelKind } from '../channels/channel'
import { lockChat, type LockedChat } from '../talk/chat-row'
import { readChat } from './read-chats'

/** A conversation in the asker's scope, locked, and its channel. @throws {AppError} NOT_FOUND */
export async function lockOwn(
  context: CallContext,
  tx: Tx,
  id: number,
): Promise<{ readonly chat: LockedChat; readonly channel: ChannelKind }> {
  await readChat(context, tx, id)
  const chat = await lockChat(tx, id)
  const channel = chat && (await channelKind(tx, chat.id_channel))
  if (!chat || !channel) throw new AppError('NOT_FOUND')
  return { chat, channel }
}

/** @throws {AppError} CONFLICT with whose it is, and since when */
export async function assertFree(
  { actor }: CallContext,
  tx: Tx,
  { id, id_user }: LockedChat,
  from: number | null = null,
): Promise<void> {
  if (id_user === null || id_user === actor.id || id_user === from) return
  const {
    rows: [owner],
  } = await sql<{ readonly name: string; readonly date: string | null }>`
    select concat_ws(' ', u.name, u.surname) as name, to_char(c.date_owned at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS"Z"') as date from chats c join users u on u.id = c.id_user where c.id = ${id}`.execute(
    tx,
  )
  const by = owner?.name ?? ''
  throw new AppError('CONFLICT', {
    say: 'chats.taken',
    params: { name: by },
    body: { conflict: { by, at: owner?.date ?? null, id_user } },
  })
}

/** Makes a conversation the asker's; the bot is silent from then on. */
export async function take({ actor, now }: CallContext, tx: Tx, chat: LockedChat): Promise<void> {
  const stamp = now().toISOString()
  const isMine = chat.id_user === actor.id
  if (!isMine) await endTalk(tx, chat.id, now())
  await tables(tx)
    .updateTable('chats')
    .set({
      id_user: actor.id,
      bot: false,
      state: '1',
      date_closed: null,
      date_updated: stamp,
      ...(!isMine && { date_owned: stamp }),
    })
    .where('id', '=', chat.id)
    .execute()
}

const claim = serveCall(claimCall, async (context, { id, from = null }) => {
  const chat = await context.transaction(async (tx) => {
    const { chat: row } = await lockOwn(context, tx, id)
    await assertFree(context, tx, row, from)
    await take(context, tx, row)
    return readChat(context, tx, id)
  })
  return { chat, msg: context.say('chats.claimed') }
})

const release = serveCall(releaseCall, async (context, { id }) => {
  const chat = await context.transaction(async (tx) => {
    const { chat: row, channel } = await lockOwn(context, tx, id)
    await assertFree(context, tx, row)
    await leave(context, tx, row, { bot: channel.id_bot !== null, state: row.state })
    return readChat(context, tx, id)
  })
  return { chat, msg: context.say('chats.released') }
})

const close = serveCall(closeCall, async (context, { id }) => {
  const chat = await context.transaction(async (tx) => {
    const { chat: row, channel } = await lockOwn(context, tx, id)
    await assertFree(context, tx, row)
    await leave(context, tx, row, { bot: channel.id_bot !== null, state: '0' })
    return readChat(context, tx, id)
  })
  return { chat, msg: context.say('chats.closed') }
})

/** Leaves a conversation to the bot, where there is one. */
async function leave(
  { now }: CallContext,
  tx: Tx,
  chat: LockedChat,
  { bot, state }: { readonly bot: boolean; readonly state: LockedChat['state'] },
): Promise<void> {
  const stamp = now().toISOString()
  if (state === '0') await endTalk(tx, chat.id, now())
  await tables(tx)
    .updateTable('chats')
    .set({
      id_user: null,
      date_owned: null,
      bot,
      state,
      date_closed: state === '0' ? stamp : null,
      date_updated: stamp,
    })
    .where('id', '=', chat.id)
    .execute()
}

/** A cursor for each person, which only goes on. */
const read = serveCall(readCall, async (context, { id, seq }) => {
  const { db, actor, now } = context
  await readChat(context, db, id)
  const stamp = now().toISOString()
  await tables(db)
    .insertInto('chat_reads')
    .values({ id_chat: id, id_user: actor.id, seq, date_created: stamp, date_updated: stamp })
    .onConflict((conflict) =>
      conflict
        .columns(['id_chat', 'id_user'])
        .where('date_deleted', 'is', null)
        .doUpdateSet(({ ref }) => ({
          seq: sql<number>`greatest(chat_reads.seq, ${ref('excluded.seq')})`,
          date_updated: stamp,
        })),
    )
    .execute()
  return { count_messages: (await readChat(context, db, id)).count_messages }
})

export const ownCalls = [claim, release, close, read]
