import { patchRecord } from '#app/tables'
import { AppError, isCountedId, type JsonObject, wrong } from '#engine/model'
import { byHook, enterRecord, type HookContext, type Hooks } from '#engine/server'
import { houseDay, houseText } from '../../../ledger/server'
import { centsOf, invoiceStanding } from './standing'

/**
 * What a company pays of an invoice, in as many parts as it likes; with the last one the invoice is paid. Void, it is
 * owed again.
 */
export const paymentHooks: Hooks = {
  entity: 'invoice_payments',
  async beforeSave({ tx }, data, before) {
    const id = data['id_invoice']
    if (before || !isCountedId(id)) return data
    const invoice = await invoiceStanding(tx, id)
    if (!invoice || invoice.state !== '1') throw wrong('id_invoice', 'billing.nothing_owed')
    // What is no amount is told by the field itself.
    if (/^\d{1,12}(\.\d+)?$/.test(String(data['amount'])) && centsOf(data['amount']) > invoice.left)
      throw wrong('amount', 'billing.over_balance', { left: await houseText(tx, invoice.left) })
    return data
  },
  async afterSave(context, record, before) {
    const { tx, move, now, actor } = context
    if (before && move !== 'void') return
    const invoice = await invoiceStanding(tx, Number(record['id_invoice']))
    // One that was issued before there were books is entered with what is first done to it.
    if (invoice && !before)
      await enterRecord(tx, { entity: 'invoices', id: invoice.id, rule: 'issue', now, who: actor.id })
    if (invoice) await settleInvoice(context, invoice.id, record['date_paid'])
  },
  async beforeRemove(_context, { state }) {
    if (state === '1') throw new AppError('CONFLICT', { say: 'billing.void_payment_first' })
  },
}

/**
 * An invoice with nothing left is paid, or void where notes took all of it back; one that has something left again is
 * owed.
 */
export async function settleInvoice(context: HookContext, id: number, day?: JsonObject[string]): Promise<void> {
  const { tx, now } = context
  const invoice = await invoiceStanding(tx, id)
  if (!invoice || !['1', '2'].includes(invoice.state)) return
  const isWholly = invoice.credited >= invoice.base + invoice.igv
  const state = isWholly ? '9' : invoice.left <= 0n ? '2' : '1'
  if (state === invoice.state) return
  await patchRecord(
    tx,
    'invoices',
    id,
    { state, date_paid: state === '2' ? String(day ?? (await houseDay(tx, now))).slice(0, 10) : null },
    {
      by: byHook(context),
      now,
      verb: state === '2' ? 'setPaid' : state === '9' ? 'invoice_credited' : 'invoice_reopened',
    },
  )
}
