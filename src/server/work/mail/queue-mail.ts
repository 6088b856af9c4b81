import type { Tx } from '../../platform/database/database'
import { escapeText } from '../../../model/values/rich-text'
import { wakeJob } from '../../platform/jobs/wake-job'
import type { Keyring } from '../../platform/secrets/keyring'
import { engineTables } from '../../platform/database/engine-tables'

export const MAIL_JOB = 'engine.mail'

/** A file that goes with a mail as it is. */
interface AttachedFile {
  readonly name: string
  readonly base64: string
}

/**
 * A saved report for somebody, of which the files are made when the mail goes out, with the rights that they have then.
 */
export interface AttachedReport {
  readonly own_report: number
  readonly id_user: number
}

export type Attachment = AttachedFile | AttachedReport

export interface QueuedMail {
  readonly recipient: string
  readonly subject: string
  readonly body: string
  /** The same with formats; absent: the body's lines are all there is. */
  readonly html?: string
  /** By `sealedParts`: what is sent in place of texts in the body, such as a link that logs somebody in. */
  readonly secrets?: string
  readonly attachment?: Attachment
  /** Present: why it cannot be sent. */
  readonly failed?: string
}

const PLACE = 'mail_outbox.secrets'

/** Text in a mail's body → what is sent instead, sealed: nobody reads it in the outbox, nor in the database. */
export const sealedParts = (keyring: Keyring, parts: { readonly [marker: string]: string }): string =>
  keyring.seal(JSON.stringify(parts), PLACE)

/** A body with its sealed parts. @throws {SealError} */
export function bodyWithParts(keyring: Keyring, body: string, sealed: string | null): string {
  const parts =
    sealed === null
      ? []
      : Object.entries(JSON.parse(keyring.open(sealed, PLACE)) as { readonly [marker: string]: string })
  return parts.reduce((text, [marker, value]) => text.replaceAll(marker, value), body)
}

/** The same of a formatted body, in which a part is text and never markup. @throws {SealError} */
export function htmlWithParts(keyring: Keyring, html: string, sealed: string | null): string {
  const parts =
    sealed === null
      ? []
      : Object.entries(JSON.parse(keyring.open(sealed, PLACE)) as { readonly [marker: string]: string })
  return parts.reduce((text, [marker, value]) => text.replaceAll(escapeText(marker), escapeText(value)), html)
}

/** Puts a mail into the outbox; it is sent after the transaction commits. */
export async function queueMail(
  tx: Tx,
  { recipient, subject, body, html, secrets, attachment, failed }: QueuedMail,
  now: Date,
): Promise<void> {
  const date = now.toISOString()
  await engineTables(tx)
    .insertInto('mail_outbox')
    .values({
      recipient,
      subject: subject.slice(0, 255),
      body,
      html: html ?? null,
      secrets: secrets === undefined ? null : JSON.stringify(secrets),
      attachment: attachment === undefined ? null : JSON.stringify(attachment),
      status: failed === undefined ? '1' : '3',
      reason: failed ?? null,
      date_next: failed === undefined ? date : null,
      date_created: date,
      date_updated: date,
    })
    .execute()
  await wakeJob(tx, MAIL_JOB)
}
