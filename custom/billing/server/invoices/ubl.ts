import { sql } from 'kysely'
import { AppError, type JsonObject } from '#engine/model'
import { type CallContext, serveCall } from '#engine/server'
import { toCents } from '../../../ledger/server'
import { invoiceUblCall, noteUblCall } from '../../model/invoice-calls'
import { type UblLine, ublOf, type UblParty } from '../../model/ubl'
import { centsOf } from './standing'
import { itemsOf } from './note-lines'

/** `GET invoices/ubl`. What a draft says is no document yet. */
export const invoiceUbl = serveCall(invoiceUblCall, async (context, { id }) => {
  const invoice = await issued(context, 'invoices', id, ['1', '2', '9'])
  const lines = await context.transaction(async (tx): Promise<readonly UblLine[]> => {
    const quantities = new Map(
      (
        await sql<{
          readonly id: number
          readonly quantity: string
        }>`select id, quantity::text as quantity from invoice_items where id_invoice = ${id}`.execute(tx)
      ).rows.map((row) => [Number(row.id), row.quantity]),
    )
    return (await itemsOf(tx, id, centsOf(invoice['igv']))).map(({ id: item, name, amount, tax }) => ({
      name,
      quantity: quantities.get(item) ?? '1',
      net: amount,
      tax,
    }))
  })
  return {
    document: ublOf({
      ...(await aboutOf(context, invoice)),
      number: text(invoice, 'number'),
      issued: text(invoice, 'date_issued'),
      due: text(invoice, 'date_due') || null,
      lines,
    }),
  }
})

/** `GET credit_notes/ubl`. */
export const noteUbl = serveCall(noteUblCall, async (context, { id }) => {
  const note = await issued(context, 'credit_notes', id, ['1'])
  const invoice = await context.records.read('invoices', Number(note['id_invoice']))
  const { rows } = await sql<{ readonly name: string; readonly amount: string; readonly tax: string }>`
    select i.name, x.amount::text as amount, coalesce(x.tax, 0)::text as tax from credit_note_items x
    join invoice_items i on i.id = x.id_invoice_item
    where x.id_credit_note = ${id} and x.date_deleted is null order by x.rank, x.id`.execute(context.db)
  const lines = rows.map(
    ({ name, amount, tax }): UblLine => ({ name, quantity: '1', net: toCents(amount), tax: toCents(tax) }),
  )
  const corrects = {
    number: text(invoice, 'number'),
    issued: text(invoice, 'date_issued') || null,
    code: text(note, 'code'),
    reason: text(note, 'reason'),
  }
  return {
    document: ublOf({
      ...(await aboutOf(context, invoice)),
      number: text(note, 'number'),
      issued: text(note, 'date_issued'),
      due: null,
      lines,
      corrects,
    }),
  }
})

const text = (record: JsonObject, field: string): string => String(record[field] ?? '')

async function issued(
  { records }: CallContext,
  resource: string,
  id: number,
  states: readonly string[],
): Promise<JsonObject> {
  const record = await records.read(resource, id)
  // What was void without a note is none.
  if (!states.includes(text(record, 'state')) || (text(record, 'state') === '9' && Number(record['credited']) === 0))
    throw new AppError('CONFLICT', { say: 'finance.not_issued' })
  return record
}

async function aboutOf({ db, settings }: CallContext, invoice: JsonObject) {
  const {
    rows: [company],
  } = await sql<{ readonly document: string | null; readonly name: string | null; readonly address: string | null }>`
    select document, name, address from companies where id = ${Number(invoice['id_company'])}`.execute(db)
  const customer: UblParty = {
    id: company?.document ?? '',
    name: company?.name ?? '',
    address: company?.address ?? null,
  }
  const supplier: UblParty = {
    id: text(settings, 'ruc'),
    name: text(settings, 'name') || text(settings, 'brand'),
    address: text(settings, 'address') || null,
  }
  return { supplier, customer, currency: text(settings, 'currency') || 'PEN', pct: Number(invoice['pct_igv'] ?? 0) }
}
