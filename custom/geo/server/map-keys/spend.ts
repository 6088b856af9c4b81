import { sql } from 'kysely'
import { tables } from '#app/tables'
import type { Db } from '#engine/server'

/**
 * Reserves the cost of a question from a key's month, in one statement, so that concurrent processes together stay
 * within the limit.
 * @param cost US$ @param month `YYYY-MM` in the company's zone
 * @returns false when it would exceed the limit: the key must not be asked
 */
export async function reserve(db: Db, id: number, cost: number, month: string): Promise<boolean> {
  const spent = sql<string>`(case when cost_month = ${month} then coalesce(cost, 0) else 0 end + ${cost}::numeric)`
  const row = await tables(db)
    .updateTable('map_keys')
    .set({ cost: spent, cost_month: month })
    .where('id', '=', id)
    .where(({ eb, or, ref }) =>
      or([sql<boolean>`coalesce(${ref('month_limit')}, 0) = 0`, eb(spent, '<=', ref('month_limit'))]),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the reserved cost of a question that is not charged. */
export async function returnReserved(db: Db, id: number, cost: number, month: string): Promise<void> {
  await tables(db)
    .updateTable('map_keys')
    .set({ cost: sql`greatest(cost - ${cost}::numeric, 0)` })
    .where('id', '=', id)
    .where('cost_month', '=', month)
    .execute()
}
