import { sql } from 'kysely'
import { living } from '#app/tables'
import { dateText, type ExplainedLine, type ExplainedSection } from '#engine/model'
import {
  type AmountQuestion,
  idOrNone,
  amountOf,
  pathOf,
  explainSentence,
  section,
  sumOfAmounts,
  type Sections,
} from './asked'
import { accountEntries, entriesOf } from './of-books'

interface Line {
  readonly name: string
  readonly kind: string | null
  readonly amount: number
}

const MAX_LINES = 40

/**
 * Where the statements of a side stand, the account that they are about, and the kinds of lines that a figure of theirs
 * leaves out or is.
 */
interface StatementKind {
  readonly table: string
  readonly lines: string
  readonly link: string
  readonly party: string
  readonly holder: 'id_user' | 'id_company'
  readonly account: string
  readonly isIn: { readonly [field: string]: (kind: string) => boolean }
}
const NOT_EARNED = new Set(['cash_held', 'commission_taken', 'earlier'])
const DRIVERS: StatementKind = {
  table: 'liquidations',
  lines: 'liquidation_items',
  link: 'id_liquidation',
  party: 'id_driver',
  holder: 'id_user',
  account: 'driver_payable',
  isIn: { amount_price_driver: (kind) => !NOT_EARNED.has(kind) },
}
const PARTNERS: StatementKind = {
  table: 'partner_statements',
  lines: 'partner_statement_items',
  link: 'id_partner_statement',
  party: 'id_partner',
  holder: 'id_company',
  account: 'partner_payable',
  isIn: { sales: (kind) => kind === 'sale' || kind === 'delivery', commission: (kind) => kind === 'commission' },
}

export const explainStatement = (asked: AmountQuestion): Promise<Sections> => statementOf(asked, DRIVERS)
export const explainPartnerStatement = (asked: AmountQuestion): Promise<Sections> => statementOf(asked, PARTNERS)

/** A statement: its lines, or what was owed before it, and its entries. */
async function statementOf(asked: AmountQuestion, of: StatementKind): Promise<Sections> {
  const {
    context: { db },
    record,
    id,
    field,
  } = asked
  const { rows } = await sql<Line>`select name, kind, amount::float8 as amount from ${sql.table(of.lines)}
    where ${sql.ref(of.link)} = ${id} and date_deleted is null order by rank, id`.execute(db)
  const books = () => entriesOf(asked, [{ table: of.table, ids: [id] }])
  if (field === 'balance_before' || field === 'balance_after') {
    const before = amountOf(record['balance_before'])
    const sum =
      field === 'balance_after'
        ? [
            { text: explainSentence(asked, 'statement.before'), amount: before },
            { text: explainSentence(asked, 'statement.amount'), amount: amountOf(record['amount']) },
          ]
        : []
    const party = idOrNone(record[of.party])
    return [
      section(
        explainSentence(asked, 'parts'),
        sum.length === 0
          ? []
          : [
              ...sum,
              { text: explainSentence(asked, 'sum'), amount: sumOfAmounts(sum.map(({ amount }) => amount)), sum: true },
            ],
      ),
      party === null ? null : await accountEntries(asked, { [of.holder]: party }, [of.account]),
    ]
  }
  const isIn = of.isIn[field]
  const lines = isIn ? rows.filter(({ kind }) => kind !== null && isIn(kind)) : rows
  return [linesOf(asked, lines), await books()]
}

