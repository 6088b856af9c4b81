import type { Channel } from '../../../model/effects/effect'
import type { JsonObject } from '../../../model/json'
import type { Tx } from '../../platform/database/database'
import type { Outcome, ServerFeature } from '../../language/feature/feature'
import { engineMail } from '../mail/mail-kinds'
import { mailSettings } from '../mail/mail-settings'
import { sendMail } from '../mail/send-mail'
import { writeMail } from '../mail/write-mail'
import type { Runtime } from '../../language/runtime'
import { openSecret, SealError } from '../../platform/secrets/keyring'
import { mayStillBeTold } from '../people/still-sees'
import { ownHosts } from '../../platform/network/call-out'
import { webhookSender } from './webhook'
import { engineTables, livingRows } from '../../platform/database/engine-tables'

/** A claimed row of the outbox. */
export interface Delivery {
  readonly id: number
  readonly key: string
  readonly channel: Channel
  readonly recipient: string
  readonly id_user: number | null
  readonly id_webhook: number | null
  readonly subject: string | null
  readonly body: string | null
  readonly payload: string | null
  readonly entity: string
  readonly resource: string
  readonly id_target: string
  /** What told it; absent where nobody asks. */
  readonly effect?: string | null
  readonly attempts: number
}

/**
 * What became of a try. `within`: what is written together with the note of it; `all`: no other message of the channel
 * would go either.
 */
export type Tried =
  | (Extract<Outcome, { ok: true }> & { readonly within?: (tx: Tx) => Promise<void> })
  | (Extract<Outcome, { ok: false }> & { readonly all?: boolean })

export interface Sending {
  /** Why nothing can be sent by a channel at present; null: it can. */
  waits(channel: Channel, runtime: Runtime): Promise<string | null>
  readonly senders: { readonly [channel in Channel]?: (delivery: Delivery, runtime: Runtime) => Promise<Tried> }
}

/** How each channel sends: the engine's own, and those of features. */
export function sendingOf(features: readonly ServerFeature[], privateHosts: readonly string[]): Sending {
  const supplied = Object.assign({}, ...features.map(({ effects }) => effects ?? {})) as NonNullable<
    ServerFeature['effects']
  >
  const may = ownHosts(privateHosts)
  const waiting: { readonly [channel: string]: ((settings: JsonObject) => string | null) | undefined } = Object.assign(
    {},
    ...features.map(({ effectsWait }) => effectsWait ?? {}),
  )
  const byFeatures = Object.entries(supplied).map(
    ([channel, send]) =>
      [
        channel,
        ({ key, id_user, subject, body, entity, resource, id_target, payload }: Delivery, runtime: Runtime) => {
          const { actionable = null, phone = null } =
            payload === null
              ? {}
              : (JSON.parse(payload) as { readonly actionable?: JsonObject | null; readonly phone?: string })
          return send(
            { key, id_user: id_user ?? 0, phone, subject, body: body ?? '', entity, resource, id_target, actionable },
            runtime,
            may,
          )
        },
      ] as const,
  )
  return {
    async waits(channel, { settings, words }) {
      const now = await settings()
      const why =
        channel === 'mail' ? (mailSettings(now) ? null : 'mail.no_host') : reasonKey(waiting[channel]?.(now) ?? null)
      return why === null ? null : words.say(words.languages[0] ?? 'es', why)
    },
    senders: { mail, notice, webhook: webhookOf(privateHosts), ...Object.fromEntries(byFeatures) },
  }
}

const reasonKey = (why: string | null): string | null => (why === null ? null : `deliveries.reasons.${why}`)

/** Tries to send a row; whatever a sender throws is a failure that may pass. */
export async function outcomeOf({ senders }: Sending, delivery: Delivery, runtime: Runtime): Promise<Tried> {
  const send = senders[delivery.channel]
  if (!send) return { ok: false, reason: 'no_sender', again: false }
  try {
    // Rights may have changed since it was written.
    if (!(await mayStillBeTold(runtime, delivery))) return { ok: false, reason: 'no_longer_sees', again: false }
    return await send(delivery, runtime)
  } catch (error) {
    return {
      ok: false,
      reason: (error instanceof Error ? error.message : String(error)).slice(0, 1000),
      again: !(error instanceof SealError),
    }
  }
}

async function mail(
  { id, key, id_user, recipient, subject, body, payload }: Delivery,
  { settings, words, database: { db } }: Runtime,
): Promise<Tried> {
  const server = mailSettings(await settings())
  if (!server) return { ok: false, reason: 'mail_host', again: true, all: true }
  const person =
    id_user === null
      ? undefined
      : await engineTables(db).selectFrom('users').select('language').where('id', '=', id_user).executeTakeFirst()
  // A trial is sent in the language that is tried.
  const { language = person ? String(person['language']) : null } =
    payload === null ? {} : (JSON.parse(payload) as { readonly language?: string })
  const written = await writeMail(db, words, engineMail('alert'), language, {
    subject: subject ?? '',
    message: body ?? '',
  })
  const sent = await sendMail(server, {
    recipient,
    subject: written.subject,
    text: written.body,
    ...(written.html !== undefined && { html: written.html }),
    id: `event-${key.slice(0, 36)}-${id}`,
  })
  return sent.ok ? sent : { ok: false, reason: sent.reason, again: sent.again, all: !sent.alone }
}

/** A notice is a row beside the note that it was sent: there once, whatever dies. */
function notice(
  { key, id_user, subject, body, resource, id_target, payload }: Delivery,
  { now }: Runtime,
): Promise<Tried> {
  if (id_user === null || body === null) throw new Error('A notice is for somebody, and says something.')
  const date = now().toISOString()
  const {
    below = null,
    action = null,
    actionable,
  } = payload === null
    ? {}
    : (JSON.parse(payload) as {
        readonly below?: string
        readonly action?: string
        readonly actionable?: JsonObject | null
      })
  // One that people wrote leads where they said, and not to what they wrote.
  const about =
    actionable === undefined
      ? { resource, id_target, actionable: null }
      : { resource: null, id_target: null, actionable: actionable === null ? null : JSON.stringify(actionable) }
  return Promise.resolve({
    ok: true,
    within: async (tx) => {
      await engineTables(tx)
        .insertInto('notifications')
        .values({
          key,
          id_user,
          title: subject,
          body,
          ...about,
          below,
          action,
          status: '1',
          date_created: date,
          date_updated: date,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  })
}

function webhookOf(privateHosts: readonly string[]): (delivery: Delivery, runtime: Runtime) => Promise<Tried> {
  const send = webhookSender(privateHosts)
  return async ({ id, key, id_webhook, payload }, { database: { db }, now }) => {
    const row = await livingRows(db, 'webhooks')
      .select(['url', 'secret'])
      .where('id', '=', id_webhook)
      .where('state', '=', '1')
      .executeTakeFirst()
    if (!row || payload === null) return { ok: false, reason: 'no_endpoint', again: false }
    const secret = openSecret(db, 'webhooks.secret', row.secret === null ? null : String(row.secret))
    return send({ url: String(row.url), secret }, { id: `${key.slice(0, 36)}.${id}`, body: payload, now: now() })
  }
}
