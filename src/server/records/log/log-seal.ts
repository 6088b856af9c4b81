import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Db } from '../../platform/database/database'
import { keyringFor, SealError } from '../../platform/secrets/keyring'
import { DAY_MS, HOUR_MS } from '../../../model/values/zone-time'
import { engineTables } from '../../platform/database/engine-tables'

/** What a day's lines came to when the day was over: each seal holds the one before it. */
interface LogSeal {
  readonly id: number
  /** `YYYY-MM-DD`, a day of UTC. */
  readonly day: string
  readonly lines: number
  readonly hash: string
  readonly before: string | null
  /** The hash, sealed with a key that does not stand in the database. */
  readonly proof: string | null
}

/**
 * `changed`: a line, the seal or the one before it is not what it was; `pruned`: the lines were deleted for their age.
 */
type SealOutcome = 'intact' | 'changed' | 'pruned'

const ROWS_A_BATCH = 2000
const PLACE = 'log_seals.proof'
// A transaction that began before midnight has ended by then.
const SETTLED_MS = HOUR_MS

// A key stands behind the rest, and only where there is one: days that were sealed before there were keys keep their
// hash.
const LINES = `select (jsonb_build_array(id, id_user, type_log, target, id_target, key_target, title, changes, platform,
  id_session, id_user_as, note,
  extract(epoch from date_created)) || case when id_key is null then '[]'::jsonb else
  jsonb_build_array(id_key) end)::text as line
  from logs where date_created >= $1::timestamptz and date_created < $2::timestamptz order by id`

/** The hash of a day's lines over the hash before it (SHA-256, hex). */
async function hashOf(
  database: Database,
  day: string,
  before: string | null,
): Promise<{ readonly hash: string; readonly lines: number }> {
  const hash = createHash('sha256').update(`${day} ${before ?? ''}\n`)
  let lines = 0
  for await (const rows of database.stream(LINES, [`${day}T00:00:00Z`, `${dayAfter(day)}T00:00:00Z`], ROWS_A_BATCH)) {
    for (const { line } of rows) hash.update(`${String(line)}\n`)
    lines += rows.length
  }
  return { hash: hash.digest('hex'), lines }
}

/**
 * Seals every day of the activity log that is over and has no seal yet, the first day with lines being the first.
 * @returns the new seals
 */
export async function sealLog(
  database: Database,
  now: Date,
  signal?: AbortSignal,
): Promise<readonly Pick<LogSeal, 'day' | 'lines' | 'hash'>[]> {
  const { db } = database
  const made = []
  let last: Pick<LogSeal, 'day' | 'hash'> | undefined = await lastSeal(db)
  let day = last ? dayAfter(last.day) : await firstDay(db)
  while (day !== null && Date.parse(`${dayAfter(day)}T00:00:00Z`) + SETTLED_MS <= now.getTime()) {
    if (signal?.aborted) break
    const sealed = { day, ...(await hashOf(database, day, last?.hash ?? null)), before: last?.hash ?? null }
    const stamp = now.toISOString()
    // Another process may have been faster.
    await engineTables(db)
      .insertInto('log_seals')
      .values({
        ...sealed,
        proof: keyringFor(db).seal(sealed.hash, PLACE),
        outcome: 'intact',
        date_checked: stamp,
        date_created: stamp,
        date_updated: stamp,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    made.push(sealed)
    last = sealed
    day = dayAfter(day)
  }
  return made
}

/**
 * Computes a day anew and compares it with its seal.
 * @param keptFrom lines before this moment may have been deleted for their age; null: none
 */
async function checkSeal(database: Database, seal: LogSeal, keptFrom: Date | null): Promise<SealOutcome> {
  const { db } = database
  const previous = await engineTables(db)
    .selectFrom('log_seals')
    .select('hash')
    .where('day', '<', seal.day)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!isProven(db, seal) || (previous?.['hash'] ?? null) !== seal.before) return 'changed'
  if (keptFrom && Date.parse(`${seal.day}T00:00:00Z`) < keptFrom.getTime()) return 'pruned'
  const { hash, lines } = await hashOf(database, seal.day, seal.before)
  return hash === seal.hash && lines === seal.lines ? 'intact' : 'changed'
}

/** Checks seals and notes what was found. @returns each day's outcome */
export async function checkSeals(
  database: Database,
  seals: readonly LogSeal[],
  at: { readonly now: Date; readonly log_days: number },
): Promise<readonly { readonly day: string; readonly outcome: SealOutcome }[]> {
  const keptFrom = at.log_days > 0 ? new Date(at.now.getTime() - at.log_days * DAY_MS) : null
  const found = []
  for (const seal of seals) {
    const outcome = await checkSeal(database, seal, keptFrom)
    await engineTables(database.db)
      .updateTable('log_seals')
      .set({ outcome, date_checked: at.now.toISOString() })
      .where('id', '=', seal.id)
      .execute()
    found.push({ day: seal.day, outcome })
  }
  return found
}

export const sealColumns = (db: Db) =>
  engineTables(db)
    .selectFrom('log_seals')
    .select(['id', sql<string>`day::text`.as('day'), 'lines', 'hash', 'before', 'proof'])
    .$castTo<LogSeal>()

function isProven(db: Db, { proof, hash }: LogSeal): boolean {
  if (proof === null) return false
  try {
    return keyringFor(db).open(proof, PLACE) === hash
  } catch (error) {
    if (error instanceof SealError) return false
    throw error
  }
}

const lastSeal = (db: Db): Promise<LogSeal | undefined> =>
  sealColumns(db).orderBy('day', 'desc').limit(1).executeTakeFirst()

async function firstDay(db: Db): Promise<string | null> {
  const { rows } = await sql<{
    day: string | null
  }>`select (min(date_created) at time zone 'UTC')::date::text as day from logs`.execute(db)
  return rows[0]?.day ?? null
}

const dayAfter = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
