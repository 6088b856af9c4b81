import { AppError, type JsonObject } from '#engine/model'
import { serveCall } from '#engine/server'
import { isStaff } from '#app/asker'
import { toAmount } from '../../../ledger/server'
import { creditCall } from '../../model/invoice-calls'
import { invoiceStanding } from './standing'
import { itemsOf } from './note-lines'

/** `POST invoices/credit`. Whoever issues it takes out or lowers what stays billed. */
export const creditInvoice = serveCall(creditCall, async ({ actor, records, say }, { id }) => {
  if (!isStaff(actor)) throw new AppError('FORBIDDEN')
  await records.read('invoices', id)
  const note = await records.write(async ({ tx, save }) => {
    const invoice = await invoiceStanding(tx, id)
    if (!invoice || !['1', '2'].includes(invoice.state)) throw new AppError('CONFLICT', { say: 'billing.credit_none' })
    const items = (await itemsOf(tx, id, invoice.igv)).flatMap(
      ({ id: id_invoice_item, amount, credited }): JsonObject[] =>
        amount === credited ? [] : [{ id_invoice_item, amount: toAmount(amount - credited) }],
    )
    if (items.length === 0) throw new AppError('CONFLICT', { say: 'billing.credit_none' })
    const saved = await save('credit_notes', {
      id_invoice: id,
      code: invoice.credited === 0n ? '01' : '09',
      reason: say(invoice.credited === 0n ? 'billing.credit_whole' : 'billing.credit_part'),
    })
    // Its lines know their tax by the note that they are of.
    await save('credit_notes', { id: saved.id, items })
    return Number(saved.id)
  })
  return { id: note, msg: say('billing.credit_draft') }
})
