import { sql } from 'kysely'
import type { Database, Db, Tx } from '../../platform/database/database'
import { objectName } from '../../language/migrate/names'
import { bucketType } from './buckets'
import { freshCounts } from './recount'
import { definitionOf, lockRollups, storedRollups, type MadeRollup, type StoredRollup } from './stored-rollup'

/** PostgreSQL's code for a zone that it does not know. */
const INVALID_PARAMETER = '22023'
/** A retired rollup is kept up for as long as a question may take that has chosen it. */
const RETIRED_MINUTES = 5

/**
 * Gives rollups the tables that they need: new ones, and new ones in the place of those of another zone. Drops those
 * that have been retired for long.
 * @param zone the company's, of which days and hours are
 */
export async function makeTables(database: Database, zone: string): Promise<void> {
  const stored = await storedRollups(database.db)
  if (stored.every(({ made, isRetired }) => made?.zone === zone && !isRetired)) return
  if (!(await isZone(database.db, zone))) return
  await database.transaction(async (tx) => {
    await lockRollups(tx)
    for (const { made, isRetired, ...rollup } of await storedRollups(tx)) {
      if (isRetired || made?.zone === zone) continue
      if (made) {
        await sql`update engine_rollups set date_retired = now() where id = ${rollup.id}`.execute(tx)
        await addAgain(tx, rollup, zone)
      } else await makeTable(tx, rollup, zone)
    }
    const { rows } = await sql<{ name: string | null }>`delete from engine_rollups
      where date_retired < now() - ${sql.lit(`${RETIRED_MINUTES} minutes`)}::interval returning name`.execute(tx)
    for (const { name } of rows) if (name !== null) await sql`drop table if exists ${sql.table(name)}`.execute(tx)
  })
}

/** The list of all zones (`pg_timezone_names`) reads a file for each: half a second and more of a start. */
const isZone = (db: Db, zone: string): Promise<boolean> =>
  sql`select now() at time zone ${zone}`.execute(db).then(
    () => true,
    (error: unknown) => {
      if ((error as { readonly code?: unknown }).code !== INVALID_PARAMETER) throw error
      return false
    },
  )

/** The same rollup for another zone; one that was retired and is still kept up serves again. */
async function addAgain(tx: Tx, rollup: StoredRollup, zone: string): Promise<void> {
  const again = (await storedRollups(tx)).find(
    ({ made, isRetired, ...other }) => isRetired && made?.zone === zone && definitionOf(other) === definitionOf(rollup),
  )
  if (again) {
    await sql`update engine_rollups set date_retired = null where id = ${again.id}`.execute(tx)
    return
  }
  const {
    rows: [row],
  } = await sql<{ id: number }>`insert into engine_rollups (entity, unit, at_field, dims, sums, is_moment, place)
    select entity, unit, at_field, dims, sums, is_moment, place from engine_rollups where id = ${rollup.id}
    returning id`.execute(tx)
  if (row) await makeTable(tx, { ...rollup, id: row.id }, zone)
}

async function makeTable(tx: Tx, rollup: StoredRollup, zone: string): Promise<void> {
  const table = objectName(rollup.entity, [], 'rollup', `${definitionOf(rollup)} ${zone} ${rollup.id}`)
  const made: MadeRollup = { ...rollup, table, zone, isReady: false, builtTo: null }
  await sql`create table ${sql.table(table)} as ${freshCounts(made, sql`array[]::${bucketType(made)}[]`)} with no data`.execute(
    tx,
  )
  await sql`create index on ${sql.table(table)} (${sql.id(rollup.at)})`.execute(tx)
  await sql`update engine_rollups set name = ${table}, zone = ${zone} where id = ${rollup.id}`.execute(tx)
}
