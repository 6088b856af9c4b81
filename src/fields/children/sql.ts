import { virtualColumn } from '../sql-columns'

/** Rows of their own table. */
export const childrenSql = virtualColumn
