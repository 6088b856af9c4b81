import { tables } from '#app/tables'
import { AppError } from '#engine/model'
import type { Tx } from '#engine/server'

interface NewMessage {
  readonly id_driver: number
  /** The operator who writes it; null: the driver, or the program. */
  readonly id_user: number | null
  /** The program writes it. */
  readonly fromOffice?: true
  readonly body: string
  readonly urgent: boolean
  readonly id_service: number | null
  readonly idempotency: string | null
  readonly now: Date
}

/**
 * Writes a message, once for each key: a repeated one returns the message already written.
 * @throws {AppError} VALIDATION at `body`; CONFLICT where the key belongs to another message
 */
export async function writeMessage(tx: Tx, message: NewMessage): Promise<number> {
  const { id_driver, id_user, urgent, id_service, now, fromOffice = false } = message
  const body = cleanText(message.body)
  // The keys of the two sides are kept apart, so that they never collide.
  const key = message.idempotency === null ? null : `${id_user ?? (fromOffice ? 'o' : 'd')}:${message.idempotency}`
  if (key !== null) {
    await tables(tx).selectFrom('users').select('id').where('id', '=', id_driver).forNoKeyUpdate().execute()
    const known = await tables(tx)
      .selectFrom('driver_messages')
      .where('id_driver', '=', id_driver)
      .where('idempotency', '=', key)
      .select(['id', 'body'])
      .executeTakeFirst()
    if (known && known.body !== body) throw new AppError('CONFLICT', { say: 'drivers.key_used' })
    if (known) return known.id
  }
  const made = await tables(tx)
    .insertInto('driver_messages')
    .values({
      id_driver,
      id_user,
      id_service,
      from_driver: id_user === null && !fromOffice,
      body,
      urgent,
      idempotency: key,
      date_created: now,
      date_updated: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** Removes invisible characters; line breaks stay. @throws {AppError} VALIDATION when nothing remains */
function cleanText(text: string): string {
  const clean = text
    .replaceAll('\r\n', '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/\p{Cs}/gu, '')
    .trim()
  if (clean === '') throw new AppError('VALIDATION', { errors: { body: { key: 'required' } } })
  return clean
}
