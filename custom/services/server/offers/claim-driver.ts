import { sql } from 'kysely'
import type { Tx } from '#engine/server'
import { IN_PROGRESS } from '../../../service-states/model'
import { claimRefused, firstRefused, type WhyPassed } from '../rules/dispatch-rules'

interface Claim {
  readonly id_driver: number
  readonly id_vehicle: number
  /** For which service: its own ride is no obstacle. */
  readonly id_service: number
  /**
   * They must be on an open shift with this vehicle and not pause: for a driver who is asked, not one whom an operator
   * assigns.
   */
  readonly on_shift: boolean
}

/**
 * Takes the driver's lock (then the vehicle's), so that of two claims one looks after the other has written, and asks
 * the rules of dispatch whether they are free for this service. The caller holds the row of the service; the unique
 * indexes of the schema are a second safeguard.
 * @throws {AppError} CONFLICT with the sentence why not
 */
export async function claimDriver(tx: Tx, claim: Claim): Promise<void> {
  const obstacle = await obstacleOf(tx, claim)
  if (obstacle) throw claimRefused(obstacle)
}

/**
 * As `claimDriver`, but returns the obstacle instead of throwing.
 * @returns null: they are claimed until the transaction ends
 */
export async function obstacleOf(
  tx: Tx,
  { id_driver, id_vehicle, id_service, on_shift }: Claim,
): Promise<WhyPassed | null> {
  await sql`select 1 from users where id = ${id_driver} for no key update`.execute(tx)
  await sql`select 1 from vehicles where id = ${id_vehicle} for no key update`.execute(tx)
  // A separate statement, so that it sees what the previous holder of the locks wrote. Of rides of one grouping its
  // route says who sits when.
  return firstRefused(
    tx,
    on_shift ? ['claim', 'shift'] : ['claim'],
    sql`services s
    left join vehicles v on v.id = ${id_vehicle}
    left join users d on d.id = ${id_driver}
    left join driver_shifts h on h.id_driver = ${id_driver} and h.id_vehicle = ${id_vehicle} and h.state <> 'closed'
      and h.date_deleted is null
    left join lateral (
      select count(*) filter (where not (o.for_shared_service and s.for_shared_service
        and o.id_product = s.id_product)) as alone,
        coalesce(sum(o.capacity_1) filter (where s.id_grouping is null
          or o.id_grouping is distinct from s.id_grouping), 0) as seats
      from services o
      where (o.id_driver = ${id_driver} or o.id_vehicle = ${id_vehicle}) and o.id <> s.id and o.date_deleted is null
        and o.state in (${sql.join(IN_PROGRESS)})
    ) r on true
    where s.id = ${id_service}`,
  )
}
