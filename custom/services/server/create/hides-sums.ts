import { sql } from 'kysely'
import type { Db, Tx } from '#engine/server'

/** Days back whose rides may be part of a month's sum. */
const DAYS = 62

/**
 * Whether sums are hidden from a company's users: two sums, one before and one after a ride, would reveal a price that
 * the product hides. True if one of its products hides its price (any product, if it names none), or one that it has
 * used lately.
 */
export async function hidesSums(db: Db | Tx, id_company: number, now: Date): Promise<boolean> {
  const {
    rows: [row],
  } = await sql<{ hidden: boolean }>`
    with own as (select id_product from company_products where id_company = ${id_company} and date_deleted is null)
    select exists (
      select 1 from products p where p.hide_price and p.date_deleted is null and p.state = '1'
        and (p.id in (select id_product from own) or not exists (select 1 from own))
    ) or exists (
      select 1 from services s join products p on p.id = s.id_product
      where s.id_company = ${id_company} and p.hide_price and s.date_deleted is null
        and coalesce(s.date_scheduled, s.date_created) >= ${now.toISOString()}::timestamptz
        - make_interval(days => ${DAYS}::integer)
    ) as hidden`.execute(db)
  return row?.hidden ?? false
}