/** An invoice: its lines, tax, payments or notes, and its entries with theirs. */
export async function explainInvoice(asked: AmountQuestion): Promise<Sections> {
  const {
    context: { db },
    record,
    id,
    field,
  } = asked
  const payments = await living(db, 'invoice_payments as p')
    .where('p.id_invoice', '=', id)
    .where('p.state', '=', '1')
    .select(['p.id', sql<string>`to_char(p.date_paid, 'YYYY-MM-DD')`.as('name')])
    .select(sql<number>`p.amount::float8`.as('amount'))
    .orderBy('p.id')
    .execute()
  const notes = await living(db, 'credit_notes as n')
    .where('n.id_invoice', '=', id)
    .where('n.state', '=', '1')
    .select(['n.id', sql<string>`coalesce(n.number, '#' || n.id)`.as('name')])
    .select(sql<number>`n.total::float8`.as('amount'))
    .orderBy('n.id')
    .execute()
  const of = (name: string): ExplainedLine => ({
    text: explainSentence(asked, `invoice.${name}`, { pct: amountOf(record['pct_igv']) }),
    amount: amountOf(record[name]),
  })
  const less = (name: string): ExplainedLine => ({ ...of(name), amount: -amountOf(record[name]) })
  const parts: { readonly [field: string]: readonly ExplainedLine[] } = {
    total: [of('base'), of('igv')],
    igv: [of('base')],
    balance: [of('total'), less('paid'), less('credited')],
    paid: payments.map(({ id: payment, name, amount }) => ({
      text: dateText(name),
      amount,
      ...pathOf(asked, 'invoice_payments', payment),
    })),
    credited: notes.map(({ id: note, name, amount }) => ({
      text: name,
      amount,
      ...pathOf(asked, 'credit_notes', note),
    })),
  }
  const own = parts[field] ?? []
  const sum: readonly ExplainedLine[] =
    own.length > 1 && field !== 'igv'
      ? [{ text: explainSentence(asked, 'sum'), amount: sumOfAmounts(own.map(({ amount = 0 }) => amount)), sum: true }]
      : []
  const lines = await living(db, 'invoice_items')
    .select(['name', 'kind'])
    .select(sql<number>`${field === 'igv' ? sql`coalesce(tax, 0)` : sql`invoice_items.amount`}::float8`.as('amount'))
    .where('id_invoice', '=', id)
    .orderBy('rank')
    .orderBy('id')
    .execute()
  return [
    section(explainSentence(asked, 'parts'), [...own, ...sum]),
    ['base', 'total', 'igv'].includes(field)
      ? linesOf(
          asked,
          lines.filter(({ amount }) => amount !== 0),
        )
      : null,
    await entriesOf(asked, [
      { table: 'invoices', ids: [id] },
      { table: 'invoice_payments', ids: payments.map((one) => one.id) },
      { table: 'credit_notes', ids: notes.map((one) => one.id) },
    ]),
  ]
}

/** A payment of an invoice, and a credit note: the invoice that it is of, and its entries. */
export async function explainPart(
  asked: AmountQuestion,
  table: 'invoice_payments' | 'credit_notes',
): Promise<Sections> {
  const { record, id } = asked
  const id_invoice = idOrNone(record['id_invoice'])
  const label = record['id_invoice__label']
  return [
    section(
      explainSentence(asked, 'of'),
      id_invoice === null
        ? []
        : [{ text: typeof label === 'string' ? label : `#${id_invoice}`, ...pathOf(asked, 'invoices', id_invoice) }],
    ),
    await entriesOf(asked, [{ table, ids: [id] }]),
  ]
}

function linesOf(asked: AmountQuestion, lines: readonly Line[]): ExplainedSection | null {
  const shown: ExplainedLine[] = lines.slice(0, MAX_LINES).map(({ name, amount }) => ({ text: name, amount }))
  const rest = lines.slice(MAX_LINES)
  if (rest.length > 0)
    shown.push({
      text: explainSentence(asked, 'more', { smart_count: rest.length }),
      amount: sumOfAmounts(rest.map(({ amount }) => amount)),
    })
  if (lines.length > 1)
    shown.push({
      text: explainSentence(asked, 'sum'),
      amount: sumOfAmounts(lines.map(({ amount }) => amount)),
      sum: true,
    })
  return section(explainSentence(asked, 'lines'), shown)
}
