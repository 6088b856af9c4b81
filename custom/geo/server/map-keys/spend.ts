import { sql } from 'kysely'
import type { Db } from '#engine/server'

/**
 * Takes what a question will cost out of a key's month, in one statement, so that any number of processes together stay within the limit.
 * @param cost US$ @param month `YYYY-MM` in the company's zone
 * @returns false when it would go over the limit: the key is not to be asked
 */
export async function reserve(db: Db, id: number, cost: number, month: string): Promise<boolean> {
  const spent = sql`(case when cost_month = ${month} then coalesce(cost, 0) else 0 end + ${cost}::numeric)`
  const { rows } = await sql<{ id: number }>`
    update map_keys set cost = ${spent}, cost_month = ${month}
    where id = ${id} and (coalesce(month_limit, 0) = 0 or ${spent} <= month_limit) returning id`.execute(db)
  return rows.length > 0
}

/** Gives back what was taken for a question that is not charged. */
export async function giveBack(db: Db, id: number, cost: number, month: string): Promise<void> {
  await sql`update map_keys set cost = greatest(cost - ${cost}::numeric, 0) where id = ${id} and cost_month = ${month}`.execute(db)
}

