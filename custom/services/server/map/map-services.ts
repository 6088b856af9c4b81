import { sql } from 'kysely'
import { living } from '#app/tables'
import { addDays, dayBounds, isCalendarDate, todayIn, wrong } from '#engine/model'
import { type CallContext, iso, serveCall, stateObjects } from '#engine/server'
import { MAX_ON_MAP, mapServicesCall } from '../../model/map-services-call'
import { ACTIVE, OVER } from '../../../service-states/model'
import { serviceScope } from '../read/service-scope'

const DAYS = 30

/** The asker's services as origins and destinations on a map, the newest first. */
export const mapServices = serveCall(
  mapServicesCall,
  async (context, { type = 'actives', id_client, id_driver, ...asked }) => {
    const { db } = context
    const days = daysOf(context, type, asked)
    const found = living(db, 'services as s')
      .where(serviceScope(context, 's'))
      .where('s.org_point', 'is not', null)
      .where('s.state', 'in', type === 'actives' ? [...ACTIVE] : [...OVER])
      .$if(id_client !== undefined, (query) => query.where('s.id_client', '=', id_client ?? 0))
      .$if(id_driver !== undefined, (query) => query.where('s.id_driver', '=', id_driver ?? 0))
      .$if(days.from !== null, (query) => query.where('s.date_created', '>=', days.since ?? ''))
      .$if(days.to !== null, (query) => query.where('s.date_created', '<', days.until ?? ''))
    const rows = await found
      .leftJoin('users as cl', 'cl.id', 's.id_client')
      .leftJoin('users as dr', 'dr.id', 's.id_driver')
      .leftJoin('products as pr', 'pr.id', 's.id_product')
      .select(({ ref }) => [
        's.id',
        's.state',
        's.org_address',
        's.dst_address',
        's.id_client',
        's.id_driver',
        'cl.name as cl_name',
        'cl.surname as cl_surname',
        'dr.name as dr_name',
        'dr.surname as dr_surname',
        'pr.name as pr_name',
        iso('s.date_created').$notNull().as('date_created'),
        iso('s.date_scheduled').as('date_scheduled'),
        sql<number>`${ref('s.org_point')}[1]`.as('org_lat'),
        sql<number>`${ref('s.org_point')}[0]`.as('org_lng'),
        sql<number | null>`${ref('s.dst_point')}[1]`.as('dst_lat'),
        sql<number | null>`${ref('s.dst_point')}[0]`.as('dst_lng'),
      ])
      .orderBy('s.id', 'desc')
      .limit(MAX_ON_MAP)
      .execute()
    const total =
      rows.length < MAX_ON_MAP
        ? rows.length
        : Number((await found.select(sql<number>`count(*)::int`.as('n')).executeTakeFirst())?.n ?? rows.length)
    const states = stateObjects(context, 'services')
    return {
      items: rows.map(({ id_client: client, state, ...row }) => ({
        ...row,
        id_client: client ?? 0,
        state: String(state),
        state_obj: states.get(String(state)) ?? { id: String(state), name: String(state), color: '' },
      })),
      total,
      date_from: days.from,
      date_to: days.to,
    }
  },
)

interface Days {
  readonly from: string | null
  readonly to: string | null
  /** Their first moment, and the first one after them. */
  readonly since: string | null
  readonly until: string | null
}

function daysOf(
  { settings, now }: CallContext,
  type: 'actives' | 'history',
  { date_from, date_to }: { readonly date_from?: string; readonly date_to?: string },
): Days {
  const zone = String(settings['timezone'] ?? 'UTC')
  if (date_from !== undefined && !isCalendarDate(date_from)) throw wrong('date_from', 'date')
  if (date_to !== undefined && !isCalendarDate(date_to)) throw wrong('date_to', 'date')
  const to = date_to ?? (type === 'history' && date_from === undefined ? todayIn(zone, now()) : null)
  const from = date_from ?? (type === 'history' ? addDays(to ?? todayIn(zone, now()), 1 - DAYS) : null)
  return {
    from,
    to,
    since: from === null ? null : (dayBounds(from, zone)?.from ?? null),
    until: to === null ? null : (dayBounds(to, zone)?.until ?? null),
  }
}
