import { sql } from 'kysely'
import { type Row, tables } from '#app/tables'
import { AppError } from '#engine/model'
import type { Tx } from '#engine/server'
import { IN_PROGRESS } from '../../../service-states/model'
import type { MoveBy } from '../life/move-asked'
import { moveService } from '../life/move-service'
import { movedMeanwhile } from '../life/move-refused'
import { ARE_ACTIVE, claimRefused } from '../rules/dispatch-rules'
import { claimDriver } from './claim-driver'
import { hasOtherDriver } from './has-other-driver'
import { lockService, type LockedService } from './lock-service'

interface Assigned {
  readonly id_service: number
  readonly id_driver: number
  readonly id_vehicle: number
  readonly by: MoveBy
  readonly now: Date
  /** The driver who has it as far as the asker knows. */
  readonly replaces: number | null
}

/**
 * Gives a service to a driver without asking them: a booking in advance (`reserve`), any other at once. Another driver
 * who has it is taken off only if the asker knows of them. Repeating it changes nothing.
 * @throws {AppError} CONFLICT `services.has_driver` (with that driver's name), `services.claim.*`,
 * `services.booked_then`, or the state it is in
 */
export async function assignDriver(tx: Tx, assigned: Assigned): Promise<void> {
  const { id_service, id_driver, id_vehicle, by, now } = assigned
  const service = await lockService(tx, id_service)
  if (service.id_driver === id_driver && service.id_vehicle === id_vehicle) return
  const booking = service.state === 'scheduled'
  if (service.id_driver !== null) await takeOff(tx, service, assigned)
  if (booking) {
    await assertFreeThen(tx, id_service, id_driver)
    await assertActive(tx, id_driver, id_vehicle)
  } else await claimDriver(tx, { id_service, id_driver, id_vehicle, on_shift: false })
  await moveService(tx, { id: id_service, move: booking ? 'reserve' : 'accept', by, now, id_driver, id_vehicle })
}

/** A booking is for later, but still needs an active driver and vehicle. The caller has the driver's lock. */
export async function assertActive(tx: Tx, id_driver: number, id_vehicle: number): Promise<void> {
  const both = await tables(tx)
    .selectFrom(['users as d', 'vehicles as v'])
    .where('d.id', '=', id_driver)
    .where('v.id', '=', id_vehicle)
    .where(ARE_ACTIVE)
    .select('d.id')
    .executeTakeFirst()
  if (!both) throw claimRefused('inactive')
}

async function takeOff(
  tx: Tx,
  { id, state, id_driver }: LockedService,
  { replaces, by, now }: Assigned,
): Promise<void> {
  if (state === 'canceled' || state === 'finalized') throw movedMeanwhile(state)
  if (id_driver !== replaces) throw await hasOtherDriver(tx, id_driver)
  await moveService(tx, { id, move: state === 'scheduled' ? 'unreserve' : 'unassign', by, now })
}

/** Whether a service `o` that some driver has or goes on with leaves them no time for a booking `s`. */
export const SAME_TIME = sql<boolean>`(o.date_deleted is null
  and (o.state = 'scheduled' or o.state in (${sql.join(IN_PROGRESS)}))
  and (s.id_grouping is null or o.id_grouping is distinct from s.id_grouping)
  and coalesce(o.date_onair, o.date_scheduled, o.date_accepted) < s.date_scheduled
  + make_interval(secs => coalesce(s.duration, 0))
  and coalesce(s.date_onair, s.date_scheduled) < coalesce(o.date_scheduled,
    o.date_accepted) + make_interval(secs => coalesce(o.duration, 0)))`

/**
 * Refuses a booking that overlaps another one of the same driver, from the moment each goes on air to its estimated
 * end; rides of one grouping share their time. Takes the driver's lock, so that two bookings do not both find the
 * driver free.
 */
export async function assertFreeThen(tx: Tx, id_service: number, id_driver: number): Promise<void> {
  await tables(tx).selectFrom('users').select('id').where('id', '=', id_driver).forNoKeyUpdate().execute()
  const {
    rows: [other],
  } = await sql<Row<'services', 'id'>>`
    select o.id from services s join services o on o.id_driver = ${id_driver} and o.id <> s.id
    where s.id = ${id_service} and ${SAME_TIME}
    order by o.date_scheduled limit 1`.execute(tx)
  if (other) throw new AppError('CONFLICT', { say: 'services.booked_then', params: { id: other.id } })
}
