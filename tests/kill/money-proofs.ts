import type { Town } from '../api/races-fixture'
import type { Cashier } from './cashier'
import type { Losses } from './proofs'

const ENTRY = (key: string): string =>
  `exists (select 1 from ledger_entries e where e.key = ${key} and not exists (select 1 from ledger_entries r where r.reverses = e.id))`

/** What must hold of the books at any moment, whatever was killed: a sentence, and a query for what breaks it. */
const WHOLE: readonly (readonly [broken: string, query: string])[] = [
  [
    'entries that do not come to zero',
    'select id_entry::int as id from ledger_postings group by id_entry having sum(amount) <> 0',
  ],
  [
    'accounts that are not their postings',
    'select a.id::int as id from ledger_accounts a where a.balance <> coalesce((select sum(p.amount) from ledger_postings p where p.id_account = a.id), 0)',
  ],
  [
    'statements that are issued and not in the books, or the other way round',
    `select l.id::int as id from liquidations l
      where (l.state in ('2', '3') and l.amount <> 0) <> ${ENTRY("'liquidations:' || l.id || ':issue'")}`,
  ],
  [
    'statements that are paid and not in the books, or the other way round',
    `select l.id::int as id from liquidations l where (l.state = '3') <> ${ENTRY("'liquidations:' || l.id || ':pay'")}`,
  ],
  [
    'items in a document that is not issued',
    "select b.id::int as id from billable_items b join liquidations l on l.id = b.id_liquidation where l.state not in ('2', '3')",
  ],
  [
    'statements that are not their items',
    `select l.id::int as id from liquidations l where l.state in ('2', '3') and l.from_services
    and round(l.amount * 100) <> (select coalesce(sum(b.minor), 0) from billable_items b
      where b.id_liquidation = l.id)`,
  ],
  [
    'numbers that are missing',
    `select count(*)::int as id from liquidations where number is not null
      having count(*) <> coalesce(max(substring(number from '[0-9]+$')::int), 0)`,
  ],
  [
    'movements that are approved and not in the books, or the other way round',
    `select w.id::int as id from wallets w where (w.state = '2') <> ${ENTRY("'wallets:' || w.id")}`,
  ],
  [
    'wallets that are not their account',
    `select u.id::int as id from users u where coalesce(u.wallet_balance, 0) <>
    coalesce((select sum(a.value) from ledger_accounts a where a.id_user = u.id and a.kind in ('driver_wallet',
      'client_wallet')), 0)`,
  ],
]

/** The books are whole, and nothing acknowledged is lost. */
export async function proveMoney(town: Town, { acknowledged, approved }: Cashier, losses: Losses): Promise<void> {
  for (const [broken, query] of WHOLE) {
    const rows = await town.query<{ id: number }>(query)
    if (rows.length > 0)
      losses.push(
        `${rows.length} ${broken}: ${rows
          .slice(0, 5)
          .map(({ id }) => id)
          .join(', ')}`,
      )
  }
  const states = new Map(
    (await town.query<{ id: number; state: string }>('select id::int as id, state from liquidations')).map(
      ({ id, state }) => [id, state],
    ),
  )
  for (const [id, said] of acknowledged) {
    const stands = states.get(id)
    // What was asked next may have been done and not answered.
    if (stands !== said && (said !== '2' || !['3', '9'].includes(stands ?? '')))
      losses.push(`statement ${id} was acknowledged as ${said} and is ${stands ?? 'gone'}`)
  }
  const done = new Set(
    (await town.query<{ id: number }>("select id::int as id from wallets where state = '2'")).map(({ id }) => id),
  )
  for (const id of approved) if (!done.has(id)) losses.push(`movement ${id} was acknowledged as approved and is not`)
}
