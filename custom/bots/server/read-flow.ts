import { living, type Row } from '#app/tables'
import { anyOf, type Db } from '#engine/server'
import type { Bot, BotStep, Flow } from '../model'

type StepRow = Row<'bot_steps'>
type ChildRow = Row<'bot_step_childs'>

/** The draft's steps, in the order in which they were made. */
export async function readSteps(db: Db, id_bot: number): Promise<readonly BotStep[]> {
  const steps = await living(db, 'bot_steps').where('id_bot', '=', id_bot).selectAll().orderBy('id').execute()
  const childs = await living(db, 'bot_step_childs')
    .where('id_step', '=', anyOf(steps.map(({ id }) => id)))
    .selectAll()
    .orderBy('rank')
    .orderBy('id')
    .execute()
  const of = new Map<number, ChildRow[]>()
  for (const child of childs) of.set(child.id_step, [...(of.get(child.id_step) ?? []), child])
  return steps.map((step) => stepOf(step, of.get(step.id) ?? []))
}

function stepOf(
  { position_x, position_y, date_created: _made, date_updated: _changed, date_deleted: _gone, ...step }: StepRow,
  childs: readonly ChildRow[],
): BotStep {
  return {
    ...step,
    position_x: Number(position_x),
    position_y: Number(position_y),
    childs: childs.map(({ id, title, id_bot_step, condition_source, condition_operator, condition_target }) => ({
      id,
      title,
      id_bot_step,
      condition_source,
      condition_operator,
      condition_target,
    })),
  }
}

/** Columns of a bot that its flow is read with. */
export const BOT_COLUMNS = [
  'id',
  'version',
  'name',
  'trigger_channel',
  'id_bot_step_first',
  'id_branch',
  'id_product',
  'id_user',
  'minutes_idle',
  'state',
  'published',
  'published_revision',
  'date_published',
  'revision',
] as const
type BotRow = Row<'bots', (typeof BOT_COLUMNS)[number]>

export function botOf({ published_revision, date_published, revision, state, ...bot }: BotRow): Bot {
  return {
    ...bot,
    state: state ?? '1',
    revision: revision ?? 0,
    date_published: date_published === null ? null : new Date(date_published).toISOString(),
    is_changed: published_revision !== revision,
  }
}

/** The draft of a bot as the engine runs it. */
export async function readDraft(
  db: Db,
  { id, id_bot_step_first }: Pick<BotRow, 'id' | 'id_bot_step_first'>,
): Promise<Flow> {
  return { first: id_bot_step_first, steps: await readSteps(db, id) }
}
