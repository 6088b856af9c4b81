import { sql } from 'kysely'
import { living } from '#app/tables'
import { type Db, iso, type Tx } from '#engine/server'
import type { DriverMessage } from '../../model/messages-call'

/** Messages that one answer brings. */
const MAX_READ = 100

const messagesOf = (db: Db | Tx) =>
  living(db, 'driver_messages as m')
    .leftJoin('users as u', 'u.id', 'm.id_user')
    .select(({ ref }) => [
      'm.id',
      sql<0 | 1>`${ref('m.from_driver')}::int`.as('from_driver'),
      'm.body',
      sql<0 | 1>`${ref('m.urgent')}::int`.as('urgent'),
      'm.id_service',
      'u.name as us_name',
      'u.surname as us_surname',
      iso('m.date_created').$notNull().as('date_created'),
      iso('m.date_read').as('date_read'),
    ])
type Messages = ReturnType<typeof messagesOf>

/** Messages (`m`) that a condition picks, the oldest first: after the one of an id, else the last hundred. */
export async function readDriverMessages(
  db: Db | Tx,
  pick: (messages: Messages) => Messages,
  since?: number,
): Promise<DriverMessage[]> {
  const picked = pick(messagesOf(db)).limit(MAX_READ)
  if (since !== undefined) return picked.where('m.id', '>', since).orderBy('m.id').execute()
  return (await picked.orderBy('m.id', 'desc').execute()).reverse()
}

/**
 * How many messages of a driver's thread the other side has not read: the operators' (`false`), or the driver's own
 * (`true`).
 */
export async function unreadOf(db: Db | Tx, id_driver: number, from_driver: boolean): Promise<number> {
  const row = await living(db, 'driver_messages')
    .where('id_driver', '=', id_driver)
    .where('from_driver', '=', from_driver)
    .where('date_read', 'is', null)
    .select(sql<number>`count(*)::int`.as('unread'))
    .executeTakeFirst()
  return row?.unread ?? 0
}
