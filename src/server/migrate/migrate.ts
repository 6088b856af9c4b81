import { createHash } from 'node:crypto'
import type { Model } from '../../model/model'
import type { Database, Tx } from '../database/database'
import { type ActualShape, actualShape, catalogFingerprint } from './actual-shape'
import { addColumns, changeDefaults, changeRequired, changeTypes, countOf, keepSuperfluous, renameColumns } from './change-columns'
import { ChangeLog } from './change-log'
import { addObjects, dropObjects } from './change-objects'
import type { FieldSqls } from './column-sql'
import { createTable } from './create-table'
import { desiredShape } from './desired-shape'
import { type EngineState, readState, writeState } from './engine-state'
import { CREATE_FOLD, FOLD_BODY } from './fold-function'
import { quoted } from './names'
import { runAll, runSql } from './run-sql'
import type { Shape, TableShape } from './shape'

/**
 * Brings the tables to a Model: adds, renames and widens what can be without losing anything, in one transaction. May be run at every
 * start and by several processes at once; a second run finds nothing to do.
 * @returns what was done, and what only a person may decide: removals, values that a new type, limit or reference has no place for
 */
export async function migrate(
  database: Database, model: Model, fieldSql: FieldSqls, log: (line: string) => void,
): Promise<{ applied: string[]; waiting: string[] }> {
  const shape = desiredShape(model, fieldSql)
  const hash = createHash('sha256').update(JSON.stringify([shape, FOLD_BODY])).digest('hex')
  const { applied, waiting } = await database.transaction(async (tx) => {
    // Another process that starts now waits here, and then finds everything done.
    await runSql(tx, `select pg_advisory_xact_lock(hashtext('engine_state')); set local statement_timeout = 0`)
    const state = await readState(tx)
    const changes = new ChangeLog()
    if (state.settled?.shape === hash && state.settled.catalog === await catalogFingerprint(tx)) return changes
    const actual = await actualShape(tx)
    await bringTo(tx, shape, actual, state, changes)
    await writeState(tx, {
      settled: changes.waiting.length === 0 ? { shape: hash, catalog: await catalogFingerprint(tx) } : null,
      tables: [...new Set([...state.tables.filter((name) => actual.tables.has(name)), ...shape.tables.map(({ name }) => name)])],
      defaults: Object.fromEntries(shape.tables.flatMap(({ name, columns }) => columns.flatMap((column) => column.default === null ? [] : [[`${name}.${column.name}`, column.default]]))),
    })
    return changes
  })
  for (const line of applied.length > 40 ? [`${applied.length} changes of the database`] : applied) log(line)
  for (const line of waiting) log(`waiting: ${line}`)
  return { applied, waiting }
}

async function bringTo(tx: Tx, shape: Shape, actual: ActualShape, state: EngineState, log: ChangeLog): Promise<void> {
  if (actual.fold !== FOLD_BODY) await runSql(tx, CREATE_FOLD)
  if (shape.trigrams && actual.trigrams === 'available') await runSql(tx, 'create extension if not exists pg_trgm')
  const noSearch = shape.trigrams && actual.trigrams === 'missing'
  if (noSearch) log.waits('pg_trgm', 'this extension is not on the server, and searches in large tables are slow without it', 'Install the package of additional modules of PostgreSQL')
  const wanted = (table: TableShape): TableShape => (noSearch ? { ...table, objects: table.objects.filter(({ kind }) => kind !== 'search') } : table)

  const tables = shape.tables.map(wanted)
  const created = tables.filter(({ name }) => !actual.tables.has(name))
  await runAll(tx, created.flatMap(createTable))
  for (const { name } of created) log.did(name, 'table created')

  const kept = tables.flatMap((table) => {
    const there = actual.tables.get(table.name)
    return there ? [{ table, there: { ...there, columns: new Map(there.columns) } }] : []
  })
  for (const { table, there } of kept) await dropObjects(tx, table, there, log)
  const blocked = new Map<string, ReadonlySet<string>>()
  for (const { table, there } of kept) {
    await renameColumns(tx, table, there.columns, log)
    await addColumns(tx, table, there.columns, log)
    blocked.set(table.name, await changeTypes(tx, table, there.columns, log))
    await changeDefaults(tx, table, there.columns, (column) => state.defaults[`${table.name}.${column}`] ?? null, log)
    await changeRequired(tx, table, there.columns, log)
    await keepSuperfluous(tx, table, there, log)
  }
  await runAll(tx, created.flatMap(({ objects }) => objects.filter(({ kind }) => kind === 'foreign').map(({ create }) => create)))
  for (const { table, there } of kept) await addObjects(tx, table.name, table.objects, there, blocked.get(table.name) ?? new Set(), log)
  await tellSuperfluousTables(tx, shape, actual, state, log)
}

async function tellSuperfluousTables(tx: Tx, shape: Shape, actual: ActualShape, state: EngineState, log: ChangeLog): Promise<void> {
  for (const name of state.tables) {
    if (!actual.tables.has(name) || shape.tables.some((table) => table.name === name)) continue
    const rows = await countOf(tx, `select count(*) as n from ${quoted(name)}`)
    log.waits(name, `this table is in no schema; it has ${rows} rows, and it is kept`, `To remove it for ever: drop table ${quoted(name)};`)
  }
}
