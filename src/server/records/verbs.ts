import type { ChosenAnswer } from '../../model/catalogue-answers'
import { AppError } from '../../model/errors'
import type { JsonObject } from '../../model/json'
import { chosenIds, onChosen } from './bulk/on-chosen'
import { meansAll } from './bulk/found-rows'
import { findRecords } from './read/read'
import { everyColumn } from './read/wire-columns'
import type { RecordContext } from './record-context'
import { UNDO_S } from './write/keep'
import { askedValues } from './write/asked-values'
import { remove } from './write/remove'
import { asksAhead, assertSettled } from './write/settle-open'
import { assertEdits, save } from './write/save'

/** What the generic calls do to rows given only their ids. */
export const VERBS = ['remove', 'enable', 'disable'] as const
type Verb = (typeof VERBS)[number]

/**
 * Removes, activates or deactivates records, chosen as `onChosen` reads them.
 * @throws {AppError} FORBIDDEN, NOT_FOUND, and what `onChosen` throws
 */
export async function doVerb(context: RecordContext, verb: Verb, input: JsonObject): Promise<ChosenAnswer> {
  assertEdits(context)
  const isVerbless = verb === 'remove' ? context.resource.singleton : !context.entity.traits.includes('activable')
  if (isVerbless) throw new AppError('NOT_FOUND', { say: 'errors.no_such_call' })
  const also = verb === 'remove' ? {} : askedValues(context, verb, input)
  if (!context.origin.settle && asksAhead(context, verb))
    await assertSettled(context, await chosenRecords(context, input))
  const done = context.runtime.words.say(context.actor.language, `records.done_${verb}`)
  const isMany = input.ids !== undefined || meansAll(input)
  return onChosen(
    context,
    {
      done,
      ...((isMany || verb === 'remove') && { undo: { verb, seconds: UNDO_S } }),
      one: async (of, write, id, run) => {
        if (verb === 'remove') return remove(of, write, id, run)
        // Errors that the record already had are no reason to keep it active.
        await save(
          of,
          write,
          { id, state: verb === 'enable' ? '1' : '0' },
          { verb, forgiving: true, mustExist: true, note: run, also },
        )
      },
    },
    input,
  )
}

async function chosenRecords(context: RecordContext, input: JsonObject): Promise<readonly JsonObject[]> {
  const found = await findRecords(
    context,
    context.runtime.database.db,
    everyColumn(context),
    await chosenIds(context, input),
    { use: 'write' },
  )
  return [...found.values()]
}
