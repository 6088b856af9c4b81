import { fileSql } from '../file/sql'

export const imageSql = fileSql
