import { createHash } from 'node:crypto'
import type { Model } from '../../../model/model'
import type { Database, Tx } from '../../platform/database/database'
import { type ActualShape, actualShape, catalogFingerprint, type ActualTable } from './actual-shape'
import {
  addColumns,
  changeDefaults,
  changeRequired,
  changeTypes,
  countRowsOf,
  keepSuperfluous,
  renameColumns,
} from './change-columns'
import { ChangeLog, waitingLine, type OldType, type WaitingChange } from './change-log'
import type { FieldSqls } from './column-sql'
import { createTable } from './create-table'
import { desiredShape } from './desired-shape'
import { assertOwn } from './own-tables'
import { broughtTo, type EngineState, isAhead, readState, withoutTables, writeState } from './engine-state'
import { CREATE_FOLD, FOLD_BODY } from './fold-function'
import { CREATE_ORDER, ORDER_BODY } from './order-function'
import { quoted, isOwnName } from './names'
import { runAll, runSql } from './run-sql'
import type { Shape, TableShape, ObjectShape } from './shape'
import { isLarge } from './large-table'
import type { LaterIndex } from '../../records/upgrade/later-indexes'

/** Drops the engine's own constraints and indexes that the Model no longer asks for: no row is lost with them. */
async function dropObjects(
  tx: Tx,
  { name: table, objects }: TableShape,
  actual: ActualTable,
  log: ChangeLog,
): Promise<void> {
  const desired = new Set(objects.map(({ name }) => name))
  for (const [name, kind] of actual.objects) {
    if (desired.has(name) || !isOwnName(name)) continue
    await runSql(
      tx,
      kind === 'index'
        ? `drop index if exists ${quoted(name)}`
        : `alter table ${quoted(table)} drop constraint if exists ${quoted(name)}`,
    )
    log.did(table, `${name} removed`)
  }
}

/**
 * Adds missing constraints and indexes, except those that existing rows violate.
 * @param blocked columns that do not yet have the type for which the object is written
 */
async function addObjects(
  tx: Tx,
  table: string,
  objects: readonly ObjectShape[],
  actual: ActualTable,
  blocked: ReadonlySet<string>,
  log: ChangeLog,
): Promise<void> {
  const missing = objects.filter(
    ({ name, columns }) => !actual.objects.has(name) && !columns.some((column) => blocked.has(column)),
  )
  const isLeft = log.leaves && missing.some(isIndex) && (await isLarge(tx, table))
  for (const object of missing) {
    if (isLeft && isIndex(object)) {
      log.later.push({ name: object.name, table, create: object.create })
      continue
    }
    const rows = object.against === null ? 0 : await countRowsOf(tx, object.against)
    if (rows > 0) {
      log.waits({ table, rows, what: `${object.error} (${rows})`, how: 'Correct them and start again', statements: [] })
      continue
    }
    // One whose build was cut off has the name and answers nobody.
    await runSql(tx, isIndex(object) ? `drop index if exists ${quoted(object.name)}; ${object.create}` : object.create)
    log.did(table, `${object.name} added`)
  }
}

/** What makes reading fast and refuses nothing: it may come later. */
const isIndex = ({ kind }: ObjectShape): boolean => kind === 'index' || kind === 'search'

/** How far a migration goes. */
export interface MigrateOptions {
  /** `start` does what loses nothing; `apply` also does what a person has agreed to; `plan` only reports. */
  readonly mode?: 'start' | 'plan' | 'apply'
  /**
   * What to do when the database has moved to a newer shape: refuse (other servers work on it), or take it back to this
   * one.
   */
  readonly whenAhead?: 'refuse' | 'go back'
  /** Tables that features keep themselves: never called superfluous. */
  readonly owned?: readonly string[]
}

interface Migrated {
  readonly applied: readonly string[]
  /** Removals, narrowings, and values that do not fit a new type, limit or reference, one per line. */
  readonly waiting: readonly string[]
  readonly plan: readonly WaitingChange[]
  /** Columns that have another type than their fields until a person decides. */
  readonly oldTypes: readonly OldType[]
  /** Indexes of large tables that a start leaves for afterwards. */
  readonly later: readonly LaterIndex[]
}

/** The database has moved to a newer Model than this one. */
export class DatabaseAheadError extends Error {
  override readonly name = 'DatabaseAheadError'

  constructor() {
    super(
      'The database was brought to a newer version of the schemas than the ones here, and another server may be working with it. ' +
        'Start the newer version. If going back is what you want: npm run migrate shows what it means, npm run migrate -- --keep takes these ' +
        'schemas as the newest and leaves the additional columns alone, npm run migrate -- --apply removes them with their data.',
    )
  }
}

/**
 * Brings the tables to a Model: adds, renames and widens whatever it can without losing anything, in one transaction.
 * May be run at every start and by several processes at once; a second run finds nothing to do.
 * @throws {DatabaseAheadError}
 */
