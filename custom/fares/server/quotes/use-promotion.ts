import { sql } from 'kysely'
import { wrong } from '#engine/model'
import type { Tx } from '#engine/server'
import type { FareDeal } from '../../model/fare-deal'
import { flagOf, type Row } from '../book/book-row'

/**
 * Writes down that a fare used its promotion, within its limits: whoever comes second to the last use finds it gone.
 * @param amount the discount in the currency's units
 * @throws {AppError} VALIDATION at `promotion` when a limit is reached meanwhile
 */
export async function usePromotion(tx: Tx, { promotion, id_client, replaces }: FareDeal, id_fare: number, amount: number): Promise<void> {
  if (!promotion) return
  // It was granted already, within the limits of then.
  const isGranted = replaces !== undefined
  // Uses are counted by one at a time: without the lock two would count the same ones, and both go in.
  const { rows: [row] } = await sql<Row>`select only_new from promotions where id = ${promotion.id} for no key update`.execute(tx)
  if (flagOf(row?.only_new) && !isGranted) await assertNew(tx, id_client, id_fare)
  const { rows: [used] } = await sql<{ id: number }>`
    insert into promotion_uses (id_promotion, id_client, id_fare, amount)
    select p.id, ${id_client}::integer, ${id_fare}::integer, ${amount}::numeric from promotions p
    where p.id = ${promotion.id}
      and (${isGranted}::boolean or coalesce(p.use_limit, 0) = 0 or p.use_limit > (
        select count(*) from promotion_uses u where u.id_promotion = p.id and u.date_deleted is null))
      and (${isGranted}::boolean or coalesce(p.use_limit_client, 0) = 0 or ${id_client}::integer is null or p.use_limit_client > (
        select count(*) from promotion_uses u
        where u.id_promotion = p.id and u.id_client = ${id_client}::integer and u.date_deleted is null))
    returning id`.execute(tx)
  if (!used) throw wrong('promotion', 'promotions.used_up')
}

async function assertNew(tx: Tx, id_client: number | null, id_fare: number): Promise<void> {
  if (id_client === null) return
  // Two first rides by two promotions are one after the other as well.
  await sql`select 1 from users where id = ${id_client} for no key update`.execute(tx)
  const { rows } = await sql`select 1 from fares
    where id_client = ${id_client} and id <> ${id_fare} and date_deleted is null limit 1`.execute(tx)
  if (rows.length > 0) throw wrong('promotion', 'promotions.only_new')
}
