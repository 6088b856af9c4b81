import { tables } from '#app/tables'
import { numberStyle, type JsonObject } from '#engine/model'
import { type CallContext, type Runtime, type Tx, wakeJob } from '#engine/server'
import {
  advance,
  type Advanced,
  type Around,
  type BotEvent,
  type Effect,
  type Say,
  type Session,
  type Value,
} from '../model'
import type { BotChat } from './chat-port'
import { ACTIONS_JOB } from './actions/actions-job-name'
import { type Memory, openBotSession, putSession, type StoredSession } from './session-store'

/** What an answer needs besides its transaction: any call's context is one. */
export type BotContext = Pick<CallContext, 'now' | 'settings' | 'sayIn'>

/** The same for work that no call is behind. */
export async function botContext({ now, settings, words }: Runtime): Promise<BotContext> {
  return {
    now,
    settings: await settings(),
    sayIn: (language, key, params) => words.say(language ?? words.languages[0] ?? 'es', key, params),
  }
}

export interface BotTurn {
  /** Plain texts, in their order. */
  readonly says: readonly Say[]
  readonly effects: readonly ('human' | 'close')[]
  /** `none`: there is no bot, or it has nothing published; a person answers. */
  readonly state: Session['state'] | 'none'
}

const SILENT_TURN: BotTurn = { says: [], effects: [], state: 'none' }

/**
 * The bot's answer to something that a person did, in the transaction that keeps what they did, with the row of the
 * conversation locked. What has to ask the world outside is queued, and its result is said later (`ChatPort`).
 */
export async function answerByBot(
  tx: Tx,
  { chat, event, context }: { readonly chat: BotChat; readonly event: BotEvent; readonly context: BotContext },
): Promise<BotTurn> {
  const session = await openBotSession(tx, chat, context.now())
  return session ? takeTurn(tx, { chat, session, event, context }) : SILENT_TURN
}

interface TurnAsked {
  readonly chat: BotChat
  readonly session: StoredSession
  readonly event: BotEvent
  readonly context: BotContext
  readonly memory?: Partial<Memory>
}

/** One turn of a session that is locked: what is said, kept, traced and queued. */
export async function takeTurn(tx: Tx, { chat, session, event, context, memory = {} }: TurnAsked): Promise<BotTurn> {
  const now = context.now()
  const known = { ...session, memory: { ...session.memory, ...memory } }
  const turn = advance(session.flow, known.memory.session, event, aroundOf(context, session, chat))
  await putSession(tx, known, turn.session, now)
  await trace(tx, session, turn, now)
  const queued = turn.effects.filter(({ type }) => type !== 'human' && type !== 'close')
  for (const effect of queued) await queue(tx, { session, chat, effect, now, vars: turn.session.vars })
  if (queued.length > 0) await wakeJob(tx, ACTIONS_JOB)
  return {
    says: turn.says,
    effects: turn.effects.flatMap(({ type }) => (type === 'human' || type === 'close' ? [type] : [])),
    state: turn.session.state,
  }
}

export function aroundOf(
  { now, settings, sayIn }: BotContext,
  { zone }: Pick<StoredSession, 'zone'>,
  { channel }: Pick<BotChat, 'channel'>,
): Around {
  return {
    now: now().toISOString(),
    zone: zone ?? (typeof settings['timezone'] === 'string' ? settings['timezone'] : 'UTC'),
    channel,
    numbers: numberStyle(settings),
    say: (key, params) => sayIn(null, `bots.words.${key}`, params),
  }
}

async function trace(
  tx: Tx,
  { id, id_bot, memory }: StoredSession,
  { trace: path }: Advanced,
  now: Date,
): Promise<void> {
  if (path.length === 0) return
  await tables(tx)
    .insertInto('bot_traces')
    .values(
      path.map(({ step, exit, input = null, note = null }) => ({
        id_bot_session: id,
        id_bot,
        turn: memory.turn,
        step,
        exit,
        input,
        note: note?.slice(0, 200) ?? null,
        date_created: now,
        date_updated: now,
      })),
    )
    .execute()
}

interface Queued {
  readonly session: StoredSession
  readonly chat: BotChat
  readonly effect: Effect
  readonly now: Date
  readonly vars: { readonly [name: string]: Value }
}

async function queue(tx: Tx, { session, chat, effect, now, vars }: Queued): Promise<void> {
  const { type, ...request } = effect
  if (type === 'human' || type === 'close') return
  await tables(tx)
    .insertInto('bot_actions')
    .values({
      id_bot_session: session.id,
      id_bot: session.id_bot,
      id_chat: chat.id,
      type,
      request: JSON.stringify({ ...request, vars } as unknown as JsonObject),
      state: 'queued',
      date_next: now,
      date_created: now,
      date_updated: now,
    })
    .execute()
}
