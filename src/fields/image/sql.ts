import { fileColumn } from '../sql-columns'

export const imageSql = fileColumn
