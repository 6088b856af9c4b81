import { createHash, randomUUID } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database'
import { jobsAtWork } from '../../platform/jobs/jobs-at-work'
import { hasRollups, storedRollups } from '../../records/rollups/stored-rollup'
import type { CheckOutcome, SelfCheck } from './self-check'

/** A question to a database next door takes a millisecond. */
const SLOW_MS = 500
/** Sessions, links and seals bear a few seconds. */
const MAX_APART_S = 5
/** Rollups follow every two seconds. */
const MARKS_LATE_MS = 5000
const GIGABYTE = 1024 ** 3

const database: SelfCheck = {
  key: 'database',
  async run({ database: { db, transaction } }): Promise<CheckOutcome> {
    const started_ms = performance.now()
    await sql`select 1`.execute(db)
    const ms = Math.round(performance.now() - started_ms)
    // A database that is full, or a copy that takes no writes, answers questions all the same.
    await transaction(async (tx) => {
      await sql`create temporary table engine_check (n integer) on commit drop`.execute(tx)
      await sql`insert into engine_check values (1)`.execute(tx)
    })
    const {
      rows: [row],
    } = await sql<{ read_only: string }>`select current_setting('transaction_read_only') as read_only`.execute(db)
    if (row?.read_only === 'on') return { state: 'failed', why: 'read_only' }
    return { state: ms > SLOW_MS ? 'warning' : 'ok', why: ms > SLOW_MS ? 'slow' : 'ok', params: { ms } }
  },
}

const clock: SelfCheck = {
  key: 'clock',
  async run({ database: { db }, now }): Promise<CheckOutcome> {
    const {
      rows: [row],
    } = await sql<{ at_ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at_ms`.execute(db)
    const s = Math.round(Math.abs(now().getTime() - Number(row?.at_ms ?? 0)) / 1000)
    return s > MAX_APART_S ? { state: 'failed', why: 'apart', params: { s } } : { state: 'ok', why: 'ok' }
  },
}

const storage: SelfCheck = {
  key: 'storage',
  async run({ files: { storage: kept } }): Promise<CheckOutcome> {
    const id = randomUUID()
    const [key, path] = [`${id.slice(0, 2)}/${id}`, join(tmpdir(), `check-${id}`)]
    const content = Buffer.from(id)
    try {
      await writeFile(path, content)
      await kept.put(key, path, content.length, createHash('sha256').update(content).digest('hex'))
      const back = await kept.get(key)
      const same = back !== null && (await buffer(back)).equals(content)
      return same ? { state: 'ok', why: 'ok' } : { state: 'failed', why: 'lost' }
    } finally {
      await rm(path, { force: true })
      await kept.remove(key).catch(() => {})
    }
  },
}

/** Jobs that nobody does, or whose last run failed here. */
const jobs: SelfCheck = {
  key: 'jobs',
  async run({ database: { db, tryLock } }): Promise<CheckOutcome> {
    const atWork = jobsAtWork(db)
    const failed = [...atWork.values()].filter((job) => job.failed !== null)
    if (failed.length > 0)
      return { state: 'failed', why: 'failed', params: { names: failed.map(({ name }) => name).join(', ') } }
    const idle = (
      await Promise.all(
        [...atWork.values()].map(async ({ name, shared }) => {
          // Whoever is elected keeps the lock as long as they live.
          const lock = shared ? null : await tryLock(`job ${name}`)
          await lock?.release()
          return lock ? [name] : []
        }),
      )
    ).flat()
    return idle.length > 0
      ? { state: 'failed', why: 'idle', params: { names: idle.join(', ') } }
      : { state: 'ok', why: 'ok', params: { n: atWork.size } }
  },
}

const rollups: SelfCheck = {
  key: 'rollups',
  async run({ database: { db } }, signal): Promise<CheckOutcome> {
    if (!(await hasRollups(db))) return { state: 'off', why: 'none' }
    if (await marksStay(db, signal)) return { state: 'failed', why: 'late', params: { s: MARKS_LATE_MS / 1000 } }
    const kept = (await storedRollups(db)).filter(({ isRetired }) => !isRetired)
    const building = kept.filter(({ made }) => !made?.isReady).length
    return building > 0
      ? { state: 'warning', why: 'building', params: { n: building } }
      : { state: 'ok', why: 'ok', params: { n: kept.length } }
  },
}

/** Whether marks of writes are still there after the time in which somebody should have followed them. */
async function marksStay(db: Db, signal: AbortSignal): Promise<boolean> {
  // A row that is written anew has another place or another transaction.
  const read = async () =>
    (
      await sql<{
        mark: string
      }>`select ctid::text || ' ' || xmin::text as mark from engine_rollup_marks limit 200`.execute(db)
    ).rows.map(({ mark }) => mark)
  const before = new Set(await read())
  if (before.size === 0) return false
  await wait(MARKS_LATE_MS, undefined, { signal })
  return (await read()).some((mark) => before.has(mark))
}

/** What to think of a disk. @param free_bytes, total_bytes of the file system */
export function diskOutcome(free_bytes: number, total_bytes: number): CheckOutcome {
  const params = {
    gb: (free_bytes / GIGABYTE).toFixed(1),
    pct: Math.floor((100 * free_bytes) / Math.max(1, total_bytes)),
  }
  if (free_bytes < 0.5 * GIGABYTE || params.pct < 2) return { state: 'failed', why: 'full', params }
  if (free_bytes < 2 * GIGABYTE || params.pct < 10) return { state: 'warning', why: 'filling', params }
  return { state: 'ok', why: 'ok', params }
}

const disk: SelfCheck = {
  key: 'disk',
  async run({
    files: {
      storage: { folder },
    },
  }): Promise<CheckOutcome> {
    const places = await Promise.all(
      [tmpdir(), ...(folder === undefined ? [] : [folder])].map(async (place) => {
        // A folder is made with its first file.
        const { bavail, bsize, blocks } = await statfs(place).catch(() => statfs(process.cwd()))
        return { free: bavail * bsize, total: blocks * bsize }
      }),
    )
    const [least] = places.sort((a, b) => a.free / a.total - b.free / b.total)
    return diskOutcome(least?.free ?? 0, least?.total ?? 1)
  },
}

/** What the program finds out of itself, without anybody outside. */
export const ownChecks: readonly SelfCheck[] = [database, clock, storage, jobs, rollups, disk]
