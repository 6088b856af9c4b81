import { sql } from 'kysely'
import { visible } from '#app/tables'
import { AppError, type JsonObject } from '#engine/model'
import { anyOf, type CallContext, scopeSql, serveCall, stateObjects } from '#engine/server'
import {
  type BotStep,
  saveAllCall,
  setChildStepCall,
  setDefaultStepCall,
  setNextStepCall,
  setPositiveStepCall,
  stepTypesCall,
} from '../model'
import { assertStepOf } from './flow-server'
import { readSteps } from './read-flow'

const types = serveCall(stepTypesCall, async ({ model, say }) => ({
  items: [...stateObjects({ model, say }, 'bot_steps', 'type').values()].map(({ id, name, icon = null }) => ({
    id,
    name,
    icon,
  })),
}))

const saveAll = serveCall(saveAllCall, async (context, { bot_steps: asked }) => {
  const rows = [...new Map(asked.map((one) => [one.id, one])).values()]
  if (rows.length === 0) return { saved: 0 }
  return context.transaction(async (tx) => {
    const found = await visible(tx, context, 'bot_steps')
      .where('id', '=', anyOf(rows.map(({ id }) => id)))
      .select(['id', scopeSql(context, 'bot_steps', 'bot_steps', 'write').as('mine')])
      .orderBy('id')
      .forUpdate()
      .execute()
    if (found.length !== rows.length) throw new AppError('NOT_FOUND')
    if (found.some(({ mine }) => !mine)) throw new AppError('FORBIDDEN')
    await sql`update bot_steps s set position_x = v.x, position_y = v.y
      from unnest(${rows.map(({ id }) => id)}::int[], ${rows.map((one) => one.position_x)}::numeric[],
        ${rows.map((one) => one.position_y)}::numeric[]) as v (id, x, y)
      where s.id = v.id`.execute(tx)
    return { saved: rows.length }
  })
})

async function readStep(context: CallContext, id: number): Promise<BotStep> {
  const row = await visible(context.db, context, 'bot_steps').where('id', '=', id).select('id_bot').executeTakeFirst()
  const step = row && (await readSteps(context.db, row.id_bot)).find((one) => one.id === id)
  if (!step) throw new AppError('NOT_FOUND')
  return step
}

type Edge = 'id_bot_step_next' | 'id_bot_step_positive' | 'id_bot_step_default'
interface EdgeChange {
  readonly id: number
  readonly id_bot_step: number | null
  readonly version?: number
}

/**
 * Leads an edge elsewhere, or nowhere: a write of the step as any other, refused where the step has changed since
 * `version`.
 */
async function setEdge(
  context: CallContext,
  { id, id_bot_step, version }: EdgeChange,
  changed: (step: BotStep) => JsonObject,
): Promise<{ item: BotStep }> {
  const step = await readStep(context, id)
  await context.records.write(async ({ tx, save }) => {
    await assertStepOf(tx, step.id_bot, id_bot_step)
    await save('bot_steps', { id, version: version ?? step.version, ...changed(step) })
  })
  return { item: await readStep(context, id) }
}

const edgeOf = (field: Edge) => (context: CallContext, asked: EdgeChange) =>
  setEdge(context, asked, () => ({ [field]: asked.id_bot_step }))

const setChildStep = serveCall(setChildStepCall, (context, { child, ...asked }) =>
  setEdge(context, asked, ({ childs }) => {
    if (!childs.some(({ id }) => id === child)) throw new AppError('NOT_FOUND')
    return { childs: childs.map((one) => (one.id === child ? { ...one, id_bot_step: asked.id_bot_step } : one)) }
  }),
)

export const stepCalls = [
  types,
  saveAll,
  setChildStep,
  serveCall(setNextStepCall, edgeOf('id_bot_step_next')),
  serveCall(setDefaultStepCall, edgeOf('id_bot_step_default')),
  serveCall(setPositiveStepCall, edgeOf('id_bot_step_positive')),
]
