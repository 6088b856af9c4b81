import { type NotNull, sql } from 'kysely'
import { living } from '#app/tables'
import { type CallContext, iso, serveCall, stateObjects } from '#engine/server'
import { IN_PROGRESS } from '../../../service-states/model'
import { driverShiftsCall, driverShiftStatesCall, type DriverShift } from '../../model/shift-calls'
import { fleetScope } from '../sight/fleet-scope'

const MAX_CLOSED = 200

export const driverShifts = serveCall(driverShiftsCall, async (context, { state }) => listShifts(context, state))

export const driverShiftStates = serveCall(driverShiftStatesCall, async (context) => {
  const scope = fleetScope(context)
  const rows = scope
    ? await living(context.db, 'driver_shifts as s')
        .innerJoin('vehicles as v', 'v.id', 's.id_vehicle')
        .where('s.state', '<>', 'closed')
        .where(scope)
        .groupBy('s.state')
        .select(['s.state', sql<number>`count(*)::int`.as('count')])
        .execute()
    : []
  return {
    items: [...stateObjects(context, 'driver_shifts').values()]
      .filter(({ id }) => id !== 'closed')
      .map((state) => ({ ...state, count: rows.find((row) => row.state === state.id)?.count ?? 0 })),
  }
})

/** Shifts whose vehicles the asker may see, in the order of the queue. */
export async function listShifts(
  context: CallContext,
  state?: DriverShift['state'],
): Promise<{ items: DriverShift[]; total: number }> {
  const scope = fleetScope(context)
  if (!scope) return { items: [], total: 0 }
  const states = stateObjects(context, 'driver_shifts')
  const shifts = living(context.db, 'driver_shifts as s')
    .innerJoin('vehicles as v', 'v.id', 's.id_vehicle')
    .innerJoin('users as u', 'u.id', 's.id_driver')
    .leftJoin('type_vehicles as t', 't.id', 'v.id_type_vehicle')
    .where('s.state', state === undefined ? '<>' : '=', state ?? 'closed')
    .where(scope)
    .select(({ fn, selectFrom, val }) => [
      's.id',
      's.id_driver',
      'u.name as us_name',
      'u.surname as us_surname',
      'u.phone as us_phone',
      's.id_vehicle',
      'v.plate',
      'v.code',
      fn.coalesce('t.icon', val('car')).as('icon'),
      's.state',
      sql<number | null>`s.place::float8`.as('place'),
      iso('s.date_start').$notNull().as('date_start'),
      iso('s.date_paused').as('date_paused'),
      's.pause_reason',
      iso('s.date_end').as('date_end'),
      iso('s.date_last_finalized').as('date_last_finalized'),
      selectFrom('services as r')
        .whereRef('r.id_driver', '=', 's.id_driver')
        .whereRef('r.id_vehicle', '=', 's.id_vehicle')
        .where('r.state', 'in', IN_PROGRESS)
        .where('r.date_deleted', 'is', null)
        .where('s.state', '<>', 'closed')
        .orderBy('r.date_accepted')
        .orderBy('r.id')
        .limit(1)
        .select('r.id')
        .as('id_service'),
    ])
    .$narrowType<{ state: NotNull }>()
  const rows = await (state === 'closed'
    ? shifts
        .orderBy('s.date_end', (by) => by.desc().nullsLast())
        .orderBy('s.id', 'desc')
        .limit(MAX_CLOSED)
    : shifts.orderBy('s.place', (by) => by.asc().nullsLast()).orderBy('s.id')
  ).execute()
  const items = rows.map((row) => ({
    ...row,
    state_obj: states.get(row.state) ?? { id: row.state, name: row.state, color: '' },
  }))
  return { items, total: items.length }
}
