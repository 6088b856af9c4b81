// The typed tables of this application, for the server halves of its features.
//
//   import { living, patchRecords, type Row, tables, visible } from '#app/tables'
//
// The types are written by `npm run generate`, and by `npm run dev` whenever a schema is saved.

import type { Updateable } from 'kysely'
import { type ColumnName, type ColumnOf, patchesOf, type RowOf, typedTables, type Values } from '#engine/server'
import type { AppTables } from '../generated/tables'

export const { tables, living, visible } = typedTables<AppTables>()
export const { patchRecord, patchRecords } = patchesOf<AppTables>()

/**
 * Columns of a row as read, for `sql` that the builder cannot express: `sql<Row<'services', 'id' | 'state'>>`.
 * `Filled`: those that may be empty in the table and are not in the query's result.
 */
export type Row<
  N extends keyof AppTables,
  C extends keyof RowOf<AppTables, N> = keyof RowOf<AppTables, N>,
  Filled extends C = never,
> = RowOf<AppTables, N, C, Filled>

/** One column of a row, for one that a query renames: `readonly us_name: Column<'users.name'>`. */
export type Column<P extends ColumnName<AppTables>> = ColumnOf<AppTables, P>

/** What may be written into an existing row. */
export type Changes<N extends keyof AppTables> = Updateable<AppTables[N]>

/** What `patchRecord` writes: such values, or pieces of SQL. */
export type Written<N extends keyof AppTables> = Values<AppTables[N]>
