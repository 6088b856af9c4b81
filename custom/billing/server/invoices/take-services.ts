import { sql } from 'kysely'
import { living, tables } from '#app/tables'
import { AppError, type JsonObject } from '#engine/model'
import { anyOf, type Tx } from '#engine/server'
import { toCents } from '../../../ledger/server'
import type { InvoicedBy, Detail } from '../../model/invoice-calls'
import { assertSeen, isOfServices, isOpenItem, OF_COMPANIES } from '../open-items'
import { invoiceLines, signOf } from './lines'
import { isOfParty } from './parties'

/**
 * The items that an invoice bills are its own when it is issued, in one statement: whoever issues another finds none of
 * them.
 * @throws {AppError} CONFLICT when services have changed since the draft was filled, or a ride of a line is in another
 * invoice
 */
export async function takeServices(tx: Tx, invoice: JsonObject): Promise<void> {
  const id = Number(invoice['id'])
  const isGathered = isOfServices(invoice)
  if (isGathered) await takeOpen(tx, id, invoice)
  await takeNamed(tx, id, isGathered)
}

async function takeOpen(tx: Tx, id: number, invoice: JsonObject): Promise<void> {
  const by = invoice['by'] as InvoicedBy
  const party = {
    id_company: Number(invoice['id_company']),
    id_part: idOrNull(by === 'area' ? invoice['id_company_area'] : by === 'ceco' ? invoice['id_company_ceco'] : null),
  }
  await sql`update billable_items b set id_invoice = ${id}
    where ${isOfParty(by, party)} and ${isOpenItem(OF_COMPANIES, String(invoice['until_at']))}`.execute(tx)
  const lines = await invoiceLines(tx, {
    detail: invoice['detail'] as Detail,
    whose: sql`b.id_invoice = ${id} and b.side = 'company'`,
    from: String(invoice['starts_at']),
    zone: 'UTC',
    say: (key) => key,
  })
  const said = await living(tx, 'invoice_items')
    .select(['id_service', sql<string>`kind`.as('kind')])
    .select(sql<string>`(coalesce(amount, 0) + coalesce(tax, 0))::text`.as('gross'))
    .where('id_invoice', '=', id)
    .where('invoice_items.kind', 'is not', null)
    .execute()
  assertSeen(
    lines.map(({ kind, id_service, minor }) => signOf(kind, id_service, BigInt(minor))),
    said.map(({ kind, id_service, gross }) => signOf(kind, id_service, toCents(gross))),
  )
}

/** Rides that lines of one's own name are billed by them. */
async function takeNamed(tx: Tx, id: number, isGathered: boolean): Promise<void> {
  const rows = await living(tx, 'invoice_items')
    .where('id_invoice', '=', id)
    .where((on) => on.or([on('kind', 'is', null), on.val(!isGathered)]))
    .where('id_service', 'is not', null)
    .select(sql<number>`id_service`.as('id_service'))
    .distinct()
    .execute()
  if (rows.length === 0) return
  const ids = rows.map(({ id_service }) => id_service)
  await tables(tx)
    .updateTable('billable_items')
    .set({ id_invoice: id })
    .where('id_service', '=', anyOf(ids))
    .where('side', '=', 'company')
    .where('id_invoice', 'is', null)
    .where('date_deleted', 'is', null)
    .execute()
  const {
    rows: [other],
  } = await sql<{ readonly number: string | null; readonly id_service: number }>`
    select v.number, b.id_service from billable_items b join invoices v on v.id = b.id_invoice
    where b.id_service = ${anyOf(ids)} and b.side = 'company' and b.id_invoice <> ${id} order by b.id limit 1`.execute(
    tx,
  )
  if (other)
    throw new AppError('CONFLICT', {
      say: 'billing.service_billed',
      params: { id: other.id_service, number: other.number ?? '' },
    })
}

const idOrNull = (value: JsonObject[string] | undefined): number | null =>
  value === null || value === undefined ? null : Number(value)
