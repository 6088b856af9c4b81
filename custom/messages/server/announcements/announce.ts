import { type Row, tables } from '#app/tables'
import { AppError, type FieldError, isCountedId, type JsonObject, wrong } from '#engine/model'
import {
  messageKey,
  queueMessages,
  type Hooks,
  type HookContext,
  type PresentAt,
  type QueuedMessage,
  type Tx,
  type Db,
} from '#engine/server'
import { sql } from 'kysely'
import { actionPlace } from './action-place'
import { assertLeads } from './assert-leads'

/** Where messages that people write come from, as the outbox says it. */
export const ANNOUNCED = 'notifications.sent'
/** People of one message: more are told in several. */
const MAX_PEOPLE = 5000
const MAX_SUMMARY = 120

/** A notification goes out when it is written, and never changes afterwards. */
export const announcementHooks: Hooks = {
  entity: 'announcements',
  async afterSave(context, record, before) {
    if (before === null) await announce(context, record)
  },
  async present(_db, records) {
    return records.map((record) => ({
      ...record,
      user:
        record['id_user'] === null
          ? null
          : { id: record['id_user'] ?? null, name: record['us_name'] ?? null, surname: record['us_surname'] ?? null },
      body_summary: summary(String(record['body'] ?? '')),
      actionable: actionableOf(record),
    }))
  },
}

const summary = (body: string): string => (body.length <= MAX_SUMMARY ? body : `${body.slice(0, MAX_SUMMARY - 1)}…`)

/** How an action looks by its type; the colours are seen on light and on dark. */
const LOOKS: { readonly [type: string]: { readonly icon: string; readonly color: string } } = {
  url: { icon: 'link', color: '#1976d2' },
  web: { icon: 'web', color: '#1976d2' },
  screen: { icon: 'list', color: '#1976d2' },
  form: { icon: 'description', color: '#8e44ad' },
  service_process: { icon: 'local_taxi', color: '#2e7d32' },
  grouping_active: { icon: 'route', color: '#00796b' },
  qualify_service: { icon: 'star', color: '#b45309' },
  back: { icon: 'undo', color: '#6b7280' },
  custom: { icon: 'bolt', color: '#b45309' },
  logout: { icon: 'logout', color: '#c62828' },
  force_logout: { icon: 'logout', color: '#c62828' },
}
const PLAIN = { icon: '', color: '' }

/** What opens it, in the form of spec 1 §3; null: nothing. */
function actionableOf({ action_type, action_name, action_data }: JsonObject): JsonObject | null {
  if (typeof action_type !== 'string') return null
  const path = actionPlace({ action_type, action_data: action_data ?? null })
  return {
    name: action_name ?? '',
    ...(LOOKS[action_type] ?? PLAIN),
    action_type,
    action_data: action_data ?? null,
    action_data2: null,
    path,
  }
}

async function announce(context: HookContext, record: JsonObject): Promise<void> {
  const { tx, now } = context
  const id = Number(record['id'])
  await assertLeads(context, record)
  const people = await recipientsOf(tx, id, record)
  const [first] = people
  const at = record['to_kind'] === 'filter' ? 'to_type' : 'users'
  if (first === undefined)
    throw nobody(
      at === 'users'
        ? ['users', 'id_user']
        : ['to_type', 'id_role', 'id_branch'].filter((field) => record[field] !== null && record[field] !== undefined),
    )
  if (people.length > MAX_PEOPLE) throw wrong(at, 'notifications.too_many', { max: MAX_PEOPLE })
  await sql`insert into announcement_people (id_announcement, id_user, state, date_created, date_updated)
    select ${id}, p, '1', ${now}, ${now} from unnest(${people}::int[]) p`.execute(tx)
  await tables(tx)
    .updateTable('announcements')
    .set({ num_users: people.length, grouped: people.length > 1, id_user: people.length === 1 ? first : null })
    .where('id', '=', id)
    .execute()
  const subject = typeof record['subject'] === 'string' ? record['subject'] : null
  const body = String(record['body'])
  const message: Omit<QueuedMessage, 'channel' | 'subject'> = {
    entity: 'announcements',
    resource: 'notifications',
    id,
    title: subject ?? summary(body),
    effect: ANNOUNCED,
    body,
    actionable: actionableOf(record),
    now,
  }
  if (isOn(record['by_bell'])) await queueMessages(tx, { ...message, channel: 'notice', subject }, people)
  if (isOn(record['by_push']))
    await queueMessages(tx, { ...message, channel: 'push', subject }, await reachable(tx, people))
  if (isOn(record['by_email']))
    await queueMessages(tx, { ...message, channel: 'mail', subject: subject ?? summary(body) }, people)
}

