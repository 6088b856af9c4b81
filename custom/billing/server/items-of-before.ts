import { sql } from 'kysely'
import type { ServerFeature, Tx } from '#engine/server'
import { writeItems } from './write-items'

type DataChange = NonNullable<ServerFeature['changes']>[number]

/** Items of services that ended before there were any; those that a document of before has settled belong to it. */
export const ITEMS_OF_BEFORE: DataChange = {
  name: 'billing.items',
  table: 'services',
  async change(tx, ids) {
    const written = await writeItems(tx, ids)
    await claimSettled(tx, ids)
    return written
  },
}

/**
 * Documents that were written by hand say days, not services: what a driver did on the days of one that was issued is
 * settled by it, and a ride that a line of an invoice names is billed by that one. Nothing of it comes into a later
 * closing.
 */
export async function claimSettled(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`update billable_items b set id_liquidation = l.id from liquidations l
    where b.id_service = any(${[...ids]}::bigint[]) and b.side = 'driver' and b.id_liquidation is null
      and l.id = (select x.id from liquidations x left join users u on u.id = x.id_driver
        left join branches r on r.id = u.id_branch
        where x.id_driver = b.id_driver and x.state in ('2', '3') and x.date_deleted is null
          and (b.effective_at at time zone coalesce(nullif(r.timezone, ''), (select value #>> '{}' from settings
            where key = 'timezone' limit 1), 'America/Lima'))::date between x.date_from and x.date_to
        order by x.id limit 1)`.execute(tx)
  await sql`update billable_items b set id_invoice = i.id_invoice from invoice_items i
    join invoices v on v.id = i.id_invoice
    where b.id_service = any(${[...ids]}::bigint[]) and b.side = 'company' and b.id_invoice is null
      and i.id_service = b.id_service
      and i.date_deleted is null and v.date_deleted is null and v.state in ('1', '2')`.execute(tx)
}
