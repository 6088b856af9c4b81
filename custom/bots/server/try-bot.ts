import { living } from '#app/tables'
import { type CallContext, serveCall, stateObjects } from '#engine/server'
import {
  advance,
  type BotEvent,
  type Effect,
  newSession,
  type Say,
  type Session,
  type Trace,
  tryBotCall,
} from '../model'
import type { Queued, Result } from './actions/action'
import { nearOf } from './actions/actions-job'
import { runAction } from './actions/run-action'
import { aroundOf } from './answer'
import { readBot } from './flow-server'
import { readDraft } from './read-flow'
import type { Memory } from './session-store'

/** Actions that are carried out when a bot is tried: they change nothing. */
const FOR_REAL: readonly Queued[] = ['geocode', 'quote']
/** Actions of one turn; more is a circle. */
const MAX_ACTIONS = 10

type Tried = Session & { readonly quote?: Memory['quote'] }

const tryBot = serveCall(tryBotCall, async (context, { id, session, event }) => {
  const bot = await readBot(context, context.db, id)
  const flow = await readDraft(context.db, bot)
  const branch =
    bot.id_branch === null
      ? undefined
      : await living(context.db, 'branches').where('id', '=', bot.id_branch).select('timezone').executeTakeFirst()
  const zone = branch?.timezone ?? null
  const around = aroundOf(context, { zone }, { channel: bot.trigger_channel })
  const says: Say[] = []
  const effects: { type: Effect['type']; step: number; tried: boolean }[] = []
  const trace: Trace[] = []
  let now: Tried = session ?? newSession()
  let next: BotEvent | null = event
  for (let n = 0; next !== null && n <= MAX_ACTIONS; n++) {
    const turn = advance(flow, now, next, around)
    says.push(...turn.says)
    trace.push(...turn.trace)
    next = null
    now = { ...turn.session, ...(now.quote !== undefined && { quote: now.quote }) }
    for (const effect of turn.effects) {
      const { type } = effect
      if (type === 'human' || type === 'close') effects.push({ type, step: effect.step, tried: true })
      else {
        const tried = FOR_REAL.includes(type)
        const result = tried
          ? await tryAction(context, { ...effect, type }, now, { ...bot, zone })
          : pretended(context, type)
        effects.push({ type, step: effect.step, tried })
        if (!tried)
          says.push({
            text: context.say('bots.not_done', {
              action: stateObjects(context, 'bot_actions', 'type').get(type)?.name ?? type,
            }),
          })
        if (result.quote !== undefined) now = { ...now, quote: result.quote }
        next = {
          type: 'result',
          ok: result.ok,
          ...(result.vars && { vars: result.vars }),
          ...(result.note !== undefined && { note: result.note }),
        }
      }
    }
  }
  return {
    session: { ...now, vars: { ...now.vars }, visits: { ...now.visits } },
    effects,
    trace: [...trace],
    says: says.map(({ text, buttons, list }) => ({
      text,
      ...(buttons && { buttons: [...buttons] }),
      ...(list !== undefined && { list }),
    })),
  }
})

/** By whoever tries it, with their own rights. */
async function tryAction(
  call: CallContext,
  { type, ...effect }: Effect & { readonly type: Queued },
  session: Tried,
  bot: {
    readonly id: number
    readonly id_product: number | null
    readonly trigger_channel: 'web' | 'whatsapp' | 'telegram'
    readonly zone: string | null
  },
): Promise<Result> {
  return runAction(type, {
    call,
    key: 'try',
    vars: session.vars,
    quote: session.quote,
    ...effect,
    chat: { id: 0, channel: bot.trigger_channel, id_bot: bot.id, phone: null, name: null, id_client: null },
    bot: {
      id: bot.id,
      id_product: bot.id_product,
      near: nearOf({ lat: null, lng: null }, call.settings),
      zone: bot.zone ?? String(call.settings['timezone'] ?? 'UTC'),
    },
  })
}

/** What an action would have come to if it had been carried out and gone well. */
const pretended = ({ say }: CallContext, type: Queued): Result => ({
  ok: true,
  note: 'tried',
  ...((type === 'book' || type === 'where') && {
    vars: {
      service: 0,
      state: say('bots.example.state'),
      driver: say('bots.example.driver'),
      vehicle: 'Toyota Yaris',
      plate: 'ABC-123',
      eta: 5,
      street: say('bots.example.street'),
    },
  }),
})

export const tryCalls = [tryBot]
