import { virtualColumn } from '../sql-columns'

/** Kept in a table of its own, read and written by the engine (`src/server/records/relations`). */
export const refsSql = virtualColumn
