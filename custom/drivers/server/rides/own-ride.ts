import { sql } from 'kysely'
import { AppError } from '#engine/model'
import type { Tx } from '#engine/server'
import type { ServiceState } from '../../../services/model/service-state'
import type { MoveBy } from '../../../services/server'
import type { DriverContext } from '../serve-driver'

/** A ride of the driver's, as it stands under its lock. */
export interface OwnRide {
  readonly state: ServiceState
  readonly cancel_by: string | null
  readonly date_onway: string | null
  readonly date_waiting: string | null
  readonly date_started: string | null
  readonly date_arrived: string | null
  readonly date_finalized: string | null
}

/** Locks a service of this driver. @returns null: it is not his (any more), or not there */
export async function lockOwnRide(tx: Tx, id_driver: number, id: number): Promise<OwnRide | null> {
  const { rows: [ride] } = await sql<OwnRide>`
    select state, cancel_by, date_onway::text as date_onway, date_waiting::text as date_waiting, date_started::text as date_started,
      date_arrived::text as date_arrived, date_finalized::text as date_finalized
    from services where id = ${id} and id_driver = ${id_driver} and date_deleted is null for update`.execute(tx)
  return ride ?? null
}

/** @throws {AppError} NOT_FOUND */
export async function ownRide(tx: Tx, id_driver: number, id: number): Promise<OwnRide> {
  const ride = await lockOwnRide(tx, id_driver, id)
  if (!ride) throw new AppError('NOT_FOUND')
  return ride
}

/** Whether it was this driver who gave the service back before. */
export async function hasReleased(tx: Tx, id_driver: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from logs where target = 'services' and id_target = ${id} and id_user = ${id_driver}
      and type_log in ('service_release', 'service_unreserve') limit 1`.execute(tx)
  return rows.length > 0
}

/** The driver himself, for the state machine and the log. */
export const byDriver = ({ id_driver, platform, session }: DriverContext): MoveBy =>
  ({ mover: 'driver', id_user: id_driver, platform, id_session: session.id })
