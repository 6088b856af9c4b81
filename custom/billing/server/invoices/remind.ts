import { patchRecords, visible } from '#app/tables'
import { AppError, dateText, moneyText } from '#engine/model'
import { anyOf, byAsker, callLimit, type CallContext, type MailKind, serveCall } from '#engine/server'
import { isStaff } from '#app/asker'
import { moneyStyle } from '../../../fares/server'
import { remindCall } from '../../model/invoice-calls'
import { unitsOf } from '../open-items'
import { owedOf } from './ageing'

/** Reminders that one person sends by hand. */
const MAX_A_MINUTE = 20
const limit = callLimit('finance.too_many_mails')

/** The mail about what a company has overdue. */
export const reminderMail: MailKind = {
  key: 'invoice_reminder',
  words: 'finance.reminder_mail',
  vars: {
    name: 'Minera Andina',
    total: 'S/ 1,240.50',
    invoices: 'F001-00000012 · 02/11/2026 · S/ 1,240.50',
    brand: 'Toolrides',
  },
}

/** `POST invoices/remind`. Each invoice keeps when its company was reminded of it last. */
export const remind = serveCall(remindCall, async (context, { id }) => {
  const { actor, db, records, now, say, settings } = context
  if (!isStaff(actor)) throw new AppError('FORBIDDEN')
  limit(db, String(actor.id), now(), MAX_A_MINUTE)
  const { id_company } = await records.read('invoices', id)
  const [late, company] = [
    (await owedOf(context, Number(id_company))).filter(({ cents, days }) => cents > 0 && days >= 0),
    await companyOf(context, Number(id_company)),
  ]
  if (late.length === 0) throw new AppError('CONFLICT', { say: 'billing.nothing_late' })
  const email = (company?.email ?? '').trim()
  if (email === '') throw new AppError('VALIDATION', { say: 'finance.no_email' })
  const money = (cents: number): string => moneyText(Number(unitsOf(cents)), moneyStyle(settings))
  const written = await context.writeMail(reminderMail, null, {
    name: company?.name ?? '',
    brand: String(settings['brand'] ?? ''),
    total: money(late.reduce((sum, { cents }) => sum + cents, 0)),
    invoices: late
      .map(({ number, date_due, cents }) =>
        [number, date_due && dateText(date_due), money(cents)].filter(Boolean).join(' · '),
      )
      .join('\n'),
  })
  await records.write(async ({ tx, mail }) => {
    await mail({ recipient: email, ...written })
    const ids = anyOf(late.map((one) => one.id))
    await patchRecords(
      tx,
      'invoices',
      { id: ids },
      { reminded_at: now().toISOString() },
      { by: byAsker(context), now: now(), verb: 'invoice_reminded', note: email, says: [] },
    )
  })
  return { email, msg: say('finance.mailed', { email }) }
})

const companyOf = (context: CallContext, id: number) =>
  visible(context.db, context, 'companies').where('id', '=', id).select(['name', 'email']).executeTakeFirst()
