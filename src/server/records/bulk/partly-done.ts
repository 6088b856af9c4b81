import { AppError } from '../../../model/errors'
import type { Json } from '../../../model/json'
import type { RecordContext } from '../record-context'

/**
 * The message of a call that did something to several records, each for itself.
 * @param done what is said where none was refused
 * @param results one for each of the records
 * @throws {AppError} the first refusal, with `results` in the body, where none went well
 */
export function partlyDone(
  { actor, runtime: { words } }: RecordContext,
  done: string,
  errors: ReadonlyMap<unknown, AppError>,
  results: readonly unknown[],
): string {
  const [first] = errors.values()
  const total = results.length
  if (!first) return done
  if (errors.size === total)
    throw new AppError(first.code, { ...first, body: { ...first.body, results: results as Json } }, { cause: first })
  return words.say(actor.language, 'records.done_partly', { done: total - errors.size, total })
}