export async function migrate(
  database: Database,
  model: Model,
  fieldSql: FieldSqls,
  log: (line: string) => void,
  { mode = 'start', whenAhead = 'go back', owned = [] }: MigrateOptions = {},
): Promise<Migrated> {
  const shape = desiredShape(model, fieldSql)
  const hash = createHash('sha256')
    .update(JSON.stringify([shape, FOLD_BODY]))
    .digest('hex')
  const planned: { changes?: ChangeLog } = {}
  const work = async (tx: Tx): Promise<ChangeLog> => {
    // Another process that starts now waits here, and then finds everything done.
    await runSql(tx, `select pg_advisory_xact_lock(hashtext('engine_state')); set local statement_timeout = 0`)
    const state = withoutTables(await readState(tx), owned)
    if (whenAhead === 'refuse' && isAhead(state, hash)) throw new DatabaseAheadError()
    const changes = new ChangeLog(mode === 'start' && database.engine === 'postgres')
    if (state.settled?.shape === hash && state.settled.catalog === (await catalogFingerprint(tx))) return changes
    const actual = await bringAll(tx, shape, state, changes, mode === 'apply')
    await writeState(tx, {
      settled: changes.isDone ? { shape: hash, catalog: await catalogFingerprint(tx) } : null,
      tables: [
        ...new Set([
          ...state.tables.filter((name) => actual.tables.has(name)),
          ...shape.tables.map(({ name }) => name),
        ]),
      ],
      defaults: Object.fromEntries(
        shape.tables.flatMap(({ name, columns }) =>
          columns.flatMap((column) => (column.default === null ? [] : [[`${name}.${column.name}`, column.default]])),
        ),
      ),
      history: broughtTo(state, hash),
    })
    if (mode === 'plan') {
      planned.changes = changes
      throw new OnlyPlanned()
    }
    return changes
  }
  const {
    applied,
    waiting: plan,
    oldTypes,
    later,
  } = await database.transaction(work).catch((error: unknown) => {
    if (error instanceof OnlyPlanned && planned.changes) return planned.changes
    throw error
  })
  const waiting = plan.map(waitingLine)
  for (const line of applied.length > 40 ? [`${applied.length} changes of the database`] : applied) log(line)
  for (const line of waiting) log(`waiting: ${line}`)
  return { applied, waiting, plan, oldTypes, later }
}

/** Rolls back the transaction of a plan. */
class OnlyPlanned extends Error {}

const NO_TRIGRAMS: WaitingChange = {
  table: 'pg_trgm',
  rows: 0,
  statements: [],
  what: 'this extension is not on the server, and searches in large tables are slow without it',
  how: 'Install the package of additional modules of PostgreSQL',
}

/**
 * One round; where a person has agreed, what waited is done and the rest is checked again, as long as that changes
 * something.
 */
async function bringAll(
  tx: Tx,
  shape: Shape,
  state: EngineState,
  changes: ChangeLog,
  agreed: boolean,
): Promise<ActualShape> {
  for (;;) {
    const actual = await actualShape(tx)
    changes.again()
    await bringTo(tx, shape, actual, state, changes)
    const ready = agreed ? changes.waiting.filter(({ statements }) => statements.length > 0) : []
    if (ready.length === 0) return actual
    for (const { table, what, statements } of ready) {
      await runAll(tx, statements)
      changes.did(table, `${what}: done`)
    }
  }
}

async function bringTo(tx: Tx, shape: Shape, actual: ActualShape, state: EngineState, log: ChangeLog): Promise<void> {
  if (actual.fold !== FOLD_BODY) await runSql(tx, CREATE_FOLD)
  if (actual.order !== ORDER_BODY) await runSql(tx, CREATE_ORDER)
  if (shape.trigrams && actual.trigrams === 'available') await runSql(tx, 'create extension if not exists pg_trgm')
  const noSearch = shape.trigrams && actual.trigrams === 'missing'
  if (noSearch) log.waits(NO_TRIGRAMS)
  const wanted = (table: TableShape): TableShape =>
    noSearch ? { ...table, objects: table.objects.filter(({ kind }) => kind !== 'search') } : table

  const tables = shape.tables.map(wanted)
  assertOwn(tables, actual, state)
  await renameTables(tx, tables, actual, log)
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
  await runAll(
    tx,
    created.flatMap(({ objects }) => objects.filter(({ kind }) => kind === 'foreign').map(({ create }) => create)),
  )
  for (const { table, there } of kept)
    await addObjects(tx, table.name, table.objects, there, blocked.get(table.name) ?? new Set(), log)
  await tellSuperfluousTables(tx, shape, actual, state, log)
}

/** Gives tables their new names: those of `refs` fields that were renamed. */
async function renameTables(tx: Tx, tables: readonly TableShape[], actual: ActualShape, log: ChangeLog): Promise<void> {
  for (const { name, was = [] } of tables) {
    const old = actual.tables.has(name)
      ? undefined
      : was.find((one) => actual.tables.has(one) && !tables.some((other) => other.name === one))
    const there = old === undefined ? undefined : actual.tables.get(old)
    if (old === undefined || !there) continue
    await runSql(tx, `alter table ${quoted(old)} rename to ${quoted(name)}`)
    actual.tables.set(name, there)
    actual.tables.delete(old)
    log.did(name, `table renamed from ${old}`)
  }
}

async function tellSuperfluousTables(
  tx: Tx,
  shape: Shape,
  actual: ActualShape,
  state: EngineState,
  log: ChangeLog,
): Promise<void> {
  for (const name of state.tables) {
    if (!actual.tables.has(name) || shape.tables.some((table) => table.name === name)) continue
    const rows = await countRowsOf(tx, `select count(*) as n from ${quoted(name)}`)
    log.waits({
      table: name,
      rows,
      what: `this table is in no schema; it has ${rows} rows, and it is kept`,
      how: 'To remove it for ever: npm run migrate -- --apply',
      // References from tables that are no longer in any schema must not prevent it.
      statements: [`drop table ${quoted(name)} cascade`],
    })
  }
}
