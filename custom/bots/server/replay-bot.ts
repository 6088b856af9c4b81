import { visible } from '#app/tables'
import { anyOf, type CallContext, iso, serveCall } from '#engine/server'
import {
  type Flow,
  masked,
  MAX_REPLAYED,
  partsAt,
  type PastTrace,
  replay,
  replayCall,
  talkOf,
  type Trace,
  type Value,
} from '../model'
import { aroundOf } from './answer'
import { readBot } from './flow-server'
import { readDraft } from './read-flow'
import type { Memory } from './session-store'

const replayed = serveCall(replayCall, async (context, { id, limit = MAX_REPLAYED }) => {
  const bot = await readBot(context, context.db, id)
  const draft = await readDraft(context.db, bot)
  const sessions = await sessionsOf(context, id, limit)
  const [paths, flows] = [
    await pathsOf(
      context,
      sessions.map((one) => one.id),
    ),
    await flowsOf(
      context,
      sessions.map((one) => one.id_bot_version),
    ),
  ]
  const items = sessions.flatMap(
    ({ id: session, number, date_created, channel, zone, memory, phone, id_client, id_bot_version }) => {
      const flow = flows.get(id_bot_version)
      const talk = talkOf(paths.get(session) ?? [])
      if (!flow || talk.heard.length === 0) return []
      const kept = keptOf(flow, memory as unknown as Memory, phone, id_client)
      const around = { ...aroundOf(context, { zone }, { channel: channel ?? bot.trigger_channel }), now: date_created }
      const [before, after] = [replay(flow, talk, kept, around), replay(draft, talk, kept, around)]
      return [
        {
          id: session,
          date_created,
          number,
          said: [...masked(talk)],
          before: before.map(shown),
          after: after.map(shown),
          parts_at: partsAt(before, after),
        },
      ]
    },
  )
  const apart = items.filter(({ parts_at }) => parts_at !== null)
  return {
    total: items.length,
    changed: apart.length,
    items: [...apart, ...items.filter(({ parts_at }) => parts_at === null)],
  }
})

const shown = ({ step, exit }: Trace) => ({ step, exit })

/** The last conversations of a bot, also those that go on. */
const sessionsOf = (context: CallContext, id_bot: number, limit: number) =>
  visible(context.db, context, 'bot_sessions as s')
    .innerJoin('bot_versions as v', 'v.id', 's.id_bot_version')
    .innerJoin('bots as b', 'b.id', 's.id_bot')
    .leftJoin('branches as r', 'r.id', 'b.id_branch')
    .where('s.id_bot', '=', id_bot)
    .select([
      's.id',
      's.id_bot_version',
      's.channel',
      's.memory',
      's.phone',
      's.id_client',
      'v.number',
      'r.timezone as zone',
      iso('s.date_created').$notNull().as('date_created'),
    ])
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute()

async function pathsOf(
  context: CallContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly PastTrace[]>> {
  const rows = await visible(context.db, context, 'bot_traces as t')
    .where('t.id_bot_session', '=', anyOf(ids))
    .select(['t.id_bot_session', 't.turn', 't.step', 't.exit', 't.input', 't.note'])
    .orderBy('t.id')
    .execute()
  const paths = new Map<number, PastTrace[]>()
  for (const { id_bot_session, turn, step, exit, ...row } of rows) {
    const path = paths.get(id_bot_session) ?? []
    path.push({ ...row, turn: turn ?? 0, step: step ?? 0, exit: exit ?? '' })
    paths.set(id_bot_session, path)
  }
  return paths
}

async function flowsOf(context: CallContext, ids: readonly number[]): Promise<ReadonlyMap<number, Flow>> {
  const rows = await visible(context.db, context, 'bot_versions as v')
    .where('v.id', '=', anyOf([...new Set(ids)]))
    .select(['v.id', 'v.definition'])
    .execute()
  return new Map(rows.map(({ id, definition }) => [id, definition as unknown as Flow]))
}

/**
 * What a conversation knew before its first question, and what its actions found: of what is remembered at its end, all
 * that no step asks for.
 */
function keptOf(flow: Flow, { session: { vars } }: Memory, phone: string | null, id_client: number | null) {
  const asked = new Set(['message', 'phone', 'client', 'name', ...flow.steps.flatMap(({ variable }) => variable ?? [])])
  const named = flow.steps.some(({ variable }) => variable === 'name') ? undefined : vars['name']
  const found: { [name: string]: Value } = Object.fromEntries(Object.entries(vars).filter(([name]) => !asked.has(name)))
  return {
    begin: {
      ...(named !== undefined && { name: named }),
      ...(phone !== null && { phone }),
      ...(id_client !== null && { client: '1' }),
    },
    found,
  }
}

export const replayCalls = [replayed]
