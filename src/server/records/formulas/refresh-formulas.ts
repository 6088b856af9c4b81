import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import { databaseError } from '../../platform/answers/database-error'
import type { Database, Db, Tx } from '../../platform/database/database'
import { hasOldType } from '../../language/rules/field-column'
import { readId, type RecordId } from '../record-id'
import { readEngineValue, writeEngineValue } from '../../platform/database/engine-value'
import { isLarge } from '../../language/migrate/large-table'
import { dependentsOf, type FilledField } from './dependents'
import { open, recount, settled } from './recount'
import { engineTables } from '../../platform/database/engine-tables'
import { living } from '../fields/in-scope'

/** Rows of one transaction: other servers may be writing to the table. */
const ROWS_A_BATCH = 5000

/** Name of the row of `engine_state` that keeps what each formula was when its column was counted. */
const STATE = 'formulas'

type Say = (line: string) => void

/**
 * Gives existing rows what their formulas come to, where a formula is new or another one than before, or counts with
 * such a one. A column that has another type until a person decides is left.
 * @param over ends the work at its next safe point, from where it goes on; absent: a start, which leaves large tables,
 * and what counts with them, for later
 * @returns whether nothing is left
 */
export async function refreshFormulas(
  database: Database,
  model: Model,
  log: Say,
  over?: AbortSignal,
): Promise<boolean> {
  if (dependentsOf(model).counted.length === 0) return true
  if (!over) return refreshAll(database, model, log, over)
  const lock = await database.tryLock('engine formulas')
  // Another server counts.
  if (!lock) return false
  try {
    return await refreshAll(database, model, log, over)
  } finally {
    await lock.release()
  }
}

async function refreshAll(database: Database, model: Model, log: Say, over: AbortSignal | undefined): Promise<boolean> {
  const { counted, triggers } = dependentsOf(model)
  const before = ((await readEngineValue(database.db, STATE)) ?? {}) as { readonly [name: string]: string }
  const now = new Map(counted.map((one) => [nameOf(one), hashOf(database, model, one)]))
  const stale = new Set<number>()
  const left = new Set<number>()
  for (const [at, one] of counted.entries()) {
    if (before[nameOf(one)] !== now.get(nameOf(one))) stale.add(at)
    if (!over && stale.has(at) && (await isLarge(database.db, one.entity.name))) left.add(at)
    // Those that read it come after it.
    for (const trigger of triggers.get(one.entity.name) ?? []) {
      if (!trigger.fields.has(one.field.name)) continue
      if (stale.has(at)) stale.add(trigger.at)
      if (left.has(at)) left.add(trigger.at)
    }
  }
  const state = new Map(now)
  for (const [at, one] of counted.entries()) {
    const hash = now.get(nameOf(one)) ?? ''
    if (hasOldType(one.field)) state.delete(nameOf(one))
    else if (stale.has(at) && (left.has(at) || !(await countAll(database, model, one, hash, log, over)))) {
      left.add(at)
      // Known as what it was, so that it is counted the next time.
      state.set(nameOf(one), before[nameOf(one)] ?? '')
    }
  }
  if (stale.size > 0 || Object.keys(before).length !== state.size) {
    await writeEngineValue(database.db, STATE, Object.fromEntries(state))
  }
  return left.size === 0
}

const nameOf = ({ entity, field }: FilledField): string => `${entity.name}.${field.name}`

/** What a formula is, as the SQL that counts it: another scale, reference or rule is another formula. */
const hashOf = ({ db }: Database, model: Model, one: FilledField): string =>
  createHash('sha256')
    .update(settled(one, model, sql<boolean>`true`).compile(db).sql)
    .digest('hex')
    .slice(0, 16)

/** How far a formula is counted over a large table, and the ids whose value its field does not hold. */
interface Reached {
  readonly hash: string
  readonly after: RecordId | null
  readonly changed: number
  readonly refused: readonly RecordId[]
}

/** Before the name of a formula: the key of how far it is. */
const REACHED = 'formula '

/** The formulas that are being counted over large tables, as `table.column`. */
export async function countedFormulas(db: Db): Promise<readonly string[]> {
  const rows = await engineTables(db)
    .selectFrom('engine_state')
    .select('key')
    .where('key', 'like', `${REACHED}%`)
    .execute()
  return rows.map(({ key }) => String(key).slice(REACHED.length))
}

/** Some of the refused: a person looks at a few. */
const MAX_REFUSED = 1000

/** @returns false: it was ended on its way */
async function countAll(
  database: Database,
  model: Model,
  one: FilledField,
  hash: string,
  log: Say,
  over: AbortSignal | undefined,
): Promise<boolean> {
  const { entity } = one
  const key = `${REACHED}${nameOf(one)}`
  const before = over ? ((await readEngineValue(database.db, key)) as unknown as Reached | null) : null
  let reached: Reached = before?.hash === hash ? before : { hash, after: null, changed: 0, refused: [] }
  for (;;) {
    if (over?.aborted) return false
    const from = reached
    const { next, isLast } = await database.transaction(async (tx) => {
      const refused = [...from.refused]
      const { rows } = await sql<{ id: RecordId }>`select t.id from ${sql.table(entity.name)} as t
        where ${living('t')} and (${sql.ref(`t.${one.field.name}`)} is null or ${open(one, model)})
          ${from.after === null ? sql`` : sql`and t.id > ${from.after}`}
        order by t.id limit ${sql.lit(ROWS_A_BATCH)} for no key update`.execute(tx)
      const ids = rows.map(({ id }) => readId(entity, id))
      const changed = from.changed + (await countSome(tx, model, one, ids, refused))
      const next: Reached = { hash, after: ids.at(-1) ?? from.after, changed, refused: refused.slice(0, MAX_REFUSED) }
      if (over) await writeEngineValue(tx, key, next as unknown as JsonObject)
      return { next, isLast: ids.length < ROWS_A_BATCH }
    })
    reached = next
    if (isLast) break
  }
  if (over) await engineTables(database.db).deleteFrom('engine_state').where('key', '=', key).execute()
  const { changed, refused } = reached
  if (changed > 0) log(`${nameOf(one)}: ${changed} rows have the value of their formula`)
  const some = refused.slice(0, 3).join(', ')
  if (refused.length > 0) {
    log(
      `waiting: ${nameOf(one)}: its formula comes to a value beyond the field's limits in ${refused.length} rows ` +
        `(id ${some}), which keep what they had`,
    )
  }
  return true
}

/** Counts some rows; one whose value its table refuses is found in halves. */
async function countSome(
  tx: Tx,
  model: Model,
  one: FilledField,
  ids: readonly RecordId[],
  refused: RecordId[],
): Promise<number> {
  if (ids.length === 0) return 0
  await sql`savepoint some_rows`.execute(tx)
  try {
    const changed = await recount(tx, one, model, ids, [])
    await sql`release savepoint some_rows`.execute(tx)
    return changed.length
  } catch (error) {
    if (databaseError(error)?.code !== 'VALIDATION') throw error
    await sql`rollback to savepoint some_rows`.execute(tx)
    await sql`release savepoint some_rows`.execute(tx)
    if (ids.length === 1) {
      refused.push(...ids)
      return 0
    }
    const middle = Math.ceil(ids.length / 2)
    return (
      (await countSome(tx, model, one, ids.slice(0, middle), refused)) +
      (await countSome(tx, model, one, ids.slice(middle), refused))
    )
  }
}
