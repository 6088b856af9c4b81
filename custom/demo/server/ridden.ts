import { sql } from 'kysely'
import type { Database } from '#engine/server'
import type { Moments } from '../model/moments'

const CENTS = 100

export const decimalOfCents = (cents: number): string => (cents / CENTS).toFixed(2)

/** What finished rides of one payer came to, in cents. */
export interface Ridden {
  readonly payer: number
  readonly product: string
  readonly rides: number
  readonly total: number
  readonly tolls: number
  readonly driver: number
  readonly cash_fee: number
  readonly owed: number
}

/**
 * Finished rides that were asked for between two days, both included, by who pays or is paid for them and by product.
 */
export async function ridden(
  { db }: Database,
  moments: Moments,
  by: 'id_company' | 'id_company_area' | 'id_driver',
  from: number,
  to: number,
): Promise<readonly Ridden[]> {
  const cents = (of: string) => sql`coalesce(round(sum(${sql.raw(of)}) * ${CENTS}), 0)::integer`
  const cash = `m.type = 'cash'`
  const { rows } = await sql<Ridden>`
    select s.${sql.ref(by)} as payer, p.name as product, count(*)::integer as rides, ${cents('s.price_total')} as total,
      ${cents('s.price_driver')} as driver,
      ${cents(`case when ${cash} then 0 else s.price_toll end`)} as tolls,
      ${cents(`case when ${cash} then 0 else s.price_driver end`)} as owed,
      ${cents(`case when ${cash} then s.price_fee else 0 end`)} as cash_fee
    from services s join products p on p.id = s.id_product join payment_methods m on m.id = s.id_payment
    where s.state = 'finalized' and s.date_deleted is null and s.${sql.ref(by)} is not null
      and s.date_created >= ${moments.clock(from, 0).toISOString()}::timestamptz
      and s.date_created < ${moments.clock(to + 1, 0).toISOString()}::timestamptz
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
