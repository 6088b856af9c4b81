import { isStaff } from '#app/asker'
import { living, visible } from '#app/tables'
import { AppError, wrong } from '#engine/model'
import { type CallContext, callLimit, type MailKind, serveCall, writeLog } from '#engine/server'
import { mailReceiptCall } from '../../model/history-calls'
import { readService } from '../read/read-services'

/** The mail that a receipt goes with. */
export const receiptMail: MailKind = {
  key: 'receipt',
  words: 'services.receipt_mail',
  vars: { name: 'Ana', id: '1024', brand: 'Toolrides' },
  about: {
    resource: 'services',
    example: async (context, id) => {
      const ride = await visible(context.db, context, 'services')
        .where('state', '=', 'finalized')
        .where('id_client', 'is not', null)
        .$if(id !== null, (query) => query.where('id', '=', id))
        .orderBy('id', 'desc')
        .select(['id', 'id_client'])
        .limit(1)
        .executeTakeFirst()
      const client =
        ride && (await living(context.db, 'users').where('id', '=', ride.id_client).select('name').executeTakeFirst())
      return client
        ? {
            id: ride.id,
            title: String(ride.id),
            values: { id: ride.id, name: client.name ?? '', brand: String(context.settings['brand'] ?? '') },
          }
        : null
    },
  },
}

/** Mails of one operator: nobody sends more receipts by hand. */
const MAX_A_MINUTE = 20
const limit = callLimit('services.too_many_receipts')

const ADDRESS = /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+$/

/**
 * `services/mailReceipt`: the receipt as a pdf goes to the client, all in their language.
 * @throws {AppError} VALIDATION at `email`; CONFLICT before it is finalized
 */
export const mailReceipt = serveCall(mailReceiptCall, async (context, { id, email }) => {
  const { actor, db, say, now } = context
  if (!isStaff(actor)) throw new AppError('FORBIDDEN')
  limit(db, String(actor.id), now(), MAX_A_MINUTE)
  const service = await readService(context, db, id)
  const recipient = await sendReceipt(context, {
    id,
    id_client: service.id_client,
    ...(typeof email === 'string' && { email }),
  })
  return { email: recipient, msg: say('services.receipt_sent', { email: recipient }) }
})

interface Sent {
  readonly id: number
  readonly id_client: number
  /** Another address than the client's own. */
  readonly email?: string
  /** The call has judged that the asker may have it, whatever they see in the console. */
  readonly judged?: true
}

/** Puts the receipt of a ride into the outbox. @returns where it goes. @throws {AppError} as `mailReceipt` */
export async function sendReceipt(context: CallContext, { id, id_client, email, judged }: Sent): Promise<string> {
  const { actor, db, records, session, settings, platform, now } = context
  const client = await living(db, 'users')
    .where('id', '=', id_client)
    .select(['name', 'email', 'language', 'notify_to'])
    .executeTakeFirst()
  const recipient = (email ?? client?.email ?? '').trim()
  if (recipient === '') throw wrong('email', 'services.no_email')
  if (!ADDRESS.test(recipient)) throw wrong('email', 'email')
  const { title, pdf } = await records.printed('services', id, 'receipt', judged ? { judged } : {})
  const words = { id, name: client?.name ?? '', brand: String(settings['brand'] ?? '') }
  const written = await context.writeMail(receiptMail, client?.language ?? null, words)
  await records.write(async ({ tx, mail }) => {
    const attachment = { name: `${title.replace(/[^\p{L}\p{N}. -]/gu, '')}.pdf`, base64: pdf.toString('base64') }
    // Whom the client wants told gets a copy, unless the mail is for another address.
    const copies = email === undefined && client?.notify_to ? [client.notify_to] : []
    for (const address of new Set([recipient, ...copies])) await mail({ recipient: address, ...written, attachment })
    await writeLog(tx, {
      id_user: actor.id,
      type_log: 'service_receipt',
      target: 'services',
      id_target: id,
      title: String(id),
      platform,
      id_session: session.id,
      note: recipient,
      date: now(),
    })
  })
  return recipient
}
