import { tables } from '#app/tables'
import type { Database, DemoWriter } from '#engine/server'
import { readDraft } from '../../bots/server'
import { DEMO_BOTS, type DemoBot } from '../model/demo-bots'
import type { Moments } from '../model/moments'
import { putBotTalks } from './fill-bot-talks'

/** Size of a column and a row of the drawing. */
const GRID = [320, 220] as const

/** Bots that a visitor can talk to, drawn and published by an operator, and a draft. */
export async function putDemoBots(
  writer: DemoWriter,
  database: Database,
  moments: Moments,
  operator: number,
): Promise<void> {
  const date = moments.clock(-12, 10 * 3600).toISOString()
  const bots = await writer.insert('bots', DEMO_BOTS.length, (at) => ({
    name: DEMO_BOTS[at]?.name ?? '',
    trigger_channel: DEMO_BOTS[at]?.channel ?? 'web',
    notes: DEMO_BOTS[at]?.notes ?? null,
    id_user: operator,
    revision: 1,
    date_created: date,
  }))
  for (const [at, bot] of DEMO_BOTS.entries())
    await putSteps(writer, database, { id: bots[at] ?? 0, bot, date, operator, moments })
}

interface ToPut {
  readonly id: number
  readonly bot: DemoBot
  readonly date: string
  readonly operator: number
  readonly moments: Moments
}

async function putSteps(
  writer: DemoWriter,
  { db }: Database,
  { id, bot, date, operator, moments }: ToPut,
): Promise<void> {
  const steps = Object.entries(bot.steps)
  const ids = await writer.insert('bot_steps', steps.length, (n) => {
    const [
      name = '',
      {
        step,
        at: [column, row],
      },
    ] = steps[n] ?? ['', { step: {}, at: [0, 0] as const }]
    return { id_bot: id, name, ...step, position_x: column * GRID[0], position_y: row * GRID[1], date_created: date }
  })
  const idOf = new Map(steps.map(([name], n) => [name, ids[n] ?? null]))
  const to = (name: string | undefined): number | null => (name === undefined ? null : (idOf.get(name) ?? null))
  for (const [name, { to: { next, positive, default: byDefault } = {} }] of steps) {
    await tables(db)
      .updateTable('bot_steps')
      .set({ id_bot_step_next: to(next), id_bot_step_positive: to(positive), id_bot_step_default: to(byDefault) })
      .where('id', '=', to(name) ?? 0)
      .execute()
  }
  const childs = steps.flatMap(([name, { step, childs: own = [] }]) =>
    own.map(({ to: target, ...child }, rank) => ({
      ...child,
      id_step: to(name),
      type: step.type ?? '1',
      id_bot_step: to(target),
      rank: rank + 1,
      date_created: date,
    })),
  )
  await writer.insert('bot_step_childs', childs.length, (n) => childs[n] ?? {})
  const first = to(bot.first)
  await tables(db)
    .updateTable('bots')
    .set({
      id_bot_step_first: first,
      ...(bot.isPublished && { published: 1, published_revision: 1, date_published: date }),
    })
    .where('id', '=', id)
    .execute()
  if (!bot.isPublished) return
  const flow = await readDraft(db, { id, id_bot_step_first: first })
  const version = await tables(db)
    .insertInto('bot_versions')
    .values({
      id_bot: id,
      number: 1,
      num_steps: flow.steps.length,
      definition: JSON.stringify({ ...flow, channel: bot.channel }),
      id_user: operator,
      date_created: date,
      date_updated: date,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (bot.channel === 'whatsapp')
    await putBotTalks(writer, moments, { id, id_version: version.id, flow, channel: bot.channel })
}
