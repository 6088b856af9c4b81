import { sql } from 'kysely'
import type { Static } from 'typebox'
import { type CallContext, iso, scopeSql, serveCall } from '#engine/server'
import { isStaff } from '../../../fares/server'
import { alertsCall } from '../../model/request-calls'
import { serviceScope } from '../read/service-scope'

type Alerts = Static<typeof alertsCall.response>

/** At most this many of each kind; somebody with more has bigger problems than a cut list. */
const MOST = 50

/** `GET dispatcher/alerts`: what waits for staff; other users see only the services in their scope. */
export const alerts = serveCall(alertsCall, async (context) => {
  const staff = isStaff(context.actor)
  return {
    unassigned: await unassigned(context),
    panics: staff ? await openPanics(context) : [],
    messages: staff ? await unreadMessages(context) : 0,
  }
})

/** Those nobody has decided on come first, in each group the longest waiting. */
async function unassigned(context: CallContext): Promise<Alerts['unassigned']> {
  const { rows } = await sql<Alerts['unassigned'][number]>`
    select s.id, u.name as cl_name, u.surname as cl_surname, s.org_address, ${iso('s.date_unassigned')} as date_unassigned, coalesce(s.keep_searching, false)::int as keep_searching
    from services s left join users u on u.id = s.id_client
    where s.state = 'unassigned' and s.date_deleted is null and ${serviceScope(context, 's')}
    order by coalesce(s.keep_searching, false), s.date_unassigned, s.id limit ${MOST}`.execute(context.db)
  return [...rows]
}

async function openPanics(context: CallContext): Promise<Alerts['panics']> {
  const { rows } = await sql<Alerts['panics'][number]>`
    select p.id, u.name as dr_name, u.surname as dr_surname, u.phone as dr_phone, v.plate, p.point[1] as lat, p.point[0] as lng, p.id_service,
      ${iso('p.date_created')} as date_created
    from panics p join users u on u.id = p.id_driver left join vehicles v on v.id = p.id_vehicle
    where p.state = 'open' and p.date_deleted is null and ${scopeSql(context, 'panics', 'p')}
    order by p.id desc limit ${MOST}`.execute(context.db)
  return [...rows]
}

async function unreadMessages(context: CallContext): Promise<number> {
  const { rows: [row] } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select 1 from driver_messages m where m.from_driver and m.date_read is null and m.date_deleted is null and ${scopeSql(context, 'driver_messages', 'm')}
      limit 1000
    ) unread`.execute(context.db)
  return row?.n ?? 0
}
