import type { BulkOutcome, RowResult } from '../../../model/catalogue-answers'
import { AppError } from '../../../model/errors'
import type { Json } from '../../../model/json'
import { databaseError } from '../../platform/answers/database-error'
import type { RecordContext } from '../record-context'
import type { RecordId } from '../record-id'
import { advanceRun, beginRun, endRun } from './bulk-run'
import { withLabels } from './refused-labels'

// A batch is a transaction: short enough that nobody waits long for its rows.
const ROWS_A_BATCH = 100
const MAX_RESULTS = 100

/** What a batch did. */
interface BatchDone {
  readonly results: readonly RowResult[]
  /** The first failure, unchanged. */
  readonly first?: AppError
}

/**
 * Does something to many rows, a batch at a time: each batch is committed and reported before the next begins.
 * @param key of the run, with which the caller asks how far it is (`bulkProgress`)
 * @throws {AppError} the first row's failure when none succeeded, and what stopped a batch; `results` or the counts in
 * the body
 */
export async function inBatches(
  context: RecordContext,
  ids: readonly RecordId[],
  key: Json | undefined,
  work: (ids: readonly RecordId[], run: string) => Promise<BatchDone>,
  batchRows = ROWS_A_BATCH,
): Promise<BulkOutcome> {
  const { words } = context.runtime
  const { language } = context.actor
  const run = await beginRun(context, key, ids.length)
  const counts = { total: ids.length, done: 0, refused: 0 }
  const refused: RowResult[] = []
  let first: AppError | undefined
  let stopped = false
  for (let from = 0; from < ids.length && !stopped; from += batchRows) {
    const batch = await work(ids.slice(from, from + batchRows), run).catch(async (error: unknown) => {
      await endRun(context, run, 'failed').catch(() => undefined)
      throw withCounts(error, { run, ...counts })
    })
    const failed = batch.results.filter(({ ok }) => !ok)
    refused.push(...failed.slice(0, MAX_RESULTS - refused.length))
    first ??= batch.first
    counts.refused += failed.length
    counts.done += batch.results.length - failed.length
    stopped = await advanceRun(context, run, batch.results.length - failed.length, failed.length)
  }
  await endRun(context, run, stopped ? 'stopped' : 'done')
  const results = await withLabels(context, refused)
  if (first && counts.done === 0 && !stopped)
    throw new AppError(
      first.code,
      { ...first, body: { ...first.body, run, ...counts, results: results as unknown as Json } },
      { cause: first },
    )
  const msg =
    counts.total === 0
      ? words.say(language, 'bulk.nothing')
      : counts.done === counts.total
        ? words.say(language, 'bulk.all_done', { total: counts.total })
        : words.say(language, 'records.done_partly', { done: counts.done, total: counts.total })
  return { msg, run, ...counts, ...(stopped ? { stopped: true as const } : {}), results }
}

/** The error that stopped a batch, with the counts so far: earlier batches stay done. */
function withCounts(error: unknown, counts: { readonly [key: string]: Json }): unknown {
  const known = error instanceof AppError ? error : databaseError(error)
  return known ? new AppError(known.code, { ...known, body: { ...known.body, ...counts } }, { cause: error }) : error
}
