import { sql, type NotNull } from 'kysely'
import type { Job, JobContext } from '../../platform/jobs/job'
import type { Runtime } from '../../language/runtime'
import { mailSettings, type MailSettings } from './mail-settings'
import { keyringFor, SealError } from '../../platform/secrets/keyring'
import { bodyWithParts, htmlWithParts, MAIL_JOB, type AttachedReport, type Attachment } from './queue-mail'
import { type MailFile, sendMail, type Sent } from './send-mail'
import { DAY_MS, MINUTE_MS } from '../../../model/values/zone-time'
import { engineTables, livingRows } from '../../platform/database/engine-tables'

// Minutes to wait after the first, second ... failure; a failure after the last wait is final.
const AGAIN_MIN = [1, 5, 15, 30, 60, 120, 240]
// A mail that was claimed and never finished (the process died) is due again after this long.
const CLAIM_MIN = 4
const KEEP_DAYS = 90

interface Claimed {
  readonly id: number
  readonly recipient: string
  readonly subject: string
  readonly body: string | null
  readonly html: string | null
  readonly secrets: string | null
  readonly attachment: string | null
  readonly attempts: number
  readonly token: string
  /** When it is due again should nothing come of this try. */
  readonly again: string
}

/** Makes the files of a report that a mail brings; null: their reader may not have it any more. */
type ReportFiles = (runtime: Runtime, report: AttachedReport) => Promise<readonly MailFile[] | null>

/**
 * Sends what is due in the outbox, one mail after another. A mail is sent at least once: if a crash comes between the
 * server's acceptance and our note of it, the mail is sent again, under the same Message-ID.
 */
export const mailJob = (reportFiles: ReportFiles): Job => ({
  name: MAIL_JOB,
  every_s: 30,
  run: (context) => sendDue(context, reportFiles),
})

async function sendDue({ runtime, signal }: JobContext, reportFiles: ReportFiles): Promise<void> {
  const {
    database: { db },
  } = runtime
  await engineTables(db)
    .deleteFrom('mail_outbox')
    .where('status', '<>', '1')
    .where('date_created', '<', new Date(runtime.now().getTime() - KEEP_DAYS * DAY_MS).toISOString())
    .execute()
  while (!signal.aborted) {
    const settings = mailSettings(await runtime.settings())
    if (!settings) return tellWaiting(runtime)
    const mail = await claim(runtime)
    if (!mail) return
    const sent = await send(runtime, settings, mail, reportFiles)
    await note(runtime, mail, sent)
    if (!sent.ok && !sent.alone) return
  }
}

async function send(
  runtime: Runtime,
  settings: MailSettings,
  { id, token, recipient, subject, body, html, secrets, attachment }: Claimed,
  reportFiles: ReportFiles,
): Promise<Sent> {
  try {
    const files = attachment === null ? [] : await filesOf(runtime, JSON.parse(attachment) as Attachment, reportFiles)
    if (files === null)
      return {
        ok: false,
        reason: runtime.words.say(runtime.words.languages[0] ?? 'es', 'own_reports.mail_closed'),
        again: false,
        alone: true,
      }
    const keyring = keyringFor(runtime.database.db)
    return await sendMail(settings, {
      recipient,
      subject,
      text: bodyWithParts(keyring, body ?? '', secrets),
      id: `mail-${id}-${token}`,
      files,
      ...(html !== null && { html: htmlWithParts(keyring, html, secrets) }),
    })
  } catch (error) {
    if (attachment !== null && !(error instanceof SealError))
      return { ok: false, reason: error instanceof Error ? error.message : String(error), again: true, alone: true }
    if (error instanceof SealError) return { ok: false, reason: error.message, again: false, alone: true }
    throw error
  }
}

/** What goes with a mail; null: nobody may have it any more. */
async function filesOf(
  runtime: Runtime,
  attachment: Attachment,
  reportFiles: ReportFiles,
): Promise<readonly MailFile[] | null> {
  if ('own_report' in attachment) return reportFiles(runtime, attachment)
  return [{ filename: attachment.name, content: Buffer.from(attachment.base64, 'base64') }]
}

/** Shows with every waiting mail why nothing is sent. */
async function tellWaiting({ database: { db }, words }: Runtime): Promise<void> {
  const reason = words.say(words.languages[0] ?? 'es', 'mail.no_host')
  await engineTables(db)
    .updateTable('mail_outbox')
    .set({ reason })
    .where('status', '=', '1')
    .where(sql<boolean>`reason is distinct from ${reason}`)
    .execute()
}

async function claim({ database: { db }, now }: Runtime): Promise<Claimed | undefined> {
  const date = now()
  const due = livingRows(db, 'mail_outbox')
    .select('id')
    .where('status', '=', '1')
    .where('date_next', '<=', date.toISOString())
    .orderBy('date_next')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
  return engineTables(db)
    .updateTable('mail_outbox')
    .set({ attempts: sql`coalesce(attempts, 0) + 1`, date_next: later(date, CLAIM_MIN) })
    .where('id', '=', due)
    .where('status', '=', '1')
    .returning([
      'id',
      'recipient',
      'subject',
      'body',
      'html',
      sql<string | null>`secrets #>> '{}'`.as('secrets'),
      sql<string | null>`attachment #>> '{}'`.as('attachment'),
      'attempts',
      sql<string>`extract(epoch from date_created)::bigint::text`.as('token'),
      sql<string>`date_next::text`.as('again'),
    ])
    .$narrowType<{ attempts: NotNull }>()
    .executeTakeFirst()
}

async function note({ database: { db }, now }: Runtime, { id, attempts, again }: Claimed, sent: Sent): Promise<void> {
  const date = now()
  const wait = AGAIN_MIN[attempts - 1]
  const values = sent.ok
    ? // Neither the secrets nor the file are needed any more.
      {
        status: '2' as const,
        date_sent: date.toISOString(),
        date_next: null,
        reason: null,
        secrets: null,
        attachment: null,
      }
    : sent.again && wait !== undefined
      ? // Meanwhile somebody may have made it due at once: the settings were mended, or it was sent again by hand.
        {
          reason: sent.reason,
          date_next: sql<string>`case when date_next = ${again}::timestamptz then ${later(date, wait)}::timestamptz
            else date_next end`,
        }
      : { status: '3' as const, reason: sent.reason, date_next: null }
  await engineTables(db)
    .updateTable('mail_outbox')
    .set({ ...values, date_updated: date.toISOString() })
    .where('id', '=', id)
    .execute()
}

const later = (date: Date, minutes: number): string => new Date(date.getTime() + minutes * MINUTE_MS).toISOString()
