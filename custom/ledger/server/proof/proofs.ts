import { type RawBuilder, sql } from 'kysely'
import { type CallContext, serveCall } from '#engine/server'
import { type BooksProof, type ProofName, proofCall } from '../../model/proof-call'
import { assertHouseStaff } from '../assert-whole'
import { namedExamples } from './named-examples'
import { closedDays } from './closed-days'
import { ORDERS_PROOF, PARTNERS_PROOF } from './order-proofs'

const MAX_EXAMPLES = 5
const MAX_DAYS = 62

/**
 * What is counted, and what is wrong among it: by a name that a person can look for, or where `by` says so by the id of
 * an account or an entry.
 */
export interface Statement {
  readonly of: RawBuilder<number>
  readonly wrong: RawBuilder<unknown>
  readonly by?: 'account' | 'entry'
}

const SERIES = [
  ['liquidations', 'number'],
  ['partner_statements', 'number'],
  ['invoices', 'number'],
  ['credit_notes', 'number'],
] as const

/** Statements, their lines, and what names them in those and in items. */
const STATEMENTS_OF = [
  ['liquidations', 'liquidation_items', 'id_liquidation'],
  ['partner_statements', 'partner_statement_items', 'id_partner_statement'],
] as const

/** An invoice (`v`) that is no document: a draft, or void without a note that took it back. */
const isNothing = sql`(v.state = '0' or (v.state = '9' and coalesce(v.credited, 0) = 0))`

/**
 * Numbers of a series that stand nowhere, between its first and its last: by what stands before the digits at their
 * end.
 */
const missingOf = (table: string, field: string) => sql`
  select n.head || lpad(g.n::text, n.width, '0') as name from (
    select regexp_replace(${sql.ref(field)}, '[0-9]+$', '') as head,
      max(length(substring(${sql.ref(field)} from '[0-9]+$'))) as width,
      min(substring(${sql.ref(field)} from '[0-9]+$')::bigint) as low,
      max(substring(${sql.ref(field)} from '[0-9]+$')::bigint) as high, array_agg(substring(${sql.ref(field)}
        from '[0-9]+$')::bigint) as there
    from ${sql.table(table)} where ${sql.ref(field)} ~ '[0-9]+$' group by 1
  ) as n cross join lateral generate_series(n.low, n.high) as g(n) where not (g.n = any(n.there))`

const STATEMENTS: { readonly [name in Exclude<ProofName, 'days'>]: Statement } = {
  sums: {
    of: sql`select count(*)::integer from ledger_entries`,
    by: 'entry',
    wrong: sql`select p.id_entry as name from ledger_postings p join ledger_accounts a on a.id = p.id_account
      group by p.id_entry, a.currency having sum(p.amount) <> 0`,
  },
  balances: {
    of: sql`select count(*)::integer from ledger_accounts`,
    by: 'account',
    wrong: sql`select a.id as name from ledger_accounts a
      where a.balance <> coalesce((select sum(p.amount) from ledger_postings p where p.id_account = a.id), 0)
        or a.value * 100 <> a.balance`,
  },
  wallets: {
    of: sql`select count(*)::integer from ledger_accounts where kind in ('driver_wallet', 'client_wallet')`,
    wrong: sql`select concat_ws(' ', u.name, u.surname) as name from users u where coalesce(u.wallet_balance, 0)
      <> coalesce((select sum(a.value) from ledger_accounts a where a.id_user = u.id and a.kind in ('driver_wallet',
        'client_wallet')), 0)`,
  },
  items: {
    of: sql`select count(*)::integer from billable_items`,
    wrong: sql`select '#' || b.id as name from billable_items b left join liquidations l on l.id = b.id_liquidation
      where b.id_liquidation is not null and (l.id is null or l.state not in ('2', '3') or l.id_driver <> b.id_driver)
      union all select '#' || b.id from billable_items b left join invoices v on v.id = b.id_invoice
      where b.id_invoice is not null and (v.id is null or ${isNothing} or v.id_company <> b.id_company)
      union all select '#' || b.id from billable_items b left join partner_statements p on p.id = b.id_partner_statement
      where b.id_partner_statement is not null and (p.id is null or p.state not in ('2', '3')
        or p.id_partner <> b.id_partner)`,
  },
  statements: {
    of: sql`select ${sql.join(
      STATEMENTS_OF.map(
        ([table]) => sql`(select count(*) from ${sql.table(table)} where state in ('2', '3') and from_services)`,
      ),
      sql` + `,
    )}`,
    wrong: sql.join(
      STATEMENTS_OF.map(
        ([table, lines, claim]) => sql`select coalesce(l.number, '#' || l.id) as name from ${sql.table(table)} l
          where l.state in ('2', '3') and l.from_services
      and round(l.amount * 100) <> coalesce((select sum(minor) from billable_items b
        where ${sql.ref(`b.${claim}`)} = l.id), 0)
        + coalesce((select sum(round(i.amount * 100)) from ${sql.table(lines)} i where ${sql.ref(`i.${claim}`)} = l.id
          and i.kind is null and i.date_deleted is null), 0)`,
      ),
      sql` union all `,
    ),
  },
  orders: ORDERS_PROOF,
  partners: PARTNERS_PROOF,
  receivables: {
    of: sql`select count(*)::integer from ledger_accounts where kind = 'company_receivable'`,
    by: 'account',
    // What was issued before there were books, and never touched since, is in none.
    wrong: sql`select a.id as name from ledger_accounts a where a.kind = 'company_receivable'
      and a.balance <> -coalesce((
      select sum(round(v.balance * 100)) from invoices v where v.id_company = a.id_company and not ${isNothing}
        and exists (select 1 from ledger_entries e where e.key = 'invoices:' || v.id || ':issue')), 0)`,
  },
  numbers: {
    of: sql`select ${sql.join(
      SERIES.map(
        ([table, field]) => sql`(select count(*) from ${sql.table(table)} where ${sql.ref(field)} is not null)`,
      ),
      sql` + `,
    )}`,
    wrong: sql`${sql.join(
      SERIES.map(([table, field]) => missingOf(table, field)),
      sql` union all `,
    )}`,
  },
}

async function proofOf(context: CallContext, id: Exclude<ProofName, 'days'>): Promise<BooksProof> {
  const { of, wrong, by } = STATEMENTS[id]
  const {
    rows: [row],
  } = await sql<{ readonly of: number; readonly wrong: number; readonly examples: readonly (string | number)[] }>`
    with wrong as (${wrong}) select (${of})::integer as of, (select count(*) from wrong)::integer as wrong,
    array(select name from wrong order by name limit ${MAX_EXAMPLES}) as examples`.execute(context.db)
  const { examples = [], ...counted } = row ?? { of: 0, wrong: 0 }
  return { id, ...counted, examples: [...(await namedExamples(context, by, examples))] }
}

/** `GET ledger/proof`. */
export const proof = serveCall(proofCall, async (context) => {
  const { db, now } = context
  assertHouseStaff(context.actor)
  const proofs: BooksProof[] = []
  for (const id of Object.keys(STATEMENTS) as (keyof typeof STATEMENTS)[]) proofs.push(await proofOf(context, id))
  const days = await closedDays(db, MAX_DAYS)
  const broken = days.filter(({ holds }) => !holds).map(({ day }) => ({ text: day }))
  return {
    proofs: [
      ...proofs,
      { id: 'days' as const, of: days.length, wrong: broken.length, examples: broken.slice(0, MAX_EXAMPLES) },
    ],
    days: [...days],
    at: now().toISOString(),
  }
})
