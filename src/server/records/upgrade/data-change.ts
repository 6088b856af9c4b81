import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { JsonObject } from '../../../model/json'
import type { Database, Db, Tx } from '../../platform/database/database'
import { readEngineValue, writeEngineValue } from '../../platform/database/engine-value'
import { isLarge } from '../../language/migrate/large-table'

/** Rows of the first transaction, and at most and at least of those after it. */
const FIRST_ROWS = 500
const [MAX_ROWS, MIN_ROWS] = [5000, 20]
/**
 * As long as a transaction may keep others from its rows: after a longer one fewer are taken, after a short one more.
 */
const BATCH_MS = 500
/** Between two words of how far a change is. */
const WORD_MS = 10_000

/** A change of rows that an earlier version wrote, made once: in batches, by one server, while all of them answer. */
export interface DataChange {
  /** Unique, and never taken for another one: `services.outcome`. */
  readonly name: string
  readonly table: string
  /** Changes those of these rows that need it, removed ones too; returns how many. */
  change(tx: Tx, ids: readonly number[]): Promise<number>
}

/** How far a change is. */
interface ChangeProgress {
  /** The last id that was looked at. */
  readonly after: number
  readonly rows: number
  readonly changed: number
  /** Rows of the table when it began. */
  readonly total: number
  readonly ended: boolean
}

const keyOf = ({ name }: DataChange): string => `change ${name}`

/** @returns null before it has begun */
export const changeProgress = async (db: Db, change: DataChange): Promise<ChangeProgress | null> =>
  (await readEngineValue(db, keyOf(change))) as unknown as ChangeProgress | null

/** The changes that are not made yet. */
export async function openChanges(db: Db, changes: readonly DataChange[]): Promise<readonly DataChange[]> {
  const ended = await Promise.all(changes.map(async (change) => (await changeProgress(db, change))?.ended))
  return changes.filter((_, at) => ended[at] !== true)
}

/** Makes those of the changes whose tables are small, before anybody is answered; returns the others. */
export async function makeSmallChanges(
  database: Database,
  changes: readonly DataChange[],
  log: (line: string) => void,
): Promise<readonly DataChange[]> {
  const { signal } = new AbortController()
  const later: DataChange[] = []
  for (const change of await openChanges(database.db, changes)) {
    if (await isLarge(database.db, change.table)) later.push(change)
    else await makeChange(database, change, signal, log)
  }
  return later
}

/** Makes a change from where it was left, unless another server is at it. */
export async function makeChange(
  database: Database,
  change: DataChange,
  signal: AbortSignal,
  log: (line: string) => void,
): Promise<void> {
  const lock = await database.tryLock(keyOf(change))
  if (!lock) return
  try {
    let [told_ms, size] = [performance.now(), FIRST_ROWS]
    const before = await changeProgress(database.db, change)
    if (before && !before.ended) log(`${change.name}: goes on after ${before.rows} of ${before.total} rows`)
    for (;;) {
      if (signal.aborted || lock.lost.aborted) return
      const began_ms = performance.now()
      const { ended, rows, changed, total } = await database.transaction((tx) => oneBatch(tx, change, size))
      if (ended) {
        if (changed > 0) log(`${change.name}: ${changed} rows changed`)
        return
      }
      if (performance.now() - told_ms >= WORD_MS) {
        told_ms = performance.now()
        log(`${change.name}: ${rows} of ${total} rows`)
      }
      const took_ms = performance.now() - began_ms
      if (took_ms > BATCH_MS) size = Math.max(MIN_ROWS, size >> 1)
      else if (took_ms < BATCH_MS / 3) size = Math.min(MAX_ROWS, size * 2)
      // Half of the time belongs to whoever else writes to the table.
      await wait(took_ms, signal)
    }
  } finally {
    await lock.release()
  }
}

const wait = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal }).catch(() => {})

/** The rows of a batch and how far it is are one transaction: whatever dies, no row is looked at twice. */
async function oneBatch(tx: Tx, change: DataChange, size: number): Promise<ChangeProgress> {
  // A batch that takes too long is the last one of its size: cut off, it would be tried again for ever.
  await sql`set local statement_timeout = 0`.execute(tx)
  const before = (await changeProgress(tx, change)) ?? {
    after: 0,
    rows: 0,
    changed: 0,
    total: await countOf(tx, change.table),
    ended: false,
  }
  if (before.ended) return before
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(change.table)}
    where id > ${before.after} order by id limit ${sql.lit(size)}`.execute(tx)
  const ids = rows.map(({ id }) => Number(id))
  const changed = ids.length > 0 ? await change.change(tx, ids) : 0
  const now = {
    ...before,
    after: ids.at(-1) ?? before.after,
    rows: before.rows + ids.length,
    changed: before.changed + changed,
    ended: ids.length < size,
  }
  await writeEngineValue(tx, keyOf(change), now satisfies JsonObject)
  return now
}

async function countOf(tx: Tx, table: string): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(tx)
  return Number(row?.n ?? 0)
}
