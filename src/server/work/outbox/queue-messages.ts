import { sql } from 'kysely'
import type { Channel } from '../../../model/effects/effect'
import type { JsonObject } from '../../../model/json'
import type { Tx } from '../../platform/database/database'
import { wakeJob } from '../../platform/jobs/wake-job'
import { deliveryJobName } from './delivery-names'

/** A message that a feature puts into the outbox for several people. */
export interface QueuedMessage {
  readonly channel: Exclude<Channel, 'webhook'>
  /** What it is about, and where people find that in the outbox. */
  readonly entity: string
  readonly resource: string
  readonly id: number
  readonly title: string
  /** Where it comes from, as the outbox says it. */
  readonly effect: string
  readonly subject: string | null
  readonly body: string
  /** What opens it, as programs know it (spec 1 §3); null: nothing. */
  readonly actionable: JsonObject | null
  readonly now: Date
}

/** The key that identifies a message about a record to one person by one channel. */
export const messageKey = (effect: string, id: number, channel: string, id_user: number): string =>
  `${effect}/${id}/${channel}/${id_user}`

/**
 * Puts a message for people into the outbox, each once; it is sent after the commit. A mail is for those who have an
 * address.
 */
export async function queueMessages(tx: Tx, message: QueuedMessage, people: readonly number[]): Promise<void> {
  const { channel, entity, resource, id, title, effect, subject, body, actionable, now } = message
  const date = now.toISOString()
  const mail = channel === 'mail'
  await sql`insert into deliveries (status, channel, event, entity, resource, id_target, title, effect, attempts, key,
    recipient, id_user, subject, body, payload, date_next, date_created, date_updated)
    select '1', ${channel}, 'created', ${entity}, ${resource}, ${String(id)}, ${title.slice(0, 255)}, ${effect}, 0,
      ${`${effect}/${id}/${channel}/`} || u.id,
      ${mail ? sql`u.email` : sql`coalesce(nullif(trim(concat(u.name, ' ', u.surname)), ''), '#' || u.id)`}, u.id,
      ${subject}, ${body}, ${JSON.stringify({ actionable })}::jsonb, ${date}, ${date}, ${date}
    from users u where u.id = any(${[...people]}::int[]) ${mail ? sql`and coalesce(u.email, '') <> ''` : sql``}
    order by u.id on conflict do nothing`.execute(tx)
  await wakeJob(tx, deliveryJobName(channel))
}

/**
 * Puts a text message for somebody without an account (by telephone number) into the outbox, once for each effect and
 * record.
 */
export async function queueText(
  tx: Tx,
  message: Omit<QueuedMessage, 'subject' | 'actionable'> & { readonly channel: 'sms' | 'whatsapp' },
  to: { readonly name: string; readonly phone: string },
): Promise<void> {
  const { channel, entity, resource, id, title, effect, body, now } = message
  const date = now.toISOString()
  const recipient = [to.name, to.phone].filter((part) => part !== '').join(' · ')
  await sql`insert into deliveries (status, channel, event, entity, resource, id_target, title, effect, attempts, key,
    recipient, body, payload, date_next, date_created, date_updated)
    values ('1', ${channel}, 'created', ${entity}, ${resource}, ${String(id)}, ${title.slice(0, 255)}, ${effect}, 0,
      ${`${effect}/${id}/guest`}, ${recipient}, ${body},
      ${JSON.stringify({ phone: to.phone })}::jsonb, ${date}, ${date}, ${date}) on conflict do nothing`.execute(tx)
  await wakeJob(tx, deliveryJobName(channel))
}
