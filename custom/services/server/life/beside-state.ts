import { sql } from 'kysely'
import type { Json } from '#engine/model'
import type { Tx } from '#engine/server'

/** Columns of a service that a move writes beside its state, as the activity log tells them. */
export async function besideState(tx: Tx, id: number, columns: readonly string[]): Promise<{ readonly [column: string]: Json }> {
  if (columns.length === 0) return {}
  const pairs = sql.join(columns.flatMap((column) => [sql`${column}::text`, sql.ref(column)]))
  const { rows: [row] } = await sql<{ told: string }>`select jsonb_build_object(${pairs})::text as told from services where id = ${id}`.execute(tx)
  const told = row ? (JSON.parse(row.told) as { readonly [column: string]: Json }) : {}
  return Object.fromEntries(Object.entries(told).map(([column, value]) => [column, isMoment(column, value) ? new Date(value).toISOString() : value]))
}

const isMoment = (column: string, value: Json): value is string => column.startsWith('date_') && typeof value === 'string'
