import { sql } from 'kysely'
import type { Tx } from '#engine/server'
import { type Cents, spread, toCents } from '../../../ledger/server'
import type { CreditedLine } from '../../model/credited-part'

/** A line of an invoice as it stands. */
export interface InvoiceItem extends CreditedLine {
  readonly id: number
  readonly name: string
  readonly kind: string | null
  readonly id_service: number | null
}

interface Row {
  readonly id: number
  readonly name: string
  readonly kind: string | null
  readonly id_service: number | null
  readonly amount: string
  readonly tax: string | null
  readonly credited: string
  readonly credited_tax: string
}

/**
 * The lines of an invoice. The tax on those of one's own was rounded together: each has its share by the largest
 * remainder, so that they are the whole.
 */
export async function itemsOf(tx: Tx, id_invoice: number, igv: Cents): Promise<readonly InvoiceItem[]> {
  const { rows } = await sql<Row>`
    select i.id, i.name, i.kind, i.id_service, coalesce(i.amount, 0)::text as amount,
      case when i.kind is not null then coalesce(i.tax, 0)::text end as tax,
      coalesce(c.amount, 0)::text as credited, coalesce(c.tax, 0)::text as credited_tax
    from invoice_items i left join lateral (
      select sum(x.amount) as amount, sum(x.tax) as tax from credit_note_items x
      join credit_notes n on n.id = x.id_credit_note
      where x.id_invoice_item = i.id and n.state = '1' and n.date_deleted is null and x.date_deleted is null
    ) as c on true where i.id_invoice = ${id_invoice} and i.date_deleted is null order by i.rank, i.id`.execute(tx)
  const own = rows.filter(({ tax }) => tax === null)
  const stated = rows.reduce((sum, { tax }) => sum + (tax === null ? 0n : toCents(tax)), 0n)
  const shares = spread(
    igv - stated,
    own.map(({ amount }) => toCents(amount)),
  )
  return rows.map((row) => ({
    id: Number(row.id),
    name: row.name,
    kind: row.kind,
    id_service: row.id_service,
    amount: toCents(row.amount),
    tax: row.tax === null ? (shares[own.indexOf(row)] ?? 0n) : toCents(row.tax),
    credited: toCents(row.credited),
    creditedTax: toCents(row.credited_tax),
  }))
}
