import { living, tables } from '#app/tables'
import { AppError, type FieldError } from '#engine/model'
import { type CallContext, serveCall, type Tx } from '#engine/server'
import { checkFlow, publishBotCall, publishListedCall } from '../model'
import { readBot, flowErrorText } from './flow-server'
import { readDraft } from './read-flow'

/**
 * Makes a version of the draft, which never changes; conversations under way stay on theirs. One publication after the
 * other, each made once.
 * @throws {AppError} VALIDATION with the grave errors of the flow, CONFLICT where the draft is no longer the one that
 * was looked at
 */
async function publish(context: CallContext, { id, revision }: { readonly id: number; readonly revision?: number }) {
  const { records, actor, now, say } = context
  return records.write(async ({ tx, saveOwn }) => {
    await living(tx, 'bots').where('id', '=', id).select('id').forUpdate().executeTakeFirst()
    const bot = await readBot(context, tx, id)
    if (revision !== undefined && revision !== bot.revision)
      throw new AppError('CONFLICT', { say: 'bots.draft_changed' })
    if (bot.published !== null && bot.published_revision === bot.revision)
      return { number: bot.published, changed: false, msg: say('bots.unchanged', { n: bot.published }) }
    const flow = await readDraft(tx, bot)
    const grave = checkFlow(flow, bot.trigger_channel).filter((error) => error.grave)
    if (grave.length > 0) {
      const errors = Object.fromEntries(
        grave.map(({ step, field, code, args }) => [
          step === undefined ? 'id_bot_step_first' : `bot_steps.${step}.${field ?? 'name'}`,
          { key: `bots.${code}`, params: args } satisfies FieldError,
        ]),
      )
      throw new AppError('VALIDATION', {
        say: 'bots.not_publishable',
        params: { n: grave.length },
        errors,
        body: { problems: grave.map((error) => flowErrorText(context, error)) },
      })
    }
    const number = await nextNumber(tx, id)
    const moment = now()
    await tables(tx)
      .insertInto('bot_versions')
      .values({
        id_bot: id,
        number,
        num_steps: flow.steps.length,
        definition: JSON.stringify({ ...flow, channel: bot.trigger_channel }),
        id_user: actor.id,
        date_created: moment,
        date_updated: moment,
      })
      .execute()
    await saveOwn(
      'bots',
      { id },
      {
        also: { published: number, published_revision: bot.revision ?? 0, date_published: moment.toISOString() },
        verb: 'publish',
        note: `v${number}`,
      },
    )
    return { number, changed: true, msg: say('bots.published', { n: number }) }
  })
}

async function nextNumber(tx: Tx, id_bot: number): Promise<number> {
  const { most } = await tables(tx)
    .selectFrom('bot_versions')
    .where('id_bot', '=', id_bot)
    .select(({ fn }) => fn.max('number').as('most'))
    .executeTakeFirstOrThrow()
  return Number(most ?? 0) + 1
}

export const publishCalls = [serveCall(publishBotCall, publish), serveCall(publishListedCall, publish)]
