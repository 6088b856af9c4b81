import { living, tables } from '#app/tables'
import { AppError, type JsonObject } from '#engine/model'
import { callLimit, type CallContext, type Db, type MailKind, serveCall, writeLog } from '#engine/server'
import { mailInvoiceCall, mailLiquidationCall } from '../../model/message-calls'

const example = { name: 'Luis', number: 'L-2026-000012', from: '2026-11-01', to: '2026-11-15', brand: 'Toolrides' }

/** The mails that a liquidation and an invoice go with. */
export const documentMails: readonly MailKind[] = ['liquidation', 'invoice'].map((key) => ({ key, words: `finance.${key}_mail`, vars: example }))
const [liquidationMail, invoiceMail] = documentMails as readonly [MailKind, MailKind]

/** Documents that one person mails by hand. */
const MAX_A_MINUTE = 20
const limit = callLimit('finance.too_many_mails')

interface Receiver { readonly name: string | null; readonly email: string | null; readonly language: string | null }
interface Document {
  readonly resource: 'liquidations' | 'invoices'
  readonly print: string
  readonly mail: MailKind
  /** A draft, or a void one, goes to nobody. */
  readonly states: readonly string[]
  readonly receiver: (db: Db, record: JsonObject) => Promise<Receiver | undefined>
}

/** The document as a pdf goes to whom it is for, in their language. @throws {AppError} NOT_FOUND, CONFLICT where it is not issued, VALIDATION without an address */
async function sendDocument(context: CallContext, { resource, print, mail, states, receiver }: Document, id: number): Promise<{ email: string; msg: string }> {
  const { actor, db, records, settings, now, say, platform, session } = context
  limit(db, String(actor.id), now(), MAX_A_MINUTE)
  const record = await records.read(resource, id)
  if (!states.includes(String(record['state']))) throw new AppError('CONFLICT', { say: 'finance.not_issued' })
  const to = await receiver(db, record)
  const email = (to?.email ?? '').trim()
  if (email === '') throw new AppError('VALIDATION', { say: 'finance.no_email' })
  const { title, pdf } = await records.printed(resource, id, print)
  const text = (key: string): string => String(record[key] ?? '')
  const written = await context.writeMail(mail, to?.language ?? null, { name: to?.name ?? '', number: text('number'), from: text('date_from'), to: text('date_to'), brand: String(settings['brand'] ?? '') })
  await records.write(async (writes) => {
    await writes.mail({ recipient: email, ...written, attachment: { name: `${title.replace(/[^\p{L}\p{N}. -]/gu, '')}.pdf`, base64: pdf.toString('base64') } })
    await writeLog(writes.tx, { id_user: actor.id, type_log: 'document_mailed', target: resource, id_target: id, title: text('number'), platform, id_session: session.id, note: email, date: now() })
  })
  return { email, msg: say('finance.mailed', { email }) }
}

const liquidation: Document = {
  resource: 'liquidations', print: 'statement', mail: liquidationMail, states: ['2', '3'],
  receiver: (db, { id_driver }) => living(db, 'users').where('id', '=', Number(id_driver)).select(['name', 'email', 'language']).executeTakeFirst(),
}

const invoice: Document = {
  resource: 'invoices', print: 'invoice', mail: invoiceMail, states: ['1', '2'],
  async receiver(db, { id_company }) {
    const company = await tables(db).selectFrom('companies').where('id', '=', Number(id_company)).where('date_deleted', 'is', null).select(['name', 'email']).executeTakeFirst()
    return company && { ...company, language: null }
  },
}

export const documentCalls = [
  serveCall(mailLiquidationCall, (context, { id }) => sendDocument(context, liquidation, id)),
  serveCall(mailInvoiceCall, (context, { id }) => sendDocument(context, invoice, id)),
]
