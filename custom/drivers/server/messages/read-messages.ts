import { sql, type RawBuilder } from 'kysely'
import { type Db, iso, type Tx } from '#engine/server'
import type { DriverMessage } from '../../model/messages-call'

/** Messages that one answer brings. */
const MOST = 100

/** Messages that a condition over `m` picks, the oldest first: after the one of an id, else the last hundred. */
export async function readMessages(db: Db | Tx, condition: RawBuilder<boolean>, since?: number): Promise<DriverMessage[]> {
  const after = since === undefined ? sql<boolean>`true` : sql<boolean>`m.id > ${since}`
  const { rows } = await sql<DriverMessage>`
    select m.id, m.from_driver::int as from_driver, m.body, m.urgent::int as urgent, m.id_service, u.name as us_name, u.surname as us_surname,
      ${iso('m.date_created')} as date_created, ${iso('m.date_read')} as date_read
    from driver_messages m left join users u on u.id = m.id_user
    where m.date_deleted is null and ${condition} and ${after}
    order by m.id ${since === undefined ? sql`desc` : sql`asc`} limit ${MOST}`.execute(db)
  return since === undefined ? rows.reverse() : rows
}

/** How many messages of a driver's thread nobody of the other side has read: the operators' (`false`), or the driver's own (`true`). */
export async function unreadOf(db: Db | Tx, id_driver: number, from_driver: boolean): Promise<number> {
  const { rows: [row] } = await sql<{ unread: number }>`
    select count(*)::int as unread from driver_messages
    where id_driver = ${id_driver} and from_driver = ${from_driver} and date_read is null and date_deleted is null`.execute(db)
  return row?.unread ?? 0
}
