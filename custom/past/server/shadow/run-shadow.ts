import { sql } from 'kysely'
import { tables } from '#app/tables'
import { AppError } from '#engine/model'
import { type CallContext, type Db, startThread, Turns } from '#engine/server'
import type { Comparison } from '../../model/shadow/compare-rules'
import type { ShadowResult, ShadowRun } from '../../model/shadow-call'
import type { ShadowMessage, ShadowWork } from './shadow-thread'

/** Runs of this process, by its database; the closing of the server ends them. */
const running = new WeakMap<Db, Set<{ readonly abort: AbortController; readonly done: Promise<void> }>>()

/** Ends all runs of this process and waits for what they still write. */
export async function endShadows(db: Db): Promise<void> {
  const all = [...(running.get(db) ?? [])]
  for (const { abort } of all) abort.abort()
  await Promise.all(all.map(({ done }) => done))
}

type ShadowRequest = Pick<ShadowRun, 'date' | 'timezone' | 'own' | 'other'>
type Work = Omit<ShadowWork, 'stop'>
/** What is told beside the comparison. */
type Around = Omit<ShadowResult, keyof Comparison>

/** How often a run writes how far it is, and looks whether it should stop, milliseconds. */
const TICK_MS = 300
/** A run that has not been heard of for so long died with its process. */
const LOST_S = 20
const MEMORY_MB = 512
/** One core is left to the server: a second run waits for its turn. */
const turns = new Turns(1)

/** Begins to drive a day beside the calls; who began it asks for it again and again. */
export async function startShadow(
  context: CallContext,
  asked: ShadowRequest,
  around: Around,
  work: Work,
): Promise<ShadowRun> {
  const { db, actor, now } = context
  const row = await tables(db)
    .insertInto('shadow_runs')
    .values({
      id_user: actor.id,
      state: 'running',
      progress: 0,
      asked: JSON.stringify(asked),
      date_created: now(),
      date_updated: sql`clock_timestamp()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const all = running.get(db) ?? new Set()
  running.set(db, all)
  const abort = new AbortController()
  const one = {
    abort,
    done: follow(db, row.id, around, work, abort).finally(() => {
      all.delete(one)
    }),
  }
  all.add(one)
  return readShadow(context, row.id)
}

async function follow(db: Db, id: number, around: Around, work: Work, abort: AbortController): Promise<void> {
  const write = (values: {
    readonly state?: 'done' | 'stopped' | 'failed'
    readonly progress?: number
    readonly result?: string
  }): Promise<boolean> =>
    tables(db)
      .updateTable('shadow_runs')
      .set({ ...values, date_updated: sql`clock_timestamp()` })
      .where('id', '=', id)
      .returning('stop')
      .executeTakeFirst()
      .then((row) => row?.stop === true)
  let progress = 0
  let writing: Promise<unknown> = Promise.resolve()
  const tick = setInterval(() => {
    writing = writing
      .then(() => write({ progress }))
      .then(
        (stop) => {
          if (stop) abort.abort()
        },
        () => undefined,
      )
  }, TICK_MS)
  try {
    const release = await turns.takeUnless(abort.signal)
    const done = release
      ? await inThread(work, abort.signal, (percent) => {
          progress = percent
        }).finally(release)
      : null
    clearInterval(tick)
    await writing
    await write(
      done ? { state: 'done', progress: 100, result: JSON.stringify({ ...around, ...done }) } : { state: 'stopped' },
    )
  } catch (error) {
    clearInterval(tick)
    await writing
    await write({
      state: 'failed',
      result: JSON.stringify({ why: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    }).catch(() => undefined)
  }
}

async function inThread(
  work: Work,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<Comparison | null> {
  const { shadowThreadUrl } = await import('./shadow-thread')
  const stop = new SharedArrayBuffer(4)
  const halt = (): void => {
    Atomics.store(new Int32Array(stop), 0, 1)
  }
  const worker = startThread(shadowThreadUrl, {
    name: 'shadow',
    workerData: { shadow: { ...work, stop } satisfies ShadowWork },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  signal.addEventListener('abort', halt)
  try {
    return await new Promise<Comparison | null>((resolve, failed) => {
      worker.on('message', (message: ShadowMessage) => {
        if ('done' in message) resolve(message.done)
        else if ('error' in message) failed(new Error(message.error))
        else onProgress(message.progress)
      })
      worker.on('error', failed)
      worker.on('exit', () => failed(new Error('The thread that drives a day again ended early.')))
    })
  } finally {
    signal.removeEventListener('abort', halt)
    await worker.terminate()
  }
}

/** A run of the asker's own. @throws {AppError} NOT_FOUND */
export async function readShadow({ db, actor }: Pick<CallContext, 'db' | 'actor'>, id: number): Promise<ShadowRun> {
  const row = await tables(db)
    .selectFrom('shadow_runs')
    .where('id', '=', id)
    .where('id_user', '=', actor.id)
    .where('date_deleted', 'is', null)
    .select(({ ref }) => [
      'id',
      'state',
      'progress',
      sql<string>`${ref('asked')}::text`.as('asked'),
      sql<string | null>`${ref('result')}::text`.as('result'),
      sql<boolean>`${ref('state')} = 'running' and ${ref('date_updated')} < clock_timestamp()
        - make_interval(secs => ${LOST_S})`.as('lost'),
    ])
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  const state = row.lost ? 'failed' : (row.state ?? 'running')
  return {
    id: row.id,
    state,
    progress: row.progress ?? 0,
    ...(JSON.parse(row.asked) as ShadowRequest),
    result: state === 'done' && row.result !== null ? (JSON.parse(row.result) as ShadowResult) : null,
  }
}

/** @throws {AppError} NOT_FOUND */
export async function stopShadow(context: CallContext, id: number): Promise<void> {
  await readShadow(context, id)
  await tables(context.db)
    .updateTable('shadow_runs')
    .set({ stop: true })
    .where('id', '=', id)
    .where('id_user', '=', context.actor.id)
    .execute()
}
