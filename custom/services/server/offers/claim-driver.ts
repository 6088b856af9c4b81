import { sql } from 'kysely'
import { AppError } from '#engine/model'
import type { Tx } from '#engine/server'
import { IN_PROGRESS } from '../../model/service-state'

export interface Claim {
  readonly id_driver: number
  readonly id_vehicle: number
  /** For which service: its own ride is no obstacle. */
  readonly id_service: number
  /** He must be on an open shift with this vehicle and not pause: as one who is asked, not one to whom an operator gives it. */
  readonly on_shift: boolean
}

export type ClaimObstacle = 'inactive' | 'no_shift' | 'paused' | 'busy' | 'full'

/**
 * Takes the driver's lock (then his vehicle's), so that of two who want him one looks after the other has written, and checks that he is
 * free for this service. Its caller holds the row of the service; the unique indexes of the schema stand behind it.
 * @throws {AppError} CONFLICT with the sentence why not
 */
export async function claimDriver(tx: Tx, claim: Claim): Promise<void> {
  const obstacle = await obstacleOf(tx, claim)
  if (obstacle) throw new AppError('CONFLICT', { say: `services.claim.${obstacle}`, body: { reason: obstacle } })
}

/** As `claimDriver`, telling in place of throwing. @returns null: he is claimed until the transaction ends */
export async function obstacleOf(tx: Tx, { id_driver, id_vehicle, id_service, on_shift }: Claim): Promise<ClaimObstacle | null> {
  await sql`select 1 from users where id = ${id_driver} for no key update`.execute(tx)
  await sql`select 1 from vehicles where id = ${id_vehicle} for no key update`.execute(tx)
  // A statement of its own: it sees what whoever had the locks before wrote.
  const { rows: [row] } = await sql<Row>`
    select coalesce(s.capacity_1, 1)::int as seats,
      (select v.capacity_1 from vehicles v where v.id = ${id_vehicle} and v.state = '1' and v.date_deleted is null)::int as vehicle_seats,
      exists (select 1 from users d where d.id = ${id_driver} and d.state = '1' and d.date_deleted is null) as active,
      (select h.state from driver_shifts h where h.id_driver = ${id_driver} and h.id_vehicle = ${id_vehicle} and h.state <> 'closed'
        and h.date_deleted is null) as shift,
      r.alone::int as alone, r.seats::int as taken
    from services s
    left join lateral (
      select count(*) filter (where not (o.for_shared_service and s.for_shared_service and o.id_product = s.id_product)) as alone,
        coalesce(sum(o.capacity_1), 0) as seats
      from services o
      where (o.id_driver = ${id_driver} or o.id_vehicle = ${id_vehicle}) and o.id <> s.id and o.date_deleted is null
        and o.state in (${sql.join(IN_PROGRESS)})
    ) r on true
    where s.id = ${id_service}`.execute(tx)
  if (!row) throw new AppError('NOT_FOUND')
  if (!row.active || row.vehicle_seats === null) return 'inactive'
  if (on_shift && row.shift === null) return 'no_shift'
  if (on_shift && row.shift === 'paused') return 'paused'
  if (row.alone > 0) return 'busy'
  return row.taken > 0 && row.taken + row.seats > row.vehicle_seats ? 'full' : null
}

interface Row {
  readonly vehicle_seats: number | null
  readonly seats: number
  readonly active: boolean
  readonly shift: string | null
  readonly alone: number
  readonly taken: number
}
