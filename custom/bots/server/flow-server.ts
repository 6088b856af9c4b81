import { sql } from 'kysely'
import { living, visible } from '#app/tables'
import { AppError, wrong } from '#engine/model'
import { type CallContext, type Db, serveCall, type Tx } from '#engine/server'
import { checkFlow, errorsCall, flowCall, type FlowError, setStepFirstCall, versionsCall } from '../model'
import { BOT_COLUMNS, botOf, readDraft, readSteps } from './read-flow'

/** A bot that the asker may see. @throws {AppError} NOT_FOUND */
export async function readBot(context: CallContext, db: Db, id: number) {
  const row = await visible(db, context, 'bots').where('id', '=', id).select(BOT_COLUMNS).executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const flow = serveCall(flowCall, async (context, { id }) => {
  const bot = await readBot(context, context.db, id)
  return { item: botOf(bot), bot_steps: [...(await readSteps(context.db, id))] }
})

/** An error in the asker's words. */
export const flowErrorText = ({ say }: CallContext, error: FlowError) => ({
  ...error,
  args: { ...error.args },
  text: say(`bots.errors.${error.code}`, error.args),
})

const errors = serveCall(errorsCall, async (context, { id }) => {
  const bot = await readBot(context, context.db, id)
  return {
    errors: checkFlow(await readDraft(context.db, bot), bot.trigger_channel).map((error) =>
      flowErrorText(context, error),
    ),
  }
})

/** @throws {AppError} VALIDATION at `id_bot_step` where it is no step of this bot */
export async function assertStepOf(tx: Tx | Db, id_bot: number, id_bot_step: number | null): Promise<void> {
  if (id_bot_step === null) return
  const row = await living(tx, 'bot_steps')
    .where('id', '=', id_bot_step)
    .where('id_bot', '=', id_bot)
    .select('id')
    .executeTakeFirst()
  if (!row) throw wrong('id_bot_step', 'bots.other_step')
}

const setStepFirst = serveCall(setStepFirstCall, async (context, { id, id_bot_step, version }) => {
  await context.records.write(async ({ tx, saveOwn }) => {
    await readBot(context, tx, id)
    await assertStepOf(tx, id, id_bot_step)
    await saveOwn(
      'bots',
      { id, ...(version !== undefined && { version }) },
      { also: { id_bot_step_first: id_bot_step } },
    )
  })
  return { item: botOf(await readBot(context, context.db, id)) }
})

const versions = serveCall(versionsCall, async (context, { id }) => {
  await readBot(context, context.db, id)
  const rows = await living(context.db, 'bot_versions as v')
    .leftJoin('users as u', 'u.id', 'v.id_user')
    .where('v.id_bot', '=', id)
    .select(({ ref }) => [
      'v.id',
      'v.number',
      'v.num_steps',
      'v.date_created',
      sql<string>`nullif(concat_ws(' ', ${ref('u.name')}, ${ref('u.surname')}), '')`.as('us_name'),
      sql<number>`(select count(*)::int from bot_sessions s where s.id_bot_version = ${ref('v.id')}
        and s.state in ('waiting', 'acting') and s.date_deleted is null)`.as('running'),
    ])
    .orderBy('v.number', 'desc')
    .limit(MAX_VERSIONS)
    .execute()
  return {
    items: rows.map(({ date_created, num_steps, ...row }) => ({
      ...row,
      num_steps: num_steps ?? 0,
      date_created: new Date(date_created).toISOString(),
    })),
  }
})

const MAX_VERSIONS = 200

export const flowCalls = [flow, errors, setStepFirst, versions]
