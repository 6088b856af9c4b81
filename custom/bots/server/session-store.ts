import { living, tables } from '#app/tables'
import { raised, type Tx } from '#engine/server'
import { type Flow, newSession, type Session, type Value } from '../model'
import type { BotChat } from './chat-port'

/** What is kept of a session beside its step and state. */
export interface Memory {
  readonly session: Session
  /** Turns so far. */
  readonly turn: number
  /** Proof of the price that was told, which the person never sees. */
  readonly quote?: {
    readonly token: string | null
    readonly id_product: number
    readonly id_client: number | null
    readonly price: number | null
  } | null
}

export interface StoredSession {
  readonly id: number
  readonly id_bot: number
  readonly id_bot_version: number
  readonly flow: Flow
  readonly memory: Memory
  /** Minutes after which an unanswered question is over, where its step does not say. */
  readonly minutes_idle: number
  /** IANA name of the bot's branch; null: the company's. */
  readonly zone: string | null
}

const MINUTES_IDLE = 240
/** An action that has not come to an end by then has failed. */
const ACTING_MINUTES = 15

const columns = (db: Tx) =>
  living(db, 'bot_sessions as s')
    .innerJoin('bots as b', (join) => join.onRef('b.id', '=', 's.id_bot').on('b.date_deleted', 'is', null))
    .leftJoin('branches as r', 'r.id', 'b.id_branch')
    .select([
      's.id',
      's.id_bot',
      's.id_bot_version',
      's.memory',
      's.state',
      's.date_expires',
      'b.minutes_idle',
      'r.timezone as zone',
    ])

/** Sessions that are under way, locked. */
const underWay = (tx: Tx) => columns(tx).where('s.state', 'in', ['waiting', 'acting']).forUpdate('s')
type SessionRow = Awaited<ReturnType<ReturnType<typeof underWay>['executeTakeFirstOrThrow']>>

const storedOf = async (
  tx: Tx,
  { id, id_bot, id_bot_version, memory, minutes_idle, zone }: SessionRow,
): Promise<StoredSession> => ({
  id,
  id_bot,
  id_bot_version,
  zone,
  flow: await flowOf(tx, id_bot_version),
  memory: memory as unknown as Memory,
  minutes_idle: minutes_idle ?? MINUTES_IDLE,
})

/** A session that is under way, locked; null: it is over. The conversation is locked before it. */
export async function lockSession(tx: Tx, id: number): Promise<StoredSession | null> {
  const row = await underWay(tx).where('s.id', '=', id).executeTakeFirst()
  return row ? storedOf(tx, row) : null
}

/**
 * The session of a conversation that is under way, or a new one on what is published now; null where there is no bot.
 * The conversation is locked.
 */
export async function openBotSession(tx: Tx, chat: BotChat, now: Date): Promise<StoredSession | null> {
  const row = await underWay(tx).where('s.id_chat', '=', chat.id).executeTakeFirst()
  const isLate =
    row !== undefined && row.state === 'waiting' && row.date_expires !== null && new Date(row.date_expires) < now
  if (row && row.id_bot === chat.id_bot && !isLate) return storedOf(tx, row)
  if (row)
    await tables(tx)
      .updateTable('bot_sessions')
      .set({ state: 'over', date_updated: now })
      .where('id', '=', row.id)
      .execute()
  return begin(tx, chat, now)
}

async function begin(tx: Tx, chat: BotChat, now: Date): Promise<StoredSession | null> {
  if (chat.id_bot === null) return null
  const bot = await living(tx, 'bots as b')
    .innerJoin('bot_versions as v', (join) =>
      join.onRef('v.id_bot', '=', 'b.id').onRef('v.number', '=', 'b.published').on('v.date_deleted', 'is', null),
    )
    .leftJoin('branches as r', 'r.id', 'b.id_branch')
    .where('b.id', '=', chat.id_bot)
    .where('b.state', '=', '1')
    .select(['b.id', 'v.id as id_bot_version', 'b.minutes_idle', 'r.timezone as zone'])
    .executeTakeFirst()
  if (!bot) return null
  const memory: Memory = { session: newSession(varsOf(chat)), turn: 0 }
  const { id } = await tables(tx)
    .insertInto('bot_sessions')
    .values({
      id_bot: bot.id,
      id_bot_version: bot.id_bot_version,
      id_chat: chat.id,
      channel: chat.channel,
      phone: chat.phone,
      id_client: chat.id_client,
      state: 'waiting',
      memory: JSON.stringify(memory),
      date_created: now,
      date_updated: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    id,
    id_bot: bot.id,
    id_bot_version: bot.id_bot_version,
    flow: await flowOf(tx, bot.id_bot_version),
    memory,
    minutes_idle: bot.minutes_idle ?? MINUTES_IDLE,
    zone: bot.zone,
  }
}

const varsOf = ({ name, phone, id_client }: BotChat): { readonly [name: string]: Value } => ({
  ...(name !== null && { name }),
  ...(phone !== null && { phone }),
  ...(id_client !== null && { client: '1' }),
})

/** Keeps what came of a turn. */
export async function putSession(
  tx: Tx,
  { id, memory, minutes_idle }: StoredSession,
  session: Session,
  now: Date,
): Promise<void> {
  const minutes = session.state === 'acting' ? ACTING_MINUTES : (session.minutes_wait ?? minutes_idle)
  const isOpen = session.state === 'waiting' || session.state === 'acting'
  const kept: Memory = { ...memory, session, turn: memory.turn + 1 }
  await tables(tx)
    .updateTable('bot_sessions')
    .set({
      step: session.step,
      state: session.state === 'new' ? 'over' : session.state,
      memory: JSON.stringify(kept),
      ...raised(now),
      date_expires: isOpen ? new Date(now.getTime() + minutes * 60_000) : null,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * What a bot had begun in a conversation is over, where a person answers: when it comes back, it begins anew. The
 * conversation is locked.
 */
export async function endTalk(tx: Tx, id_chat: number, now: Date): Promise<void> {
  await tables(tx)
    .updateTable('bot_sessions')
    .set({ state: 'over', date_updated: now })
    .where('id_chat', '=', id_chat)
    .where('state', 'in', ['waiting', 'acting'])
    .execute()
}

async function flowOf(tx: Tx, id_version: number): Promise<Flow> {
  const row = await tables(tx)
    .selectFrom('bot_versions')
    .where('id', '=', id_version)
    .select('definition')
    .executeTakeFirstOrThrow()
  return row.definition as unknown as Flow
}
