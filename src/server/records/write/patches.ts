import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type RawBuilder,
  type Selectable,
  sql,
  type SqlBool,
  type Updateable,
} from 'kysely'
import type { Tx } from '../../platform/database/database'
import type { PatchDeed } from './patch-deed'
import { patchRows } from './patch-rows'

export type { By, PatchDeed as Deed } from './patch-deed'

/** Tables of records: their rows have a version and dates. */
type Records<T> = {
  [N in keyof T]: 'id' | 'version' | 'date_updated' | 'date_deleted' extends keyof T[N] ? N : never
}[keyof T] &
  string

/** Which rows: columns that equal a value (`null`: is empty; `anyOf(ids)`), or a condition of the builder. */
type Which<T, N extends keyof T> =
  | { readonly [C in keyof Selectable<T[N]>]?: Selectable<T[N]>[C] | RawBuilder<unknown> }
  | ((eb: ExpressionBuilder<T, N>) => Expression<SqlBool>)

/** A row that was written: its columns as they were and as they are, with the values of the driver. */
export interface Patched<Row = { readonly [column: string]: unknown }> {
  readonly id: number
  readonly version: number
  readonly before: Row
  readonly after: Row
}

/** What is written: values, or pieces of SQL in which unnamed columns are those of the row as it was. */
export type Values<Row> = { readonly [C in keyof Updateable<Row>]?: Updateable<Row>[C] | RawBuilder<unknown> }
type Read<T, N extends keyof T, V, R> = Pick<Selectable<T[N]>, (keyof V | R) & keyof Selectable<T[N]>>

/** How features change rows by SQL of their own, over the tables of an application (`T`). */
export interface Patches<T> {
  /**
   * Changes one row: raises its version, sets its dates, writes its line of the log, tells events and followers, and
   * counts the formulas that read it, in the transaction. @returns null: there is no such row
   */
  patchRecord<N extends Records<T>, V extends Values<T[N]>, R extends keyof Selectable<T[N]> & string = never>(
    tx: Tx,
    table: N,
    id: number,
    columns: V,
    deed: PatchDeed<R>,
  ): Promise<Patched<Read<T, N, V, R>> | null>
  /**
   * The same for all rows of a condition, in one statement. A row that no longer fits it, when its lock is had, is
   * left.
   */
  patchRecords<N extends Records<T>, V extends Values<T[N]>, R extends keyof Selectable<T[N]> & string = never>(
    tx: Tx,
    table: N,
    which: Which<T, N>,
    columns: V,
    deed: PatchDeed<R>,
  ): Promise<readonly Patched<Read<T, N, V, R>>[]>
}

/** Typed by an application's tables; the rows are the same at run time. */
export function patchesOf<T>(): Patches<T> {
  // The condition is asked of the table by its own name.
  const condition = (which: unknown): Expression<unknown> => {
    if (typeof which === 'function')
      return (which as (eb: unknown) => Expression<unknown>)(expressionBuilder<never, never>())
    const parts = Object.entries(which as object).filter(([, value]) => value !== undefined)
    return sql`${sql.join(
      parts.map(([column, value]: [string, unknown]) =>
        value === null ? sql`${sql.id(column)} is null` : sql`${sql.id(column)} = ${value}`,
      ),
      sql` and `,
    )}`
  }
  const typed = <Row>(rows: readonly Patched[]) => rows as readonly Patched<Row>[]
  return {
    patchRecord: async <N extends Records<T>, V extends Values<T[N]>, R extends keyof Selectable<T[N]> & string>(
      tx: Tx,
      table: N,
      id: number,
      columns: V,
      deed: PatchDeed<R>,
    ) => typed<Read<T, N, V, R>>(await patchRows(tx, table, condition({ id }), columns, deed))[0] ?? null,
    patchRecords: async <N extends Records<T>, V extends Values<T[N]>, R extends keyof Selectable<T[N]> & string>(
      tx: Tx,
      table: N,
      which: Which<T, N>,
      columns: V,
      deed: PatchDeed<R>,
    ) => typed<Read<T, N, V, R>>(await patchRows(tx, table, condition(which), columns, deed)),
  }
}
