import { sql, type RawBuilder } from 'kysely'

/** A moment's column as the wire has it: ISO 8601 UTC to the millisecond. */
export const iso = (column: string): RawBuilder<string | null> =>
  sql<string | null>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