/** Every field that leaves people out says so. */
const nobody = (fields: readonly string[]): AppError =>
  new AppError('VALIDATION', {
    errors: Object.fromEntries(fields.map((field): [string, FieldError] => [field, { key: 'notifications.nobody' }])),
  })

const isOn = (flag: JsonObject[string] | undefined): boolean => flag === 1 || flag === true

/** The active people whom a notification names, or who are as it says. */
async function recipientsOf(
  tx: Tx,
  id: number,
  { to_kind, to_type, id_role, id_branch }: JsonObject,
): Promise<readonly number[]> {
  const active = tables(tx)
    .selectFrom('users')
    .select('users.id')
    .where('users.state', '=', '1')
    .where('users.date_deleted', 'is', null)
    .orderBy('users.id')
    .limit(MAX_PEOPLE + 1)
  const rows =
    to_kind === 'filter'
      ? await active
          .where('users.type_user', '=', String(to_type) as '1')
          .$if(isCountedId(id_role), (query) => query.where('users.id_role', '=', Number(id_role)))
          .$if(isCountedId(id_branch), (query) => query.where('users.id_branch', '=', Number(id_branch)))
          .execute()
      : await active
          .where(sql<boolean>`users.id in (select id_target from announcements_users where id_own = ${id})`)
          .execute()
  return rows.map((row) => row.id)
}

/** Those who have somewhere to be pushed to: a device of theirs, or the drivers' application. */
async function reachable(tx: Tx, people: readonly number[]): Promise<readonly number[]> {
  const rows = await tables(tx)
    .selectFrom('users')
    .select('users.id')
    .where(sql<boolean>`users.id = any(${[...people]}::int[])`)
    .where(
      sql<boolean>`(users.type_user = '2' or exists (select 1 from push_devices d
        where d.id_user = users.id and d.state = 'on' and d.date_deleted is null))`,
    )
    .execute()
  return rows.map((row) => row.id)
}

type Delivery = Row<'deliveries', 'key' | 'status' | 'reason'>

/** Each person of a notification, with what became of it by each channel. */
export const recipientHooks: Hooks = {
  entity: 'announcement_people',
  present: (db, records, at) => withResults(db, records, at),
}

export async function withResults(
  db: Db,
  records: readonly JsonObject[],
  at: Pick<PresentAt, 'say'>,
): Promise<readonly JsonObject[]> {
  const keyOf = (record: JsonObject, channel: string): string =>
    messageKey(ANNOUNCED, Number(record['id_announcement']), channel, Number(record['id_user']))
  const keys = records.flatMap((record) => ['notice', 'push', 'mail'].map((channel) => keyOf(record, channel)))
  const ids = [...new Set(records.map((record) => Number(record['id_announcement'])))]
  if (ids.length === 0) return records
  const { rows } =
    await sql<Delivery>`select key, status, reason from deliveries where key = any(${keys}::text[])`.execute(db)
  const told = new Map(rows.map((row) => [row.key, row]))
  const sent = new Map(
    (
      await tables(db)
        .selectFrom('announcements')
        .select(['id', 'by_bell', 'by_push', 'by_email'])
        .where('id', 'in', ids)
        .execute()
    ).map((row) => [row.id, row]),
  )
  const result = (record: JsonObject, channel: string, wanted: boolean | null | undefined, none: string): string => {
    if (!wanted) return at.say('notifications.results.off')
    const delivery = told.get(keyOf(record, channel))
    if (!delivery) return at.say(`notifications.results.${none}`)
    const said = at.say(`notifications.results.${delivery.status}`)
    return delivery.reason === null || delivery.status === '3' ? said : `${said}: ${delivery.reason}`.slice(0, 255)
  }
  return records.map((record) => {
    const by = sent.get(Number(record['id_announcement']))
    return {
      ...record,
      bell_result: result(record, 'notice', by?.by_bell, 'old'),
      push_result: result(record, 'push', by?.by_push, 'no_device'),
      mail_result: result(record, 'mail', by?.by_email, 'no_address'),
    }
  })
}
