import { type NotNull, sql } from 'kysely'
import { living, type Row, tables } from '#app/tables'
import { AppError } from '#engine/model'
import type { Tx } from '#engine/server'
import { lockDriver, pauseShift } from '../../../fleet/server'
import type { LatLng } from '../../../geometry/model'
import type { HandoverReason } from '../../model/handover-call'
import type { MoveBy } from '../life/move-asked'
import { movedMeanwhile } from '../life/move-refused'
import { moveService } from '../life/move-service'
import { leaveStops } from '../life/stop-times'
import { hasOtherDriver } from '../offers/has-other-driver'
import { noteGiveBack } from '../warnings/note-give-back'
import { closeLeg, openLeg } from './legs'

interface HandOver {
  readonly id_service: number
  /** Who has it, as far as whoever says so knows. */
  readonly id_driver: number
  readonly by: MoveBy
  readonly now: Date
  readonly reason: HandoverReason
  /** The reason in words, for the log and for the driver's shift. */
  readonly reason_text: string
  readonly notes: string | null
  /** Where the car stands. */
  readonly point: LatLng | null
  readonly address: string | null
  /** Who takes over, if that is known: their lock is taken in its turn. */
  readonly id_next?: number | null
}

/**
 * Takes a ride with its passenger aboard off its driver, where the car stands: it goes on air there, its driver's part
 * ends, and they are asked for nothing until they are back from their pause. One conditional write: of two who do it
 * one is told of the other.
 * @throws {AppError} NOT_FOUND; CONFLICT by its state, `services.has_driver`, `services.handover.route` for a stop of a
 * route
 */
export async function handOver(tx: Tx, asked: HandOver): Promise<void> {
  const { id_service, id_driver, by, now, notes, point, address } = asked
  const ride = await living(tx, 'services')
    .where('id', '=', id_service)
    .select(['state', 'id_driver', 'id_vehicle', 'id_grouping', 'date_started'])
    .forUpdate()
    .$narrowType<{ state: NotNull }>()
    .executeTakeFirst()
  if (!ride) throw new AppError('NOT_FOUND')
  if (ride.state !== 'started') throw movedMeanwhile(ride.state)
  if (ride.id_driver !== id_driver) throw await hasOtherDriver(tx, ride.id_driver)
  // A route is one vehicle's: whoever takes it over takes all of its rides.
  if (ride.id_grouping !== null) throw new AppError('CONFLICT', { say: 'services.handover.route' })
  const drivers = [id_driver, ...(asked.id_next ? [asked.id_next] : [])].sort((a, b) => a - b)
  await moveService(tx, {
    id: id_service,
    move: 'hand_over',
    by,
    now,
    id_driver,
    note: [asked.reason_text, notes].filter(Boolean).join(': '),
    also: {
      date_handed_over: now,
      handover_point: pointOf(point) ?? sql<string>`org_point`,
      handover_address: address,
    },
  })
  for (const one of drivers) await lockDriver(tx, one)
  // What was waited for at a stop was waited for by this driver.
  await leaveStops(tx, id_service, sql<boolean>`true`, now)
  await endLeg(tx, asked, ride)
  await putOutOfService(tx, asked)
  if (by.mover === 'driver') await noteGiveBack(tx, { id: id_service, id_driver, now }, 'handover')
}

const pointOf = (point: LatLng | null) =>
  point === null ? null : sql<string>`point(${point[1]}::float8, ${point[0]}::float8)`

/** The first part begins with the ride; later ones when their driver took the passenger. */
async function endLeg(
  tx: Tx,
  { id_service, id_driver, by, now, reason, notes, point, address }: HandOver,
  { id_vehicle, date_started }: Pick<Row<'services'>, 'id_vehicle' | 'date_started'>,
): Promise<void> {
  const why = { reason, notes, id_user: by.id_user, point, address }
  if (await closeLeg(tx, id_service, now, { by, now }, why)) return
  await openLeg(tx, { id_service, id_driver, id_vehicle, at: new Date(date_started ?? now), now })
  await closeLeg(tx, id_service, now, { by, now }, why)
}

/** A driver off shift was given the ride by hand, and is asked for nothing anyway. */
async function putOutOfService(tx: Tx, { id_driver, by, now, reason_text }: HandOver): Promise<void> {
  const shift = await tables(tx)
    .selectFrom('driver_shifts')
    .where('id_driver', '=', id_driver)
    .where('state', '<>', 'closed')
    .where('date_deleted', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (!shift) return
  const { id_user, platform, id_session } = by
  await pauseShift(tx, {
    id_driver,
    now,
    reason: reason_text,
    by: { id_user: id_user ?? id_driver, platform, ...(id_session === undefined ? {} : { id_session }) },
  })
}
