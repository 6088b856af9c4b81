import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Model } from '../../model/model'
import { databaseError } from '../answers/database-error'
import type { Database, Tx } from '../database/database'
import { readId, type RecordId } from '../records/record-id'
import { dependentsOf, type Counted } from './dependents'
import { open, recount, settled } from './recount'

/** Rows of one transaction: other servers may be writing to the table. */
const ROWS_A_BATCH = 5000

/** Name of the row of `engine_state` that keeps what each formula was when its column was counted. */
const STATE = 'formulas'

/**
 * Gives existing rows what their formulas come to, where a formula is new or another one than at the last start, or counts with such a one. In batches; a start
 * that is interrupted begins again.
 * @param skipped `table.column` of columns that have another type until a person decides
 */
export async function refreshFormulas(database: Database, model: Model, skipped: ReadonlySet<string>, log: (line: string) => void): Promise<void> {
  const { counted, triggers } = dependentsOf(model)
  if (counted.length === 0) return
  const before = await readState(database)
  const now = new Map(counted.map((one) => [nameOf(one), hashOf(database, model, one)]))
  const stale = new Set<number>()
  for (const [at, one] of counted.entries()) {
    const name = nameOf(one)
    if (skipped.has(name)) now.delete(name)
    else if (before[name] !== now.get(name)) stale.add(at)
    // Those that read it come after it.
    if (stale.has(at)) for (const trigger of triggers.get(one.entity.name) ?? []) if (trigger.fields.has(one.field.name)) stale.add(trigger.at)
  }
  for (const [at, one] of counted.entries()) {
    if (!stale.has(at) || skipped.has(nameOf(one))) continue
    const { changed, refused } = await countAll(database, model, one)
    if (changed > 0) log(`${nameOf(one)}: ${changed} rows have the value of their formula`)
    if (refused.length > 0) log(`waiting: ${nameOf(one)}: its formula comes to a value beyond the field's limits in ${refused.length} rows (id ${refused.slice(0, 3).join(', ')}), which keep what they had`)
  }
  if (stale.size > 0 || Object.keys(before).length !== now.size) await writeState(database, Object.fromEntries(now))
}

const nameOf = ({ entity, field }: Counted): string => `${entity.name}.${field.name}`

/** What a formula is, as the SQL that counts it: another scale, reference or rule is another formula. */
const hashOf = ({ db }: Database, model: Model, one: Counted): string =>
  createHash('sha256').update(settled(one, model, sql<boolean>`true`).compile(db).sql).digest('hex').slice(0, 16)

async function readState({ db }: Database): Promise<{ readonly [name: string]: string }> {
  const row = await db.selectFrom('engine_state').select('value').where('key', '=', STATE).executeTakeFirst()
  return (row?.value ?? {}) as { readonly [name: string]: string }
}

async function writeState({ db }: Database, state: { readonly [name: string]: string }): Promise<void> {
  const value = sql`${JSON.stringify(state)}::jsonb`
  await db.insertInto('engine_state').values({ key: STATE, value }).onConflict((conflict) => conflict.column('key').doUpdateSet({ value })).execute()
}

async function countAll(database: Database, model: Model, one: Counted): Promise<{ readonly changed: number; readonly refused: readonly RecordId[] }> {
  const { entity } = one
  let changed = 0
  const refused: RecordId[] = []
  for (let last: RecordId | null = null; ;) {
    const after: RecordId | null = last
    const ids: readonly RecordId[] = await database.transaction(async (tx) => {
      const { rows } = await sql<{ id: RecordId }>`select t.id from ${sql.table(entity.name)} as t
        where t.date_deleted is null and (${sql.ref(`t.${one.field.name}`)} is null or ${open(one, model)}) ${after === null ? sql`` : sql`and t.id > ${after}`} order by t.id limit ${sql.lit(ROWS_A_BATCH)} for no key update`.execute(tx)
      const found = rows.map(({ id }) => readId(entity, id))
      changed += await countSome(tx, model, one, found, refused)
      return found
    })
    last = ids.at(-1) ?? null
    if (ids.length < ROWS_A_BATCH) return { changed, refused }
  }
}

/** Counts some rows; one whose value its table refuses is found in halves. */
async function countSome(tx: Tx, model: Model, one: Counted, ids: readonly RecordId[], refused: RecordId[]): Promise<number> {
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
    return (await countSome(tx, model, one, ids.slice(0, middle), refused)) + (await countSome(tx, model, one, ids.slice(middle), refused))
  }
}
