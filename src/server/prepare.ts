import { sql } from 'kysely'
import { fieldSql } from '../fields/sql'
import type { Model } from '../model/model'
import type { Database, Tx } from './database/database'
import { screensOf, type ServerFeature } from './feature/feature'
import { migrate, type MigrateOptions } from './migrate/migrate'
import { moduleList } from './modules/module-list'
import { putMenus } from './modules/module-rows'
import { putNotices } from './notices'
import { putSingletons } from './records/singleton'
import type { Words } from './runtime'

// A new database has a line per table, which tells nobody anything.
const MAX_LINES = 8
/** Name of the role that sees and edits everything; the one row the engine cannot do without. */
const ROOT_ROLE = 'Administrador'

/**
 * Brings a database to a Model: tables, notices, the root role, a row for every module. It may be run again at any time and by
 * several processes at once.
 * @throws {DatabaseAheadError} where that is to be refused
 */
export async function prepareDatabase(
  database: Database, model: Model, features: readonly ServerFeature[], words: Words, log: (line: string) => void,
  options: Pick<MigrateOptions, 'whenAhead'> = {},
): Promise<void> {
  const { applied, waiting } = await migrate(database, model, fieldSql, () => {}, options)
  for (const line of applied.length > MAX_LINES ? [`The database: ${applied.length} changes.`] : applied) log(line)
  for (const line of waiting) log(`waiting: ${line}`)
  await database.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('toolrides prepare'))`.execute(tx)
    await putNotices(tx, model, features)
    await putRootRole(tx)
    await putSingletons(model, fieldSql, tx)
    await putMenus(tx, moduleList(model, screensOf(features)), words)
    for (const { prepare } of features) await prepare?.(tx)
  })
}

async function putRootRole(tx: Tx): Promise<void> {
  const there = await tx.selectFrom('roles').select('id').where('root', '=', true).limit(1).executeTakeFirst()
  if (there) return
  await tx.insertInto('roles').values({ name: ROOT_ROLE, type_user: '1', root: true, protected: true, all_modules: '2', rank: 0 }).execute()
}
