import { isStaff } from '#app/asker'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { living } from '#app/tables'
import { type CallContext, iso, scopeSql, serveCall } from '#engine/server'
import { alertsCall, type LostReason } from '../../model/request-calls'
import { IN_PROGRESS } from '../../../service-states/model'
import { serviceScope } from '../read/service-scope'
import { openWarnings } from '../warnings/warning-calls'
import { lostReason } from './lost-drivers'

type Alerts = Static<typeof alertsCall.response>

/** At most this many of each kind; somebody with more has bigger problems than a cut list. */
const MAX_OF_A_KIND = 50

/** `GET dispatcher/alerts`: what waits for staff; other users see only the services in their scope. */
export const alerts = serveCall(alertsCall, async (context) => {
  const staff = isStaff(context.actor)
  return {
    unassigned: await unassigned(context),
    lost: staff ? await lostDrivers(context) : [],
    warnings: staff ? [...(await openWarnings(context, MAX_OF_A_KIND))] : [],
    panics: staff ? await openPanics(context) : [],
    messages: staff ? await unreadMessages(context) : 0,
  }
})

/** Those nobody has decided on come first, in each group the longest waiting. */
async function unassigned(context: CallContext): Promise<Alerts['unassigned']> {
  return living(context.db, 'services as s')
    .leftJoin('users as u', 'u.id', 's.id_client')
    .where('s.state', '=', 'unassigned')
    .where(serviceScope(context, 's'))
    .select([
      's.id',
      'u.name as cl_name',
      'u.surname as cl_surname',
      's.org_address',
      iso('s.date_unassigned').as('date_unassigned'),
      sql<0 | 1>`coalesce(s.keep_searching, false)::int`.as('keep_searching'),
    ])
    .orderBy('keep_searching')
    .orderBy('s.date_unassigned')
    .orderBy('s.id')
    .limit(MAX_OF_A_KIND)
    .execute()
}

/** The longest lost first. */
async function lostDrivers(context: CallContext): Promise<Alerts['lost']> {
  // Noted by the job, which alone knows how long silence is too long: here every silence counts.
  const reason = sql<LostReason>`coalesce(${lostReason(context.now())}, 'silent')`
  return living(context.db, 'services as s')
    .innerJoin('users as d', 'd.id', 's.id_driver')
    .leftJoin('users as u', 'u.id', 's.id_client')
    .leftJoin('vehicles as v', 'v.id', 's.id_vehicle')
    .leftJoin('vehicle_positions as p', 'p.id_vehicle', 's.id_vehicle')
    .where('s.state', 'in', IN_PROGRESS)
    .where('s.date_driver_lost', 'is not', null)
    .where(serviceScope(context, 's'))
    .select([
      's.id',
      'u.name as cl_name',
      'u.surname as cl_surname',
      'd.name as dr_name',
      'd.surname as dr_surname',
      'd.phone as dr_phone',
      'v.plate',
      reason.as('reason'),
      iso('s.date_driver_lost').as('date_driver_lost'),
      sql<number | null>`p.point[1]`.as('lat'),
      sql<number | null>`p.point[0]`.as('lng'),
    ])
    .orderBy('s.date_driver_lost')
    .orderBy('s.id')
    .limit(MAX_OF_A_KIND)
    .execute()
}

async function openPanics(context: CallContext): Promise<Alerts['panics']> {
  return living(context.db, 'panics as p')
    .innerJoin('users as u', 'u.id', 'p.id_driver')
    .leftJoin('vehicles as v', 'v.id', 'p.id_vehicle')
    .where('p.state', '=', 'open')
    .where(scopeSql(context, 'panics', 'p'))
    .select([
      'p.id',
      'u.name as dr_name',
      'u.surname as dr_surname',
      'u.phone as dr_phone',
      'v.plate',
      sql<number | null>`p.point[1]`.as('lat'),
      sql<number | null>`p.point[0]`.as('lng'),
      'p.id_service',
      iso('p.date_created').as('date_created'),
    ])
    .orderBy('p.id', 'desc')
    .limit(MAX_OF_A_KIND)
    .execute()
}

async function unreadMessages(context: CallContext): Promise<number> {
  const rows = await living(context.db, 'driver_messages as m')
    .where('m.from_driver', '=', true)
    .where('m.date_read', 'is', null)
    .where(scopeSql(context, 'driver_messages', 'm'))
    .select('m.id')
    .limit(1000)
    .execute()
  return rows.length
}
