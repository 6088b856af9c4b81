import { sql } from 'kysely'
import { living, type Row, tables } from '#app/tables'
import { callAs, type Job, raised, type Runtime, type Tx } from '#engine/server'
import type { BotEvent, Effect, Value } from '../../model'
import { botContext, takeTurn } from '../answer'
import type { BotChat } from '../chat-port'
import { lockSession } from '../session-store'
import { ACTIONS_JOB } from './actions-job-name'
import type { ActionContext, Result } from './action'
import { runAction } from './run-action'

/** Actions that one process carries out at a time. */
const AT_ONCE = 8
/** Seconds for which an action belongs to the process that took it; later another one tries. */
const LEASE_S = 60
const MAX_TRIES = 3

type Action = Row<'bot_actions', 'id' | 'id_bot_session' | 'id_bot' | 'id_chat' | 'type' | 'request' | 'tries'>
type Request = Omit<Effect, 'type'> & { readonly vars: { readonly [name: string]: Value } }

/**
 * Carries out what bots decided, outside of any transaction, and says what came of it. All processes share the work.
 */
export const actionsJob: Job = {
  name: ACTIONS_JOB,
  every_s: 15,
  shared: true,
  async run({ runtime, signal, log }) {
    while (!signal.aborted) {
      const claimed = await claim(runtime)
      if (claimed.length === 0) return
      await Promise.all(
        claimed.map(async (action) => {
          try {
            await settle(runtime, action, await carriedOut(runtime, action))
          } catch (error) {
            log(`${ACTIONS_JOB} ${action.id}: ${error instanceof Error ? error.message : String(error)}`)
            // The lease runs out, and it is tried again; the last time the flow goes on by default.
            if ((action.tries ?? 0) >= MAX_TRIES) await settle(runtime, action, { ok: false, note: 'failed' })
          }
        }),
      )
    }
  },
}

/** Takes some actions whose time has come, so that no other process does meanwhile. */
async function claim({ database, now }: Runtime): Promise<readonly Action[]> {
  const moment = now()
  return database.transaction(async (tx) => {
    const due = await living(tx, 'bot_actions')
      .where('state', '=', 'queued')
      .where('date_next', '<=', moment.toISOString())
      .select('id')
      .orderBy('id')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute()
    if (due.length === 0) return []
    return tables(tx)
      .updateTable('bot_actions')
      .set({
        tries: sql`coalesce(tries, 0) + 1`,
        date_next: new Date(moment.getTime() + LEASE_S * 1000),
        date_updated: moment,
      })
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .returning(['id', 'id_bot_session', 'id_bot', 'id_chat', 'type', 'request', 'tries'])
      .execute()
  })
}

async function carriedOut(runtime: Runtime, action: Action): Promise<Result> {
  const { db } = runtime.database
  const row = await living(db, 'bot_sessions as s')
    .innerJoin('bots as b', 'b.id', 's.id_bot')
    .leftJoin('branches as r', 'r.id', 'b.id_branch')
    .where('s.id', '=', action.id_bot_session)
    .select(({ ref }) => [
      's.id_bot',
      's.id_chat',
      's.channel',
      's.phone',
      's.id_client',
      's.memory',
      'b.id_user',
      'b.id_product',
      'r.timezone',
      sql<number | null>`(${ref('r.point')})[1]::float8`.as('lat'),
      sql<number | null>`(${ref('r.point')})[0]::float8`.as('lng'),
    ])
    .executeTakeFirst()
  const call = row && row.id_user !== null ? await callAs(runtime, row.id_user) : null
  if (!row || !call) return { ok: false, note: 'no_operator' }
  const { vars, ...request } = action.request as unknown as Request
  const chat: BotChat = {
    id: row.id_chat ?? 0,
    channel: row.channel ?? 'web',
    id_bot: row.id_bot,
    phone: row.phone,
    name: null,
    id_client: row.id_client,
  }
  const asked: ActionContext = {
    call,
    key: `bot-action-${action.id}`,
    chat,
    vars,
    quote: (row.memory as unknown as { quote?: ActionContext['quote'] }).quote,
    ...request,
    bot: {
      id: row.id_bot,
      id_product: row.id_product,
      near: nearOf(row, call.settings),
      zone: row.timezone ?? String(call.settings['timezone'] ?? 'UTC'),
    },
  }
  return runAction(action.type, asked)
}

/** Where addresses are looked for first: around the bot's branch, else where the company's maps open. */
export function nearOf(
  { lat, lng }: { readonly lat: number | null; readonly lng: number | null },
  settings: ActionContext['call']['settings'],
): readonly [number, number] | null {
  const point = [lat ?? Number(settings['lat']), lng ?? Number(settings['lng'])] as const
  return point.every(Number.isFinite) ? point : null
}

/** The flow goes on with what came of an action: once, whoever carried it out. */
async function settle(runtime: Runtime, action: Action, result: Result): Promise<void> {
  const context = await botContext(runtime)
  await runtime.database.transaction(async (tx) => {
    const event: BotEvent = {
      type: 'result',
      ok: result.ok,
      ...(result.vars && { vars: result.vars }),
      ...(result.note !== undefined && { note: result.note }),
    }
    const chat = await lockActionChat(tx, action.id_chat)
    const session = await lockSession(tx, action.id_bot_session)
    const done = await tables(tx)
      .updateTable('bot_actions')
      .set({ state: result.ok ? 'done' : 'failed', id_service: result.id_service ?? null, ...raised(context.now()) })
      .where('id', '=', action.id)
      .where('state', '=', 'queued')
      .executeTakeFirst()
    if (Number(done.numUpdatedRows) === 0 || !session) return
    // A person has taken the conversation over meanwhile: what was done stays, the bot says nothing.
    if (!chat) {
      await tables(tx)
        .updateTable('bot_sessions')
        .set({ state: 'human', date_updated: context.now() })
        .where('id', '=', session.id)
        .execute()
      return
    }
    const turn = await takeTurn(tx, {
      chat,
      session,
      event,
      context,
      ...(result.quote !== undefined && { memory: { quote: result.quote } }),
    })
    await tx.context.chats?.say(tx, chat.id, turn)
  })
}

/** The conversation, locked before its session as everywhere. */
export const lockActionChat = async (tx: Tx, id_chat: number | null): Promise<BotChat | null> =>
  id_chat === null ? null : ((await tx.context.chats?.lock(tx, id_chat)) ?? null)
