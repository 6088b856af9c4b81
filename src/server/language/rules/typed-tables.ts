import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { scopeSql, type ScopeAsker } from './scope-sql'
import type { Db } from '../../platform/database/database'
import { begunLiving, type Named, type Rows } from '../../platform/database/engine-tables'

/**
 * Columns of a row as they are read: `RowOf<AppTables, 'services', 'id' | 'state', 'state'>`, where the builder cannot
 * infer it. `Filled`: those that may be empty in the table but never in the query's result.
 */
export type RowOf<
  T,
  N extends keyof T,
  C extends keyof Selectable<T[N]> = keyof Selectable<T[N]>,
  Filled extends C = never,
> = {
  readonly [K in C]: K extends Filled ? NonNullable<Selectable<T[N]>[K]> : Selectable<T[N]>[K]
}

/** One column of a row, for a column that a query renames: `ColumnOf<AppTables, 'users.name'>`. */
export type ColumnOf<T, P extends ColumnName<T>> = P extends `${infer N}.${infer C}`
  ? Selectable<T[N & keyof T]>[C & keyof Selectable<T[N & keyof T]>]
  : never
export type ColumnName<T> = { [N in keyof T & string]: `${N}.${keyof T[N] & string}` }[keyof T & string]

/** Right side of `where('id', '=', anyOf(ids))`: one statement for any number of ids; an empty list finds nothing. */
export const anyOf = (ids: readonly number[]): RawBuilder<number> => sql<number>`any(${[...ids]}::int[])`

/**
 * How features query the tables of an application (`T`, from `npm run generate`), so that the compiler knows every
 * name.
 */
export interface TypedTables<T> {
  /** The builder over typed tables, of a database or within a transaction. */
  tables(db: Db): Kysely<T>
  /**
   * Starts a query of rows that are not removed: `living(tx, 'services as s')`. A joined table needs its own condition.
   */
  living<N extends Named<T>>(db: Db, named: N): Rows<T, N>
  /** As `living`, limited to the asker's company, branches or person, as in lists (`scopeSql`). */
  visible<N extends Named<T>>(db: Db, asker: ScopeAsker, named: N): Rows<T, N>
}

/** The typed front over an application's tables; it does at run time what the untyped builder does. */
export function typedTables<T>(): TypedTables<T> {
  // The two views of one builder: the engine's, by names of the Model, and the application's.
  const typed = <N>(query: unknown) => query as Rows<T, N>
  return {
    tables: (db) => db as unknown as Kysely<T>,
    living: <N extends Named<T>>(db: Db, named: N) => typed<N>(begunLiving(db, named)),
    visible: <N extends Named<T>>(db: Db, asker: ScopeAsker, named: N) => {
      const [table = named, alias = table] = named.split(' as ')
      return typed<N>(begunLiving(db, named).where(scopeSql(asker, table, alias)))
    },
  }
}
