import { virtualColumn } from '../sql-columns'

/** Kept in a table of its own, as `refs` are. */
export const tagsSql = virtualColumn
