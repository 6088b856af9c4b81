import { sql } from 'kysely'
import { fieldSql } from '../fields/sql'
import { mainKind } from '../model/application'
import type { Model } from '../model/model'
import type { Database, Tx } from './database/database'
import { screensOf, tableOwners, type ServerFeature } from './feature/feature'
import { moveDynamicFields } from './forms/move-dynamic-fields'
import { refreshFormulas } from './formulas/refresh-formulas'
import { migrate, type MigrateOptions } from './migrate/migrate'
import { moduleList } from './modules/module-list'
import { putMenus } from './modules/module-rows'
import { putNotices } from './notices'
import { putPresences } from './records/presence/put-presences'
import { readOldTypes } from './records/read/field-column'
import { putSingletons } from './records/singleton'
import { putRollups } from './rollups/put-rollups'
import type { Words } from './runtime'

// A new database would log a line per table, which is of no use to anyone.
const MAX_LINES = 8
/** Name of the role that sees and edits everything; the one row the engine cannot work without. */
const ROOT_ROLE = 'Administrador'

/**
 * Brings a database to a Model: tables, notices, the root role, a row for every module. It may be run again at any time and by
 * several processes at once.
 * @throws {DatabaseAheadError} where that must be refused
 */
export async function prepareDatabase(
  database: Database, model: Model, features: readonly ServerFeature[], words: Words, log: (line: string) => void,
  options: Pick<MigrateOptions, 'whenAhead'> = {},
): Promise<void> {
  const { applied, waiting, oldTypes } = await migrate(database, model, fieldSql, () => {}, { ...options, owned: Object.keys(tableOwners(features)) })
  readOldTypes(model, oldTypes)
  for (const line of applied.length > MAX_LINES ? [`The database: ${applied.length} changes.`] : applied) log(line)
  for (const line of waiting) log(`waiting: ${line}`)
  await database.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('toolrides prepare'))`.execute(tx)
    await putNotices(tx, model, features)
    await putPresences(tx)
    await putRollups(tx, model, log)
    await putRootRole(tx, mainKind(model.application))
    await putSingletons(model, fieldSql, tx)
    await moveDynamicFields(tx, model, words)
    await putMenus(tx, moduleList(model, screensOf(features)), words, mainKind(model.application))
    for (const { prepare } of features) await prepare?.(tx)
  })
  await refreshFormulas(database, model, new Set(oldTypes.map(({ table, column }) => `${table}.${column}`)), log)
}

async function putRootRole(tx: Tx, type_user: string): Promise<void> {
  const there = await tx.selectFrom('roles').select('id').where('root', '=', true).limit(1).executeTakeFirst()
  if (there) {
    // A role of before roles had keys.
    await sql`update roles set key = 'root' where id = ${there.id} and key is null and not exists (select 1 from roles where key = 'root')`.execute(tx)
    return
  }
  await tx.insertInto('roles').values({ name: ROOT_ROLE, key: 'root', type_user, root: true, protected: true, all_modules: '2', rank: 0 }).execute()
}
