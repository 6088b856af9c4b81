import { sql } from 'kysely'
import { type CallContext, iso, serveCall, stateObjects } from '#engine/server'
import { IN_PROGRESS } from '../../../services/model/service-state'
import { driverShiftsCall, driverShiftStatesCall, type DriverShift } from '../../model/shift-calls'
import { fleetReach } from '../sight/fleet-reach'

const MAX_CLOSED = 200

export const driverShifts = serveCall(driverShiftsCall, async (context, { state }) => listShifts(context, state))

export const driverShiftStates = serveCall(driverShiftStatesCall, async (context) => {
  const reach = fleetReach(context)
  const { rows } = reach
    ? await sql<{ state: string; count: number }>`
      select s.state, count(*)::int as count from driver_shifts s join vehicles v on v.id = s.id_vehicle
      where s.state <> 'closed' and s.date_deleted is null and ${reach} group by s.state`.execute(context.db)
    : { rows: [] }
  return {
    items: [...stateObjects(context, 'driver_shifts').values()].filter(({ id }) => id !== 'closed')
      .map((state) => ({ ...state, count: rows.find((row) => row.state === state.id)?.count ?? 0 })),
  }
})

/** Shifts whose vehicles the asker may meet, in the order of the queue. */
export async function listShifts(context: CallContext, state?: DriverShift['state']): Promise<{ items: DriverShift[]; total: number }> {
  const reach = fleetReach(context)
  if (!reach) return { items: [], total: 0 }
  const states = stateObjects(context, 'driver_shifts')
  const { rows } = await sql<Omit<DriverShift, 'state_obj'>>`
    select s.id, s.id_driver, u.name as us_name, u.surname as us_surname, u.phone as us_phone, s.id_vehicle, v.plate, v.code,
      coalesce(t.icon, 'car') as icon, s.state, s.place::float8 as place, ${iso('s.date_start')} as date_start, ${iso('s.date_paused')} as date_paused,
      s.pause_reason, ${iso('s.date_end')} as date_end, ${iso('s.date_last_finalized')} as date_last_finalized,
      (select id from services r where r.id_driver = s.id_driver and r.id_vehicle = s.id_vehicle and r.state in (${sql.join(IN_PROGRESS)})
        and r.date_deleted is null and s.state <> 'closed' order by r.date_accepted, r.id limit 1) as id_service
    from driver_shifts s
    join vehicles v on v.id = s.id_vehicle
    join users u on u.id = s.id_driver
    left join type_vehicles t on t.id = v.id_type_vehicle
    where s.date_deleted is null and ${state === undefined ? sql<boolean>`s.state <> 'closed'` : sql<boolean>`s.state = ${state}`} and ${reach}
    order by ${state === 'closed' ? sql`s.date_end desc nulls last, s.id desc limit ${MAX_CLOSED}` : sql`s.place nulls last, s.id`}`.execute(context.db)
  const items = rows.map((row) => ({ ...row, state_obj: states.get(row.state) ?? { id: row.state, name: row.state, color: '' } }))
  return { items, total: items.length }
}
