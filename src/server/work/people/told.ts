import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { recordRoute } from '../../../model/record-route'
import type { Tx } from '../../platform/database/database'
import { deliveryJobName } from '../outbox/delivery-names'
import { wakeJob } from '../../platform/jobs/wake-job'
import type { RecordContext } from '../../records/record-context'
import type { RecordId } from '../../records/record-id'
import { engineTables } from '../../platform/database/engine-tables'
import { living } from '../../records/fields/in-scope'

/**
 * Where a delivery comes from, when the person it is for was told because of a part they take; judged again when it is
 * sent.
 */
export const PEOPLE_EFFECTS = { mention: 'people.mention', comment: 'people.comment', change: 'people.change' } as const
type PeopleEffect = keyof typeof PEOPLE_EFFECTS

/** What one person is told. */
export interface Told {
  readonly id_user: number
  readonly effect: PeopleEffect
  /** The record's title as they know it. */
  readonly name: string
  readonly subject: string
  readonly body: string
  readonly move?: string
}

interface Person {
  readonly id: number
  readonly name: string
  readonly email: string | null
  readonly by_mail: boolean
}

/** Of what people are told: a record, and the place below its page. */
interface About {
  readonly id: RecordId
  readonly event: 'changed' | 'moved' | 'commented'
  readonly below: string | null
  /** The comment, whose readers are judged again when it is sent. */
  readonly comment?: number
}

/**
 * Puts what people are told into the outbox: a notice each, and a mail for who wants them. Each hears of an event once.
 */
export async function tellPeople(context: RecordContext, tx: Tx, about: About, told: readonly Told[]): Promise<void> {
  const each = [...new Map(told.map((one) => [one.id_user, one] as const).reverse()).values()]
  if (each.length === 0) return
  const people = await readPersons(
    tx,
    each.map(({ id_user }) => id_user),
  )
  const { entity, resource, now, settings } = context
  const date = now.toISOString()
  const event = randomUUID()
  const { url_console } = settings
  const link =
    typeof url_console === 'string' && /^https?:\/\/[^\s/]+/.test(url_console)
      ? `\n\n${url_console.replace(/\/+$/, '')}${recordRoute(resource, about.id)}${about.below === null ? '' : `/${about.below}`}`
      : ''
  const rows = each.flatMap(({ id_user, effect, name, subject, body, move }) => {
    const person = people.get(id_user)
    if (!person) return []
    const row = {
      status: '1' as const,
      event: about.event,
      move: move ?? null,
      entity: entity.name,
      resource: resource.name,
      id_target: String(about.id),
      title: name.slice(0, 255),
      effect: PEOPLE_EFFECTS[effect],
      attempts: 0,
      date_next: date,
      date_created: date,
      date_updated: date,
      id_user,
      subject: subject.slice(0, 255),
      payload: JSON.stringify({
        ...(about.below !== null && { below: about.below }),
        ...(about.comment !== undefined && { comment: about.comment }),
      }),
    }
    const notice = {
      ...row,
      channel: 'notice' as const,
      key: `${event}/${effect}/user ${id_user}`,
      recipient: person.name || `#${id_user}`,
      body,
    }
    return person.by_mail && person.email !== null
      ? [
          notice,
          {
            ...row,
            channel: 'mail' as const,
            key: `${event}/${effect}/mail ${id_user}`,
            recipient: person.email,
            body: `${body}${link}`,
          },
        ]
      : [notice]
  })
  if (rows.length === 0) return
  await engineTables(tx)
    .insertInto('deliveries')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const channel of new Set(rows.map((row) => row.channel))) await wakeJob(tx, deliveryJobName(channel))
}

async function readPersons(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, Person>> {
  const { rows } = await sql<Person>`select u.id, trim(concat(u.name, ' ', u.surname)) as name, u.email,
      coalesce(u.profile::jsonb ->> 'mail_notices', '') = '1' as by_mail
    from users as u where u.id = any(${[...ids]}::int[]) and u.state = '1' and ${living('u')}`.execute(tx)
  return new Map(rows.map((row) => [Number(row.id), row]))
}

/** What people call somebody; the system where it is nobody. */
export async function nameOfUser(
  { runtime: { words } }: RecordContext,
  tx: Tx,
  id: number,
  language: string,
): Promise<string> {
  const { rows } = await sql<{
    name: string
  }>`select trim(concat(name, ' ', surname)) as name from users where id = ${id}`.execute(tx)
  return rows[0]?.name || words.say(language, 'logs.system')
}
