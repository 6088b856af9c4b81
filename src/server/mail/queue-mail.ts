import type { Tx } from '../database/database'
import { wakeJob } from '../jobs/wake-job'

export const MAIL_JOB = 'engine.mail'

interface QueuedMail {
  readonly recipient: string
  readonly subject: string
  readonly body: string
  /** Text in the body → what is sent instead and nobody can read in the outbox, such as a link that logs somebody in. */
  readonly secrets?: { readonly [marker: string]: string }
  /** Present: why it cannot be sent. */
  readonly failed?: string
}

/** Puts a mail into the outbox; it is sent after the transaction commits. */
export async function queueMail(tx: Tx, { recipient, subject, body, secrets, failed }: QueuedMail, now: Date): Promise<void> {
  const date = now.toISOString()
  await tx.insertInto('mail_outbox').values({
    recipient, subject: subject.slice(0, 255), body, secrets: secrets ? JSON.stringify(secrets) : null,
    status: failed === undefined ? '1' : '3', reason: failed ?? null, date_next: failed === undefined ? date : null,
    date_created: date, date_updated: date,
  }).execute()
  await wakeJob(tx, MAIL_JOB)
}
