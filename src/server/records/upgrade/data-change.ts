import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { JsonObject } from '../../../model/json'
import type { Database, Db, Tx } from '../../platform/database/database'
import { readEngineValue, writeEngineValue } from './engine-value'
import { isLarge } from '../../language/migrate/large-table'

/** Rows of one transaction: a tenth of a second for what changes all of them. */
const ROWS_A_BATCH = 5000
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
export interface ChangeProgress {
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
  database: Database, changes: readonly DataChange[], log: (line: string) => void,
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
  database: Database, change: DataChange, signal: AbortSignal, log: (line: string) => void,
): Promise<void> {
  const lock = await database.tryLock(keyOf(change))
  if (!lock) return
  try {
    let told_ms = performance.now()
    const before = await changeProgress(database.db, change)
    if (before && !before.ended) log(`${change.name}: goes on after ${before.rows} of ${before.total} rows`)
    for (;;) {
      if (signal.aborted || lock.lost.aborted) return
      const began_ms = performance.now()
      const { ended, rows, changed, total } = await database.transaction((tx) => oneBatch(tx, change))
      if (ended) {
        if (changed > 0) log(`${change.name}: ${changed} rows changed`)
        return
      }
      if (performance.now() - told_ms >= WORD_MS) {
        told_ms = performance.now()
        log(`${change.name}: ${rows} of ${total} rows`)
      }
      // Half of the time belongs to whoever else writes to the table.
      await wait(performance.now() - began_ms, signal)
    }
  } finally {
    await lock.release()
  }
}

const wait = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal }).catch(() => {})

/** The rows of a batch and how far it is are one transaction: whatever dies, no row is looked at twice. */
async function oneBatch(tx: Tx, change: DataChange): Promise<ChangeProgress> {
  const before = await changeProgress(tx, change)
    ?? { after: 0, rows: 0, changed: 0, total: await countOf(tx, change.table), ended: false }
  if (before.ended) return before
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(change.table)}
    where id > ${before.after} order by id limit ${sql.lit(ROWS_A_BATCH)}`.execute(tx)
  const ids = rows.map(({ id }) => Number(id))
  const changed = ids.length > 0 ? await change.change(tx, ids) : 0
  const now = {
    ...before, after: ids.at(-1) ?? before.after, rows: before.rows + ids.length, changed: before.changed + changed,
    ended: ids.length < ROWS_A_BATCH,
  }
  await writeEngineValue(tx, keyOf(change), now satisfies JsonObject)
  return now
}

async function countOf(tx: Tx, table: string): Promise<number> {
  const { rows: [row] } = await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(tx)
  return Number(row?.n ?? 0)
}
