import { randomUUID } from 'node:crypto'
import { AppError } from '../../model/errors'
import type { Json, JsonObject } from '../../model/json'
import { errorAnswer, sayError } from '../answers/say-error'
import { meansAll, foundRows } from './bulk/found-rows'
import { inBatches, type BulkAnswer, type RowResult } from './bulk/in-batches'
import { fieldLabel } from './read/labels'
import { inOneWrite, inSavepoint, type Write } from './write/open-write'
import { askedValues } from './write/asked-values'
import type { RecordContext } from './record-context'
import { compareIds, recordId, type RecordId } from './record-id'
import { remove } from './write/remove'
import { assertEdits, save } from './write/save'

/** What the generic calls do to rows given only their ids. */
export const VERBS = ['remove', 'enable', 'disable'] as const
export type Verb = (typeof VERBS)[number]

const MAX_IDS = 1000

/**
 * Removes, activates or deactivates: one record (`id`), several (`ids`) in one transaction with a result each, or all that a filter finds
 * (`all`, see `foundRows`) in batches, with counts and the first refused ones.
 * @throws {AppError} FORBIDDEN, NOT_FOUND; of several only when none went well, with `results` in the body
 */
export async function doVerb(
  context: RecordContext,
  verb: Verb,
  input: JsonObject,
): Promise<{ readonly msg: string; readonly results?: readonly RowResult[] } | BulkAnswer> {
  assertEdits(context)
  const isVerbless = verb === 'remove' ? context.resource.singleton : !context.entity.traits.includes('activable')
  if (isVerbless) throw new AppError('NOT_FOUND', { say: 'errors.no_such_call' })
  const also = verb === 'remove' ? {} : askedValues(context, verb, input)
  const { words } = context.runtime
  const { language } = context.actor
  const done = words.say(language, `records.done_${verb}`)
  if (meansAll(input) && !context.resource.singleton) return doOnAll(context, { verb, also }, input)
  if (input.ids === undefined) {
    await inOneWrite(context, (write) => one(context, write, { verb, also }, recordId(context.entity, input.id)))
    return { msg: done }
  }
  const ids = idsOf(input.ids)
  const run = `bulk:${randomUUID()}`
  const errors = await inOneWrite(context, (write) => each(context, write, { verb, also }, ids, run))
  const results = resultsOf(context, verb, ids, errors)
  const [first] = errors.values()
  if (first && errors.size === ids.length)
    throw new AppError(first.code, { ...first, body: { ...first.body, results: results as unknown as Json } }, { cause: first })
  const msg = errors.size === 0 ? done : words.say(language, 'records.done_partly', { done: ids.length - errors.size, total: ids.length })
  return { msg, results }
}

async function doOnAll(context: RecordContext, asked: Asked, input: JsonObject): Promise<BulkAnswer> {
  const ids = await foundRows(context, input)
  return inBatches(context, ids, input.run, async (batch, note) => {
    const errors = await inOneWrite(context, (write) => each(context, write, asked, batch, note))
    const [first] = errors.values()
    return { results: resultsOf(context, asked.verb, batch, errors), ...(first ? { first } : {}) }
  })
}

function resultsOf(context: RecordContext, verb: Verb, ids: readonly Json[], errors: ReadonlyMap<Json, AppError>): readonly RowResult[] {
  const done = context.runtime.words.say(context.actor.language, `records.done_${verb}`)
  return ids.map((id) => {
    const error = errors.get(id)
    return error ? { id, ok: false, msg: sentence(context, error), code: error.code } : { id, ok: true, msg: done }
  })
}

/** Why a row was refused, as one sentence; the error of a value names its field. */
export function sentence({ runtime, actor, resource, entity }: RecordContext, error: AppError): string {
  const [first] = Object.entries(error.errors)
  if (!first) return errorAnswer(runtime.words, actor.language, error).body.msg
  const [name, atField] = first
  const label = fieldLabel(runtime.words, actor.language, resource, entity.fields[name], name)
  return `${label}: ${sayError(runtime.words, actor.language, atField)}`
}

interface Asked {
  readonly verb: Verb
  /** The caller's answers to what the catalogue asks first. */
  readonly also: { readonly [field: string]: Json }
}

/** @param run the activity log's note on rows that were changed together */
async function one(context: RecordContext, write: Write, { verb, also }: Asked, id: RecordId, run: string | null = null): Promise<void> {
  if (verb === 'remove') return remove(context, write, id, run)
  // Errors that the record already had are no reason to keep it active.
  await save(context, write, { id, state: verb === 'enable' ? '1' : '0' }, { verb, forgiving: true, mustExist: true, note: run, also })
}

async function each(
  context: RecordContext, write: Write, asked: Asked, ids: readonly Json[], run: string,
): Promise<Map<Json, AppError>> {
  const errors = new Map<Json, AppError>()
  // In a fixed order, so that two writers of the same rows wait for each other instead of deadlocking.
  for (const id of [...ids].sort(compareIds)) {
    const error = await inSavepoint(write, () => one(context, write, asked, recordId(context.entity, id), run))
    if (error) errors.set(id, error)
  }
  return errors
}

/** @throws {AppError} MALFORMED unless it is a list of ids, as JSON or as the text `1,2,3` of a query */
function idsOf(value: Json): readonly Json[] {
  const list =
    typeof value === 'string'
      ? value
          .replace(/^\[|\]$/g, '')
          .split(',')
          .map((part) => part.trim())
      : value
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_IDS) throw new AppError('MALFORMED')
  return [...new Set(list as readonly Json[])]
}
