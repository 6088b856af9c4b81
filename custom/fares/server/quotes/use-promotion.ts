import { sql } from 'kysely'
import { living, type Row, tables } from '#app/tables'
import { wrong } from '#engine/model'
import type { Tx } from '#engine/server'
import type { FareDeal } from '../../model/fare-deal'

/**
 * Records that a fare used its promotion, within its limits: only the first of two fares gets the last use.
 * @param amount the discount in the currency's units
 * @throws {AppError} VALIDATION at `promotion` when a limit is reached meanwhile
 */
export async function usePromotion(
  tx: Tx,
  { promotion, id_client, replaces }: FareDeal,
  id_fare: number,
  amount: number,
): Promise<void> {
  if (!promotion) return
  // It was granted already, within the limits of that time.
  const isGranted = replaces !== undefined
  // Uses are counted one at a time: without the lock two fares would count the same uses, and both be accepted.
  const row = await tables(tx)
    .selectFrom('promotions')
    .select('only_new')
    .where('id', '=', promotion.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row?.only_new && !isGranted) await assertNew(tx, id_client, id_fare)
  const {
    rows: [used],
  } = await sql<Row<'promotion_uses', 'id'>>`
    insert into promotion_uses (id_promotion, id_client, id_fare, amount)
    select p.id, ${id_client}::integer, ${id_fare}::integer, ${amount}::numeric from promotions p
    where p.id = ${promotion.id}
      and (${isGranted}::boolean or coalesce(p.use_limit, 0) = 0 or p.use_limit > (
        select count(*) from promotion_uses u where u.id_promotion = p.id and u.date_deleted is null))
      and (${isGranted}::boolean or coalesce(p.use_limit_client, 0) = 0 or ${id_client}::integer is null
        or p.use_limit_client > (
        select count(*) from promotion_uses u
        where u.id_promotion = p.id and u.id_client = ${id_client}::integer and u.date_deleted is null))
      and (${isGranted}::boolean or not coalesce(p.only_granted, false) or (
        select count(*) from promotion_grants g where g.id_promotion = p.id and g.id_client = ${id_client}::integer
          and g.date_deleted is null) > (
        select count(*) from promotion_uses u
        where u.id_promotion = p.id and u.id_client = ${id_client}::integer and u.date_deleted is null))
    returning id`.execute(tx)
  if (!used) throw wrong('promotion', 'promotions.used_up')
}

async function assertNew(tx: Tx, id_client: number | null, id_fare: number): Promise<void> {
  if (id_client === null) return
  // Two first rides with two promotions must also take turns.
  await tables(tx).selectFrom('users').select('id').where('id', '=', id_client).forNoKeyUpdate().execute()
  const earlier = await living(tx, 'fares')
    .where('id_client', '=', id_client)
    .where('id', '<>', id_fare)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (earlier) throw wrong('promotion', 'promotions.only_new')
}
