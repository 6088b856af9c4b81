import type { Insertable, Kysely, SelectQueryBuilder } from 'kysely'
import type { EngineTables } from './tables'
import type { Db } from './database'

/** Tables whose rows are removed by a date, as in every table of a schema. */
type Removable<T> = { [N in keyof T]: 'date_deleted' extends keyof T[N] ? N : never }[keyof T] & string
/** A table by its name, `services`, or with an alias, `services as s`. */
export type Named<T> = Removable<T> | `${Removable<T>} as ${string}`
type TableOf<N> = N extends `${infer Table} as ${string}` ? Table : N
type AliasOf<N> = N extends `${string} as ${infer Alias}` ? Alias : N
/** The tables of a query that started with one of them. */
type With<T, N> = {
  [K in keyof T | (AliasOf<N> & string)]: K extends AliasOf<N>
    ? T[TableOf<N> & keyof T]
    : K extends keyof T
      ? T[K]
      : never
}
export type Rows<T, N> = SelectQueryBuilder<With<T, N>, AliasOf<N> & keyof With<T, N>, {}>

/**
 * The builder over the engine's own tables, of a database or within a transaction: the compiler knows their columns.
 * Tables that only the metadata names are asked by `sql`.
 */
export const engineTables = (db: Db): Kysely<EngineTables> => db as unknown as Kysely<EngineTables>

/** What a new row of an engine's table is made of. */
export type NewRow<N extends keyof EngineTables> = Insertable<EngineTables[N]>

/** Starts a query of the engine's rows that are not removed: `livingRows(tx, 'users as u')`. */
export const livingRows = <N extends Named<EngineTables>>(db: Db, named: N): Rows<EngineTables, N> =>
  begunLiving(db, named) as unknown as Rows<EngineTables, N>

/** Such a query of any table, whose types the caller knows. */
export function begunLiving(db: Db, named: string) {
  const alias = named.split(' as ')[1] ?? named
  return db.selectFrom(named).where(`${alias}.date_deleted`, 'is', null)
}
