import { sql } from 'kysely'
import type { JsonObject } from '#engine/model'
import type { Tx } from '#engine/server'
import { type Cents, toCents } from '../../../ledger/server'
import { type AtBooks, enter, isEntered, takeBack } from '../books'

/** What an invoice, or a note that takes off it, comes to. */
export interface Amounts { readonly id: number; readonly id_company: number; readonly base: Cents; readonly igv: Cents }

const keyOf = (id: number): string => `invoices:${id}:issue`
export const paymentKey = (id: number): string => `invoice_payments:${id}`

/** A company owes (its account is below zero) what it was billed: fares and the tax on them. */
export async function bookInvoice(at: AtBooks, amounts: Amounts): Promise<void> {
  await enter(at, { key: keyOf(amounts.id), kind: 'invoice', source: { table: 'invoices', id: amounts.id }, postings: legsOf(amounts, 1n) })
}

/** One that was issued before there were books is written with what is first done to it. */
async function assureBooked(at: AtBooks, invoice: Amounts): Promise<void> {
  if (!await isEntered(at.tx, keyOf(invoice.id))) await bookInvoice(at, invoice)
}

/** A note takes its invoice back, whole or in part. */
export async function bookNote(at: AtBooks, invoice: Amounts, amounts: Amounts): Promise<void> {
  await assureBooked(at, invoice)
  await enter(at, { key: `credit_notes:${amounts.id}:issue`, kind: 'credit_note', source: { table: 'credit_notes', id: amounts.id }, postings: legsOf(amounts, -1n) })
}

const legsOf = ({ id_company, base, igv }: Amounts, sign: bigint) => [
  { account: { kind: 'company_receivable', id_company }, amount: -sign * (base + igv) }, { account: { kind: 'fares' }, amount: sign * base }, { account: { kind: 'tax' }, amount: sign * igv },
] as const

/** Into the bank, off what the company owes. */
export async function bookPaid(at: AtBooks, invoice: Amounts, { id, amount }: { readonly id: number; readonly amount: Cents }): Promise<void> {
  await assureBooked(at, invoice)
  await enter(at, {
    key: paymentKey(id), kind: 'payment', source: { table: 'invoice_payments', id },
    postings: [{ account: { kind: 'company_receivable', id_company: invoice.id_company }, amount }, { account: { kind: 'bank' }, amount: -amount }],
  })
}

export const unbookInvoice = (at: AtBooks, id: number): Promise<void> => takeBack(at, keyOf(id))
export const unbookPaid = (at: AtBooks, id: number): Promise<void> => takeBack(at, paymentKey(id))

export const amountsOf = (record: JsonObject): Amounts => ({
  id: Number(record['id']), id_company: Number(record['id_company']), base: centsOf(record['base']), igv: centsOf(record['igv']),
})

export const centsOf = (value: JsonObject[string] | undefined): Cents => toCents(String(value ?? 0))

export interface Standing extends Amounts { readonly state: string; readonly number: string | null; readonly paid: Cents; readonly credited: Cents; readonly left: Cents }

/** An invoice as it stands, nobody else's until the transaction ends; undefined: there is none. */
export async function standingOf(tx: Tx, id: number): Promise<Standing | undefined> {
  await sql`select 1 from invoices where id = ${id} for no key update`.execute(tx)
  const { rows: [row] } = await sql<{ readonly id_company: number; readonly state: string; readonly number: string | null; readonly base: string; readonly igv: string; readonly paid: string; readonly credited: string }>`
    select v.id_company, v.state, v.number, coalesce(v.base, 0)::text as base, coalesce(v.igv, 0)::text as igv,
      (select coalesce(sum(p.amount), 0) from invoice_payments p where p.id_invoice = v.id and p.state = '1' and p.date_deleted is null)::text as paid,
      (select coalesce(sum(n.total), 0) from credit_notes n where n.id_invoice = v.id and n.state = '1' and n.date_deleted is null)::text as credited
    from invoices v where v.id = ${id} and v.date_deleted is null`.execute(tx)
  if (!row) return undefined
  const [base, igv, paid, credited] = [row.base, row.igv, row.paid, row.credited].map(toCents) as [Cents, Cents, Cents, Cents]
  return { id, id_company: Number(row.id_company), state: row.state, number: row.number, base, igv, paid, credited, left: base + igv - paid - credited }
}
