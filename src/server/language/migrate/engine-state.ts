import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database'
import { runSql } from './run-sql'
import { engineTables } from '../../platform/database/engine-tables'

/** What the last migration recorded, in addition to the tables themselves. */
export interface EngineState {
  /** Hash of the current shape, and fingerprint of the catalogue then; null while something waits. */
  readonly settled: { readonly shape: string; readonly catalog: string } | null
  /** Tables the engine has created: only those are ever called superfluous. */
  readonly tables: readonly string[]
  /** `table.column` → default as it was declared; the catalogue writes it differently. */
  readonly defaults: { readonly [column: string]: string }
  /** Hashes of the shapes that the database was brought to, the newest last. */
  readonly history?: readonly string[]
}

const EMPTY: EngineState = { settled: null, tables: [], defaults: {} }
const MAX_HISTORY = 200

export async function readState(tx: Tx): Promise<EngineState> {
  await runSql(tx, 'create table if not exists engine_state (key text primary key, value jsonb not null)')
  const row = await engineTables(tx)
    .selectFrom('engine_state')
    .select(sql<EngineState>`value`.as('value'))
    .where('key', '=', 'shape')
    .executeTakeFirst()
  return row?.value ?? EMPTY
}

/** The state as if the engine had never taken these tables for its own. */
export const withoutTables = (state: EngineState, names: readonly string[]): EngineState => ({
  ...state,
  tables: state.tables.filter((name) => !names.includes(name)),
})

export async function writeState(tx: Tx, state: EngineState): Promise<void> {
  const value = sql<string>`${JSON.stringify(state)}::jsonb`
  await engineTables(tx)
    .insertInto('engine_state')
    .values({ key: 'shape', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/**
 * Whether the database had this shape before and has since moved to a newer one: a server with this shape is out of
 * date.
 */
export const isAhead = ({ history = [] }: EngineState, shape: string): boolean =>
  history.includes(shape) && history.at(-1) !== shape

/** The history with a shape as its newest. */
export const broughtTo = ({ history = [] }: EngineState, shape: string): readonly string[] =>
  [...history.filter((hash) => hash !== shape), shape].slice(-MAX_HISTORY)
