import type { FastifyInstance } from 'fastify'
import { AppError } from '../../model/errors'
import type { FieldError } from '../../model/field-type'
import type { Json, JsonObject } from '../../model/json'
import { success } from '../platform/answers/envelope'
import { refuseMethods } from '../platform/answers/refuse-methods'
import { assertConfirmed } from '../language/actor/confirmation'
import { requireRoot } from '../work/accounts/require-actor'
import { deliveryJobName } from '../work/outbox/delivery-names'
import { wakeJob } from '../platform/jobs/wake-job'
import type { Runtime } from '../language/runtime'
import { keyringFor } from '../platform/secrets/keyring'
import { writeSettings } from '../language/settings/write-settings'
import { mailSettings } from '../work/mail/mail-settings'
import { MAIL_JOB } from '../work/mail/queue-mail'
import { sendMail } from '../work/mail/send-mail'
import { engineTables } from '../platform/database/engine-tables'

const KEYS = ['mail_sender', 'mail_bcc', 'mail_auth', 'mail_host', 'mail_username', 'mail_password'] as const
const MAX_CHARS = 255

/**
 * `POST settings/mailForm`, `settings/mailSave`, `settings/mailTry` (a mail to oneself) and `mail_outbox/send` {id |
 * ids}, for users with full access. The password goes in and never out: `mail_password_set` shows whether there is one;
 * an empty one keeps the stored one.
 */
export function registerMail(app: FastifyInstance, runtime: Runtime): void {
  const { database, words } = runtime

  app.post('/api/admin/settings/mailForm', async (request) => {
    requireRoot(request)
    const settings = await runtime.settings()
    const item = Object.fromEntries(
      KEYS.filter((key) => key !== 'mail_password').map((key) => [key, settings[key] ?? null]),
    )
    return success({
      item: { ...item, mail_auth: item.mail_auth ?? '0', mail_password_set: Boolean(settings.mail_password) },
    })
  })

  app.post<{ Body: JsonObject | null }>('/api/admin/settings/mailSave', async (request) => {
    requireRoot(request)
    await assertConfirmed(database.db, request.sessionId, runtime.now())
    const wanted = readMail(request.body ?? {}, await runtime.settings())
    await database.transaction(async (tx) => {
      await writeSettings(tx, wanted, { hidden: true, keyring: keyringFor(database.db) })
      await engineTables(tx)
        .updateTable('mail_outbox')
        .set({ date_next: runtime.now().toISOString() })
        .where('status', '=', '1')
        .execute()
      await engineTables(tx)
        .updateTable('deliveries')
        .set({ date_next: runtime.now().toISOString() })
        .where('channel', '=', 'mail')
        .where('status', '=', '1')
        .execute()
    })
    runtime.changed('settings')
    // Woken in the same transaction, the job could still try with the settings of before.
    await database.transaction(async (tx) => {
      for (const job of [MAIL_JOB, deliveryJobName('mail')]) await wakeJob(tx, job)
    })
    return success({ msg: words.say(request.language, 'messages.saved') })
  })

  app.post('/api/admin/settings/mailTry', async (request) => {
    requireRoot(request)
    const recipient = request.session?.person.email
    const settings = mailSettings(await runtime.settings())
    if (!settings || typeof recipient !== 'string') {
      throw new AppError('VALIDATION', { say: 'mail.no_host', errors: { mail_host: { key: 'required' } } })
    }
    const say = (key: string, params = {}) => words.say(request.language, key, params)
    const sent = await sendMail(settings, {
      recipient,
      subject: say('mail.try_subject'),
      text: say('mail.try_body'),
      id: `try-${runtime.now().getTime()}`,
    })
    if (!sent.ok) {
      const errors = { mail_host: { key: 'mail_server' } }
      throw new AppError('VALIDATION', { say: 'mail.try_failed', params: { reason: sent.reason }, errors })
    }
    return success({ msg: say('mail.try_sent', { address: recipient }) })
  })

  app.post<{ Body: JsonObject | null }>('/api/admin/mail_outbox/send', async (request) => {
    requireRoot(request)
    const { id, ids } = request.body ?? {}
    const wanted = (Array.isArray(ids) ? ids : [id]).map(Number).filter(Number.isInteger)
    const done = await database.transaction(async (tx) => {
      const rows = await engineTables(tx)
        .updateTable('mail_outbox')
        .set({ status: '1', attempts: 0, date_next: runtime.now().toISOString(), reason: null })
        .where('id', 'in', wanted.length ? wanted : [0])
        .where('status', '<>', '2')
        .where('date_deleted', 'is', null)
        .returning('id')
        .execute()
      await wakeJob(tx, MAIL_JOB)
      return rows.length
    })
    if (done === 0) throw new AppError('NOT_FOUND')
    return success({ msg: words.say(request.language, 'mail.queued') })
  })

  for (const call of ['settings/mailForm', 'settings/mailSave', 'settings/mailTry', 'mail_outbox/send']) {
    refuseMethods(app, `/api/admin/${call}`, 'POST')
  }
}

/**
 * @throws {AppError} VALIDATION: sender required with a host; host, username and password required with a log-in (spec
 * 2 §5)
 */
function readMail(body: JsonObject, settings: JsonObject): JsonObject {
  const errors: { [field: string]: FieldError } = {}
  const values: { [key: string]: Json } = {}
  for (const key of KEYS) {
    const value = body[key] ?? null
    if (value !== null && (typeof value !== 'string' || value.length > MAX_CHARS || /\p{Cc}/u.test(value)))
      errors[key] = { key: 'type' }
    else values[key] = typeof value === 'string' && value.trim() === '' ? null : value
  }
  const known = new Set<string>([...KEYS, 'mail_password_set'])
  for (const key of Object.keys(body)) if (!known.has(key)) errors[key] = { key: 'unknown' }
  // It is never shown, so a form sends it back empty.
  if (values.mail_password === null) values.mail_password = settings.mail_password ?? null
  // Without a server nothing is sent, and nobody sends it.
  const needed = [
    ...(values.mail_host === null ? [] : ['mail_sender']),
    ...(values.mail_auth === '1' ? ['mail_sender', 'mail_host', 'mail_username', 'mail_password'] : []),
  ]
  for (const key of needed) if (values[key] === null) errors[key] = { key: 'required' }
  if (values.mail_auth !== null && values.mail_auth !== '0' && values.mail_auth !== '1')
    errors.mail_auth = { key: 'enum' }
  if (Object.keys(errors).length > 0) throw new AppError('VALIDATION', { errors })
  return values
}
