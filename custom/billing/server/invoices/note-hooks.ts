import { sql } from 'kysely'
import { living } from '#app/tables'
import { AppError, isCountedId, type JsonObject, wrong } from '#engine/model'
import { anyOf, enterRecord, type Hooks, type Tx } from '#engine/server'
import { type Cents, toAmount, toCents } from '../../../ledger/server'
import { free, OF_COMPANIES } from '../open-items'
import { centsOf, type InvoiceStanding, invoiceStanding } from './standing'
import { isLeft, taxOfPart } from '../../model/credited-part'
import { type InvoiceItem, itemsOf } from './note-lines'
import { settleInvoice } from './payment-hooks'

/**
 * A note takes off an issued invoice what it says, by lines, never more than is left of each; issued, it has a number
 * of its own series.
 */
export const noteHooks: Hooks = {
  entity: 'credit_notes',
  async beforeSave({ tx, move, now, actor }, data, before) {
    if (!before && isCountedId(data['id_invoice'])) {
      const invoice = await invoiceStanding(tx, data['id_invoice'])
      if (!invoice || !['1', '2'].includes(invoice.state)) throw wrong('id_invoice', 'billing.credit_none')
    }
    if (before && move === 'issue') {
      const { id } = await noteOf(tx, before)
      // One that was issued before there were books is entered with what is first done to it.
      await enterRecord(tx, { entity: 'invoices', id, rule: 'issue', now, who: actor.id })
    }
    return data
  },
  async afterSave(context, record, before) {
    if (!before || context.move !== 'issue') return
    const id_invoice = Number(record['id_invoice'])
    if (record['frees'] === 1 || record['frees'] === true) await freeCredited(context.tx, id_invoice)
    await settleInvoice(context, id_invoice)
  },
  async beforeRemove(_context, { state }) {
    if (state === '1') throw new AppError('CONFLICT', { say: 'billing.credit_stays' })
  },
}

/** What the tax on a line of a note is worked out of: the line of the invoice, and what is left of it. */
export const noteLineHooks: Hooks = {
  entity: 'credit_note_items',
  async beforeSave({ tx }, data, before) {
    const [id, note] = [
      data['id_invoice_item'] ?? before?.['id_invoice_item'],
      data['id_credit_note'] ?? before?.['id_credit_note'],
    ]
    const amount = String(data['amount'] ?? before?.['amount'] ?? '')
    if (!isCountedId(id) || !isCountedId(note) || !/^-?\d{1,12}(\.\d+)?$/.test(amount)) return data
    const {
      rows: [row],
    } = await sql<{ readonly id_invoice: number }>`select id_invoice from credit_notes where id = ${note}`.execute(tx)
    const invoice = row && (await invoiceStanding(tx, Number(row.id_invoice)))
    const item = invoice && (await itemsOf(tx, invoice.id, invoice.igv)).find((one) => one.id === id)
    if (!item) throw wrong('id_invoice_item', 'billing.credit_other')
    const part = toCents(amount)
    if (!isLeft(item, part)) throw wrong('amount', 'billing.credit_over', leftOf(item))
    return {
      ...data,
      line_amount: toAmount(item.amount),
      line_tax: toAmount(item.tax),
      left: toAmount(item.amount - item.credited),
      left_tax: toAmount(item.tax - item.creditedTax),
    }
  },
}

const leftOf = ({ name, amount, credited }: InvoiceItem) => ({ name, left: toAmount(amount - credited) })

/**
 * What a draft takes off its invoice, which nobody else changes until the transaction ends.
 * @throws {AppError} CONFLICT beyond what is left
 */
async function noteOf(tx: Tx, { id, id_invoice }: JsonObject): Promise<InvoiceStanding> {
  const invoice = await invoiceStanding(tx, Number(id_invoice))
  if (!invoice || !['1', '2'].includes(invoice.state)) throw new AppError('CONFLICT', { say: 'billing.credit_none' })
  const items = await itemsOf(tx, invoice.id, invoice.igv)
  const rows = await living(tx, 'credit_note_items')
    .select(['id_invoice_item', sql<string>`amount::text`.as('amount'), sql<string>`coalesce(tax, 0)::text`.as('tax')])
    .where('id_credit_note', '=', Number(id))
    .execute()
  for (const row of rows) {
    const item = items.find((one) => one.id === Number(row.id_invoice_item))
    // Another note was issued since: what is left, and the tax on it, are others.
    if (!item) throw new AppError('CONFLICT', { say: 'billing.credit_other' })
    if (!isLeft(item, toCents(row.amount)) || taxOfPart(item, toCents(row.amount)) !== toCents(row.tax))
      throw new AppError('CONFLICT', { say: 'billing.credit_over', params: leftOf(item) })
  }
  const sum = (of: (row: (typeof rows)[number]) => string): Cents =>
    rows.reduce((all, row) => all + centsOf(of(row)), 0n)
  const [base, igv] = [sum(({ amount }) => amount), sum(({ tax }) => tax)]
  if (base + igv <= 0n) throw new AppError('CONFLICT', { say: 'billing.credit_none' })
  return invoice
}

/** Services whose lines are credited in full are free for the next closing; of an invoice that is, all of them. */
async function freeCredited(tx: Tx, id_invoice: number): Promise<void> {
  const invoice = await invoiceStanding(tx, id_invoice)
  if (!invoice) return
  if (invoice.credited >= invoice.base + invoice.igv) return free(tx, OF_COMPANIES, id_invoice)
  const items = await itemsOf(tx, id_invoice, invoice.igv)
  const whole = items
    .filter(({ amount, credited, id_service }) => id_service !== null && amount === credited)
    .flatMap(({ id_service }) => id_service ?? [])
  const still = new Set(items.filter(({ amount, credited }) => amount !== credited).map(({ id_service }) => id_service))
  const ids = whole.filter((id) => !still.has(id))
  await sql`update billable_items set id_invoice = null where id_invoice = ${id_invoice} and side = 'company'
    and id_service = ${anyOf(ids)}`.execute(tx)
}
