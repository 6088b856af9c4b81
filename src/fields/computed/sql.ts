import { virtualColumn } from '../sql-columns'

/** Worked out when it is read. */
export const computedSql = virtualColumn
