import { fileColumn } from '../sql-columns'

export const fileSql = fileColumn
