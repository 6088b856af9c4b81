import { virtualColumn } from '../sql-columns'

/** Computed when it is read. */
export const computedSql = virtualColumn
