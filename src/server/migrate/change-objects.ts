import type { Tx } from '../database/database'
import type { ActualTable } from './actual-shape'
import { countOf } from './change-columns'
import type { ChangeLog } from './change-log'
import { isOwnName, quoted } from './names'
import { runSql } from './run-sql'
import type { ObjectShape, TableShape } from './shape'

/** Takes away the engine's own constraints and indexes that the Model does not ask for any more: no row is lost with them. */
export async function dropObjects(tx: Tx, { name: table, objects }: TableShape, actual: ActualTable, log: ChangeLog): Promise<void> {
  const desired = new Set(objects.map(({ name }) => name))
  for (const [name, kind] of actual.objects) {
    if (desired.has(name) || !isOwnName(name)) continue
    await runSql(tx, kind === 'index' ? `drop index if exists ${quoted(name)}` : `alter table ${quoted(table)} drop constraint if exists ${quoted(name)}`)
    log.did(table, `${name} removed`)
  }
}

/**
 * Adds constraints and indexes that are missing, but for those that rows stand in the way of.
 * @param blocked columns that are not of the type yet that the object is written for
 */
export async function addObjects(
  tx: Tx, table: string, objects: readonly ObjectShape[], actual: ActualTable, blocked: ReadonlySet<string>, log: ChangeLog,
): Promise<void> {
  for (const object of objects) {
    if (actual.objects.has(object.name) || object.columns.some((column) => blocked.has(column))) continue
    const rows = object.against === null ? 0 : await countOf(tx, object.against)
    if (rows > 0) {
      log.waits({ table, rows, what: `${object.fault} (${rows})`, how: 'Correct them and start again', statements: [] })
      continue
    }
    await runSql(tx, object.create)
    log.did(table, `${object.name} added`)
  }
}
