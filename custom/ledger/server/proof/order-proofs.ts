import { sql } from 'kysely'
import type { Statement } from './proofs'

/** An order (`o`) that is with its client. */
const IS_DELIVERED = sql`o.store_state = '4' and o.date_delivered is not null and o.date_deleted is null`

/**
 * What each order's partner is owed for it, by what it sold and what its items and entries say. What was delivered
 * before orders were in the books has no moment of its delivery.
 */
export const ORDERS_PROOF: Statement = {
  of: sql`select count(*)::integer from orders o where ${IS_DELIVERED}`,
  wrong: sql`select '#' || o.id as name from orders o
    left join lateral (select coalesce(sum(minor) filter (where kind = 'sale'), 0) as sold,
      coalesce(sum(minor) filter (where kind = 'commission'), 0) as fee, coalesce(sum(minor), 0) as due
      from billable_items b where b.id_order = o.id and b.side = 'partner') as i on true
    left join lateral (select coalesce(sum(p.amount) filter (where a.kind = 'partner_payable'), 0) as due,
      coalesce(sum(p.amount) filter (where a.kind = 'commission'), 0) as fee
      from ledger_entries e join ledger_postings p on p.id_entry = e.id join ledger_accounts a on a.id = p.id_account
      where e.source = 'orders' and e.id_source = o.id) as l on true
    where (o.date_delivered is not null or i.due <> 0 or l.due <> 0)
      and (i.due <> l.due or i.fee <> -l.fee
        or i.sold <> case when ${IS_DELIVERED} then round(coalesce(o.price_articles, 0) * 100) else 0 end
        or i.fee <> case when ${IS_DELIVERED} then -round(coalesce(o.price_fee, 0) * 100) else 0 end)`,
}

/** What stands in each partner's account is what its orders came to and its statements added, less what was paid. */
export const PARTNERS_PROOF: Statement = {
  of: sql`select count(*)::integer from ledger_accounts where kind = 'partner_payable'`,
  by: 'account',
  wrong: sql`select a.id as name from ledger_accounts a where a.kind = 'partner_payable' and a.balance <>
    coalesce((select sum(b.minor) from billable_items b where b.id_partner = a.id_company and b.side = 'partner'), 0)
    + coalesce((select sum(round(i.amount * 100)) from partner_statement_items i
      join partner_statements s on s.id = i.id_partner_statement
      where s.id_partner = a.id_company and s.state in ('2', '3') and i.kind is null and i.date_deleted is null), 0)
    - coalesce((select sum(round(s.amount * 100)) from partner_statements s where s.id_partner = a.id_company
      and s.state = '3' and s.date_deleted is null), 0)`,
}
