import { sql } from 'kysely'
import { fieldSql } from '../../fields/sql'
import { mainKind } from '../../model/application'
import type { Model } from '../../model/model'
import type { Database, Tx } from '../platform/database/database'
import { screensOf, tableOwners, type ServerFeature } from '../language/feature/feature'
import { moveDynamicFields } from '../work/forms/move-dynamic-fields'
import { refreshFormulas } from '../records/formulas/refresh-formulas'
import { migrate, type MigrateOptions } from '../language/migrate/migrate'
import { quoted } from '../language/migrate/names'
import { runSql } from '../language/migrate/run-sql'
import { moduleList } from '../language/modules/module-list'
import { putMenus } from '../language/modules/module-rows'
import { putNotices } from '../work/notices'
import { putPresences } from '../records/presence/put-presences'
import { readOldTypes } from '../language/rules/field-column'
import { putSingletons } from '../records/singleton'
import { putRollups } from '../records/rollups/put-rollups'
import type { Words } from '../language/runtime'
import { makeSmallChanges } from '../records/upgrade/data-change'
import { phoneChanges } from '../records/upgrade/home-phones'
import { isLarge } from '../language/migrate/large-table'
import {
  awaitIndexes,
  laterIndexes,
  leaveIndexes,
  missingIndexes,
  type LaterIndex,
} from '../records/upgrade/later-indexes'
import { engineTables } from '../platform/database/engine-tables'

// A new database would log a line per table, which is of no use to anyone.
const MAX_LINES = 8
/** Name of the role that sees and edits everything; the one row the engine cannot work without. */
const ROOT_ROLE = 'Administrador'

/**
 * Brings a database to a Model: tables, notices, the root role, a row for every module. It may be run again at any time
 * and by several processes at once.
 * @throws {DatabaseAheadError} where that must be refused
 */
export async function prepareDatabase(
  database: Database,
  model: Model,
  features: readonly ServerFeature[],
  words: Words,
  log: (line: string) => void,
  options: Pick<MigrateOptions, 'whenAhead'> = {},
): Promise<void> {
  const owned = Object.keys(tableOwners(features))
  const { applied, waiting, oldTypes, later } = await migrate(database, model, fieldSql, () => {}, {
    ...options,
    owned,
  })
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
    await leaveIndexes(tx, [...later, ...(await ownIndexes(database, tx, features))])
  })
  await awaitIndexes(database, log)
  const changes = await makeSmallChanges(database, phoneChanges(model, features), log)
  const isCounted = await refreshFormulas(database, model, log)
  const left = (await laterIndexes(database.db))
    .map(({ name, table }) => `${table}: ${name}`)
    .concat(
      changes.map(({ name }) => name),
      isCounted ? [] : ['formulas of large tables'],
    )
  const told = left.length > MAX_LINES ? [`${left.length} pieces of work`] : left
  for (const line of told) log(`while the server answers: ${line}`)
}

/** Makes the features' indexes over small tables; @returns the others, which would keep everybody from writing. */
async function ownIndexes(
  database: Database,
  tx: Tx,
  features: readonly ServerFeature[],
): Promise<readonly LaterIndex[]> {
  const later: LaterIndex[] = []
  for (const index of await missingIndexes(
    tx,
    features.flatMap(({ indexes = [] }) => indexes),
  )) {
    if (database.engine === 'postgres' && (await isLarge(tx, index.table))) later.push(index)
    else await runSql(tx, `drop index if exists ${quoted(index.name)}; ${index.create}`)
  }
  return later
}

async function putRootRole(tx: Tx, type_user: string): Promise<void> {
  const there = await engineTables(tx)
    .selectFrom('roles')
    .select(['id', 'key'])
    .where('root', '=', true)
    .limit(1)
    .executeTakeFirst()
  if (there) {
    // A role of before roles had keys.
    if (there.key === null)
      await sql`update roles set key = 'root' where id = ${there.id} and key is null and not exists (select 1 from roles
        where key = 'root')`.execute(tx)
    return
  }
  await engineTables(tx)
    .insertInto('roles')
    .values({ name: ROOT_ROLE, key: 'root', type_user, root: true, protected: true, all_modules: '2', rank: 0 })
    .execute()
}
