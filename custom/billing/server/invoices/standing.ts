import { sql } from 'kysely'
import type { JsonObject } from '#engine/model'
import type { Tx } from '#engine/server'
import { type Cents, toCents } from '../../../ledger/server'

interface Amounts {
  readonly id: number
  readonly id_company: number
  readonly base: Cents
  readonly igv: Cents
}

export const centsOf = (value: JsonObject[string] | undefined): Cents => toCents(String(value ?? 0))

export interface InvoiceStanding extends Amounts {
  readonly state: string
  readonly number: string | null
  readonly paid: Cents
  readonly credited: Cents
  readonly left: Cents
}

/** An invoice as it stands, nobody else's until the transaction ends; undefined: there is none. */
export async function invoiceStanding(tx: Tx, id: number): Promise<InvoiceStanding | undefined> {
  await sql`select 1 from invoices where id = ${id} for no key update`.execute(tx)
  const {
    rows: [row],
  } = await sql<{
    readonly id_company: number
    readonly state: string
    readonly number: string | null
    readonly base: string
    readonly igv: string
    readonly paid: string
    readonly credited: string
  }>`
    select v.id_company, v.state, v.number, coalesce(v.base, 0)::text as base, coalesce(v.igv, 0)::text as igv,
      (select coalesce(sum(p.amount), 0) from invoice_payments p where p.id_invoice = v.id and p.state = '1'
        and p.date_deleted is null)::text as paid,
      (select coalesce(sum(n.total), 0) from credit_notes n where n.id_invoice = v.id and n.state = '1'
        and n.date_deleted is null)::text as credited
    from invoices v where v.id = ${id} and v.date_deleted is null`.execute(tx)
  if (!row) return undefined
  const [base, igv, paid, credited] = [row.base, row.igv, row.paid, row.credited].map(toCents) as [
    Cents,
    Cents,
    Cents,
    Cents,
  ]
  return {
    id,
    id_company: Number(row.id_company),
    state: row.state,
    number: row.number,
    base,
    igv,
    paid,
    credited,
    left: base + igv - paid - credited,
  }
}
