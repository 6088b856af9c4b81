import { sql } from 'kysely'
import type { Db } from '../../platform/database/database'

/** A start waits for work over so many rows, which is a second; what larger tables need is done while it answers. */
export const MAX_ROWS_AT_START = 50_000

/** Whether a table has more rows than a start waits for. */
export async function isLarge(db: Db, table: string): Promise<boolean> {
  const {
    rows: [row],
  } = await sql<{ n: string }>`select count(*) as n from (
    select from ${sql.table(table)} limit ${sql.lit(MAX_ROWS_AT_START + 1)}) as found`.execute(db)
  return Number(row?.n ?? 0) > MAX_ROWS_AT_START
}
