import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Db } from '../../platform/database/database'
import { quoted } from '../../language/migrate/names'
import { readEngineValue, writeEngineValue } from '../../platform/database/engine-value'
import { withContext } from '../../platform/database/with-context'

/** An index of a feature's own, which no catalogue asks for. */
export interface OwnIndex {
  /** Begins with `own_`: the engine never takes it for one of its own. */
  readonly name: string
  readonly table: string
  /** What follows the table in its statement: `(state, date_onair) where state = 'requested'`. */
  readonly over: string
  /** The feature's start, or its work of every second, reads by it: a start waits for it while others write. */
  readonly awaited?: true
}

/** An index that a start left for afterwards, with the statement that makes it. */
export interface LaterIndex {
  readonly name: string
  readonly table: string
  readonly create: string
  readonly awaited?: true
}

const KEY = 'indexes'

/** The indexes that the last start left, those that are made meanwhile taken out. */
export const laterIndexes = async (db: Db): Promise<readonly LaterIndex[]> =>
  ((await readEngineValue(db, KEY)) ?? []) as unknown as readonly LaterIndex[]

export const leaveIndexes = (db: Db, indexes: readonly LaterIndex[]): Promise<void> =>
  writeEngineValue(
    db,
    KEY,
    indexes.map((one) => ({ ...one })),
  )

/** Those of the features that the database lacks, or that a build left half made. */
export async function missingIndexes(db: Db, indexes: readonly OwnIndex[]): Promise<readonly LaterIndex[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and i.indisvalid`.execute(db)
  const there = new Set(rows.map(({ name }) => name))
  return indexes
    .filter(({ name }) => !there.has(name))
    .map(({ name, table, over, awaited }) => ({
      name,
      table,
      create: `create index ${quoted(name)} on ${quoted(table)} ${over}`,
      ...(awaited && { awaited }),
    }))
}

const BUILD_LOCK = 'engine indexes'
/** Between two looks at what a server that died has left its database doing. */
const LOOK_MS = 1000

/**
 * Makes the indexes that a start left, one after another, without keeping anybody from writing. One server does it; an
 * index that a build left half made is made again.
 */
export async function buildIndexes(
  database: Database,
  signal: AbortSignal,
  log: (line: string) => void,
  which: (index: LaterIndex) => boolean = isAny,
): Promise<void> {
  if (!(await laterIndexes(database.db)).some(which)) return
  const lock = await database.tryLock(BUILD_LOCK)
  if (!lock) return
  const over = AbortSignal.any([signal, lock.lost])
  try {
    for (const index of (await laterIndexes(database.db)).filter(which)) {
      if (over.aborted) return
      const began_ms = performance.now()
      await buildIndex(database, index, over)
      await database.transaction(async (tx) => {
        const {
          rows: [row],
        } = await sql<{ value: LaterIndex[] }>`
          select value from engine_state where key = ${KEY} for update`.execute(tx)
        await leaveIndexes(
          tx,
          (row?.value ?? []).filter(({ name }) => name !== index.name),
        )
      })
      log(`${index.table}: ${index.name} added, ${((performance.now() - began_ms) / 1000).toFixed(1)} s`)
    }
  } catch (error) {
    // The server is going; the next one begins this index again.
    if (!over.aborted) throw error
  } finally {
    await lock.release()
  }
}

const isAny = (): boolean => true
const isAwaited = ({ awaited }: LaterIndex): boolean => awaited === true

/** Makes those that a start waits for, or waits until another server has made them. */
export async function awaitIndexes(database: Database, log: (line: string) => void): Promise<void> {
  const { signal } = new AbortController()
  for (;;) {
    const awaited = (await laterIndexes(database.db)).filter(isAwaited)
    if (awaited.length === 0) return
    log(`the start waits for ${awaited.map(({ name, table }) => `${table}: ${name}`).join(', ')}`)
    await buildIndexes(database, signal, log, isAwaited)
    if ((await laterIndexes(database.db)).some(isAwaited)) await wait(LOOK_MS)
  }
}

async function buildIndex({ db }: Database, { name, create }: LaterIndex, signal: AbortSignal): Promise<void> {
  await db.connection().execute(async (connection) => {
    const own = withContext(connection, db.context)
    const {
      rows: [me],
    } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own)
    // Its statement takes minutes: a server that ends does not wait for it.
    const cancel = (): void => void sql`select pg_cancel_backend(${me?.pid ?? 0})`.execute(db).catch(() => {})
    await sql`set statement_timeout = 0`.execute(own)
    try {
      while (await isBuilding(own, name)) await wait(LOOK_MS, undefined, { signal })
      signal.addEventListener('abort', cancel, { once: true })
      if (await isValid(own, name)) return
      await sql`drop index concurrently if exists ${sql.id(name)}`.execute(own)
      await sql.raw(create.replace(/^create index/, 'create index concurrently')).execute(own)
    } finally {
      signal.removeEventListener('abort', cancel)
      await sql`reset statement_timeout`.execute(own)
    }
  })
}

const isBuilding = async (db: Db, name: string): Promise<boolean> =>
  (
    await sql`select from pg_stat_progress_create_index p join pg_class c on c.oid = p.index_relid
    where c.relnamespace = current_schema()::regnamespace and c.relname = ${name}`.execute(db)
  ).rows.length > 0

const isValid = async (db: Db, name: string): Promise<boolean> =>
  (
    await sql`select from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and c.relname = ${name} and i.indisvalid`.execute(db)
  ).rows.length > 0

/** How far the index that is being made is, in percent of its table; null: none is. */
export async function buildingPercent(db: Db): Promise<number | null> {
  const {
    rows: [row],
  } = await sql<{ pct: number | null }>`
    select floor(100.0 * greatest(
      blocks_done::float8 / nullif(blocks_total, 0), tuples_done::float8 / nullif(tuples_total, 0)))::int as pct
    from pg_stat_progress_create_index where datname = current_database() limit 1`.execute(db)
  return row?.pct ?? null
}
