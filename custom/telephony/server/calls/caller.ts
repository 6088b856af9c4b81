import { KIND, isStaff } from '#app/asker'
import { sql, type NotNull } from 'kysely'
import { living, visible } from '#app/tables'
import { AppError } from '#engine/model'
import { iso, serveCall, stateObjects, type CallContext } from '#engine/server'
import { placesOf } from '../../../geo/server'
import { serviceScope } from '../../../services/server'
import { OVER } from '../../../service-states/model'
import { clientsByPhone } from '../../../users/server'
import { phoneCallerCall, type CallerRide, type PhoneCaller } from '../../model/phone-call-contracts'

const MAX_OPEN = 5
const MAX_LAST = 5
/** States in which a driver is on the way to the passenger. */
const COMING = ['accepted', 'onway']

/** `GET phone_calls/caller`. Asks for ways by the streets: never within a transaction. */
export const phoneCaller = serveCall(phoneCallerCall, async (context, { id }) => {
  const { actor, db } = context
  if (!isStaff(actor)) throw new AppError('FORBIDDEN')
  const call = await visible(db, context, 'phone_calls')
    .where('phone_calls.id', '=', id)
    .select(['phone_calls.phone', 'phone_calls.id_client'])
    .executeTakeFirst()
  if (!call) throw new AppError('NOT_FOUND')
  // Whoever was registered while they talked is known by now.
  const numbered = await clientsByPhone(db, call.phone ?? '')
  const id_client = call.id_client ?? (numbered.length === 1 ? (numbered[0] ?? null) : null)
  const client = id_client === null ? null : await clientOf(context, id_client)
  if (!client) return { client: null, clients: numbered.length, rides: [] }
  const rows = await ridesOf(context, client.id)
  return { client, clients: 1, rides: await Promise.all(rows.map((row) => rideOf(context, row))) }
})

type Client = NonNullable<PhoneCaller['client']>

async function clientOf(context: CallContext, id: number): Promise<Client | null> {
  const row = await visible(context.db, context, 'users')
    .leftJoin('companies as co', 'co.id', 'users.id_company')
    .where('users.id', '=', id)
    .where('users.type_user', '=', KIND.client)
    .select([
      'users.id',
      'users.name',
      'users.surname',
      'users.phone',
      'co.name as co_name',
      'users.notes',
      'users.state',
      sql<number>`(select count(*)::int from services s where s.id_client = users.id and s.date_deleted is null
        and ${serviceScope(context, 's')})`.as('rides'),
    ])
    .executeTakeFirst()
  return row ? { ...row, state: row.state ?? '1' } : null
}

/** Those that are not over, then the last ones. */
async function ridesOf(context: CallContext, id_client: number) {
  const rides = (isOpen: boolean, limit: number) =>
    living(context.db, 'services as s')
      .leftJoin('users as d', 'd.id', 's.id_driver')
      .leftJoin('vehicles as v', 'v.id', 's.id_vehicle')
      .leftJoin('vehicle_positions as p', 'p.id_vehicle', 's.id_vehicle')
      .where('s.id_client', '=', id_client)
      .where('s.state', isOpen ? 'not in' : 'in', [...OVER])
      .where(serviceScope(context, 's'))
      .select([
        's.id',
        's.state',
        iso('s.date_created').as('date_created'),
        iso('s.date_scheduled').as('date_scheduled'),
        's.org_address',
        's.dst_address',
        sql<string | null>`nullif(concat_ws(' ', d.name, d.surname), '')`.as('dr_name'),
        'd.phone as dr_phone',
        'v.plate as ve_plate',
        sql<number | null>`(coalesce(s.handover_point, s.org_point))[1]`.as('org_lat'),
        sql<number | null>`(coalesce(s.handover_point, s.org_point))[0]`.as('org_lng'),
        sql<number | null>`p.point[1]`.as('lat'),
        sql<number | null>`p.point[0]`.as('lng'),
        sql<0 | 1>`${isOpen ? 1 : 0}::int`.as('is_open'),
      ])
      .orderBy('s.id', 'desc')
      .limit(limit)
      .$narrowType<{ state: NotNull; date_created: NotNull }>()
      .execute()
  return [...(await rides(true, MAX_OPEN)), ...(await rides(false, MAX_LAST))]
}

type Row = Awaited<ReturnType<typeof ridesOf>>[number]

async function rideOf(
  context: CallContext,
  { state, date_created, date_scheduled, org_lat, org_lng, lat, lng, ...row }: Row,
): Promise<CallerRide> {
  const isComing = COMING.includes(state) && lat !== null && lng !== null && org_lat !== null && org_lng !== null
  const way = isComing ? await placesOf(context).matrix([[lat, lng]], [[org_lat, org_lng]]) : null
  const seconds = way?.durations_s[0]?.[0] ?? null
  return {
    ...row,
    date: date_scheduled ?? date_created,
    state_obj: stateObjects(context, 'services').get(state) ?? { id: state, name: state, color: '' },
    arrives_min: seconds === null ? null : Math.max(1, Math.round(seconds / 60)),
  }
}
