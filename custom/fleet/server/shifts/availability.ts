import { sql } from 'kysely'
import { raisedIn, type Tx } from '#engine/server'
import { IN_PROGRESS } from '../../../service-states/model'
import { behindAll, lockShift } from './shift-row'

export interface DriverMoved {
  readonly id_driver: number
  readonly now: Date
  /** The driver has just finished a ride and goes to the end of the queue. */
  readonly finished?: boolean
}

/**
 * Brings a driver's shift and what the map shows of their vehicle (`online`, `busy`, `offline`) in line with the facts:
 * the shift, its pause and the rides under way. Call it in the transaction that moves one of the driver's services or
 * shifts, after the move; an extra call does no harm.
 */
export async function setAvailability(tx: Tx, { id_driver, now, finished = false }: DriverMoved): Promise<void> {
  // If two rides of a driver end at once, the second sees the first.
  const shift = await lockShift(tx, id_driver)
  if (!shift) return
  if (shift.state !== 'paused') {
    const rides = sql<boolean>`exists (select 1 from services s where s.id_driver = ${id_driver}
      and s.date_deleted is null and s.state in (${sql.join(IN_PROGRESS)}))`
    await sql`
      update driver_shifts set state = case when ${rides} then 'busy' else 'online' end,
        ${raisedIn('driver_shifts', now)}
      where id = ${shift.id} and state <> case when ${rides} then 'busy' else 'online' end`.execute(tx)
  }
  if (finished) {
    await sql`
      update driver_shifts s set place = ${behindAll}, date_last_finalized = ${now}, rides = f.rides,
        distance = f.distance_m / 1000.0,
        time_busy = f.busy_s, distance_empty = f.empty_m / 1000.0, ${raisedIn('s', now)}
      from (
        select count(*)::int as rides, coalesce(sum(distance), 0) as distance_m,
          coalesce(sum(distance_empty), 0) as empty_m,
          coalesce(sum(extract(epoch from date_finalized - date_accepted)), 0)::integer as busy_s
        from services
        where id_driver = ${id_driver} and state = 'finalized' and date_deleted is null
          and date_finalized >= ${shift.date_start}
      ) f
      where s.id = ${shift.id}`.execute(tx)
  }
  await showAvailability(tx, [shift.id_vehicle], now)
}

/** Updates what the map shows of vehicles from their open shifts, where it differs. */
export async function showAvailability(tx: Tx, id_vehicles: readonly number[], now: Date): Promise<void> {
  await sql`
    update vehicle_positions p set availability = d.availability, ${raisedIn('p', now)}
    from (
      select v.id_vehicle,
        case s.state when 'online' then 'online' when 'busy' then 'busy' when 'paused' then 'busy' else
        'offline' end as availability
      from unnest(${[...id_vehicles]}::int[]) as v (id_vehicle)
      left join driver_shifts s on s.id_vehicle = v.id_vehicle and s.state <> 'closed' and s.date_deleted is null
    ) d
    where p.id_vehicle = d.id_vehicle and p.date_deleted is null and p.availability <> d.availability`.execute(tx)
}
