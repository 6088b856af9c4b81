import { living, tables, visible } from '#app/tables'
import { AppError, type JsonObject } from '#engine/model'
import {
  callLimit,
  type CallContext,
  type Db,
  type MailExample,
  type MailKind,
  serveCall,
  writeLog,
} from '#engine/server'
import { mailInvoiceCall, mailLiquidationCall, mailPartnerStatementCall } from '../../model/message-calls'

const example = { name: 'Luis', number: 'L-2026-000012', from: '2026-11-01', to: '2026-11-15', brand: 'Toolrides' }

/** Documents that one person mails by hand. */
const MAX_A_MINUTE = 20
const limit = callLimit('finance.too_many_mails')

interface Receiver {
  readonly name: string | null
  readonly email: string | null
  readonly language: string | null
}
interface Document {
  readonly resource: 'liquidations' | 'partner_statements' | 'invoices'
  readonly print: string
  /** A draft, or a void one, goes to nobody. */
  readonly states: readonly string[]
  readonly receiver: (db: Db, record: JsonObject) => Promise<Receiver | undefined>
}

const mailOf = (document: Document, key: string): MailKind => ({
  key,
  words: `finance.${key}_mail`,
  vars: example,
  about: { resource: document.resource, example: (context, id) => exampleOf(context, document, id) },
})

/** What the mail of a document says. */
const valuesOf = (record: JsonObject, name: string | null | undefined, brand: JsonObject[string] | undefined) => {
  const text = (key: string): string => String(record[key] ?? '')
  return {
    name: name ?? '',
    number: text('number'),
    from: text('date_from'),
    to: text('date_to'),
    brand: String(brand ?? ''),
  }
}

async function exampleOf(
  context: CallContext,
  { resource, states, receiver }: Document,
  id: number | null,
): Promise<MailExample | null> {
  const { db, records, settings } = context
  const row = await visible(db, context, resource)
    .where('state', 'in', states as readonly '2'[])
    .$if(id !== null, (query) => query.where('id', '=', id))
    .orderBy('id', 'desc')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const record = await records.read(resource, row.id)
  return {
    id: row.id,
    title: String(record['number'] ?? row.id),
    values: valuesOf(record, (await receiver(db, record))?.name, settings['brand']),
  }
}

/**
 * The document as a pdf goes to whom it is for, in their language.
 * @throws {AppError} NOT_FOUND, CONFLICT where it is not issued, VALIDATION without an address
 */
async function sendDocument(
  context: CallContext,
  { resource, print, states, receiver }: Document,
  mail: MailKind,
  id: number,
): Promise<{ email: string; msg: string }> {
  const { actor, db, records, settings, now, say, platform, session } = context
  limit(db, String(actor.id), now(), MAX_A_MINUTE)
  const record = await records.read(resource, id)
  if (!states.includes(String(record['state']))) throw new AppError('CONFLICT', { say: 'finance.not_issued' })
  const to = await receiver(db, record)
  const email = (to?.email ?? '').trim()
  if (email === '') throw new AppError('VALIDATION', { say: 'finance.no_email' })
  const { title, pdf } = await records.printed(resource, id, print)
  const written = await context.writeMail(mail, to?.language ?? null, valuesOf(record, to?.name, settings['brand']))
  await records.write(async (writes) => {
    await writes.mail({
      recipient: email,
      ...written,
      attachment: { name: `${title.replace(/[^\p{L}\p{N}. -]/gu, '')}.pdf`, base64: pdf.toString('base64') },
    })
    await writeLog(writes.tx, {
      id_user: actor.id,
      type_log: 'document_mailed',
      target: resource,
      id_target: id,
      title: String(record['number'] ?? ''),
      platform,
      id_session: session.id,
      note: email,
      date: now(),
    })
  })
  return { email, msg: say('finance.mailed', { email }) }
}

const liquidation: Document = {
  resource: 'liquidations',
  print: 'statement',
  states: ['2', '3'],
  receiver: (db, { id_driver }) =>
    living(db, 'users').where('id', '=', Number(id_driver)).select(['name', 'email', 'language']).executeTakeFirst(),
}

const toCompany =
  (field: 'id_company' | 'id_partner'): Document['receiver'] =>
  async (db, record) => {
    const company = await tables(db)
      .selectFrom('companies')
      .where('id', '=', Number(record[field]))
      .where('date_deleted', 'is', null)
      .select(['name', 'email'])
      .executeTakeFirst()
    return company && { ...company, language: null }
  }

const partnerStatement: Document = {
  resource: 'partner_statements',
  print: 'statement',
  states: ['2', '3'],
  receiver: toCompany('id_partner'),
}

const invoice: Document = {
  resource: 'invoices',
  print: 'invoice',
  states: ['1', '2'],
  receiver: toCompany('id_company'),
}

const liquidationMail = mailOf(liquidation, 'liquidation')
const partnerStatementMail = mailOf(partnerStatement, 'partner_statement')
const invoiceMail = mailOf(invoice, 'invoice')

/** The mails that statements and an invoice go with. */
export const documentMails: readonly MailKind[] = [liquidationMail, partnerStatementMail, invoiceMail]

export const documentCalls = [
  serveCall(mailLiquidationCall, (context, { id }) => sendDocument(context, liquidation, liquidationMail, id)),
  serveCall(mailPartnerStatementCall, (context, { id }) =>
    sendDocument(context, partnerStatement, partnerStatementMail, id),
  ),
  serveCall(mailInvoiceCall, (context, { id }) => sendDocument(context, invoice, invoiceMail, id)),
]
