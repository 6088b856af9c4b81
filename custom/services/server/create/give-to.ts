import type { CallContext, Tx } from '#engine/server'
import type { DispatcherService } from '../../model/dispatcher-service'
import type { ServiceInput } from '../../model/service-input'
import { IN_PROGRESS } from '../../../service-states/model'
import { moverOf } from '../life/mover-of'
import { assignDriver } from '../offers/assign-driver'
import { driverOfVehicle } from '../offers/driver-of-vehicle'
import { requestDriver } from '../offers/request-driver'

/** The driver whom the operator gives a service to while saving it. */
export interface PlannedAssignment {
  readonly id_driver: number
  readonly id_vehicle: number
  /** The driver is asked; otherwise they have it. */
  readonly ask: boolean
  /** The driver who has it, as far as the asker knows. */
  readonly replaces: number | null
}

/**
 * What a chosen vehicle means: for a ride now its driver is asked if wanted (`after: request`), a booking is reserved
 * for the driver, and a ride that another driver has is reassigned. Null: nothing.
 * @param before the service as it was; null: a new one
 * @throws {AppError} NOT_FOUND, VALIDATION at `id_vehicle`
 */
export async function assignmentOf(
  context: CallContext,
  input: ServiceInput,
  before: DispatcherService | null,
): Promise<PlannedAssignment | null> {
  const { id_vehicle } = input
  if (!id_vehicle || id_vehicle === before?.id_vehicle) return null
  const ask = input.scheduled !== 1 && input.after === 'request'
  const has = before !== null && (IN_PROGRESS as readonly string[]).includes(before.state)
  if (!ask && !has && input.scheduled !== 1) return null
  const { id_driver } = await driverOfVehicle(context, context.db, id_vehicle)
  return { id_driver, id_vehicle, ask: ask && !has, replaces: before?.id_driver ?? null }
}

/** Carries it out in the transaction that saves the service. @throws {AppError} CONFLICT when the driver is not free */
export async function assignNow(
  context: CallContext,
  tx: Tx,
  id_service: number,
  { id_driver, id_vehicle, ask, replaces }: PlannedAssignment,
): Promise<void> {
  const { now, settings } = context
  const one = { id_service, id_driver, id_vehicle, by: moverOf(context), now: now() }
  if (ask) await requestDriver(tx, { ...one, time_request_s: Number(settings['time_request'] ?? 30) })
  else await assignDriver(tx, { ...one, replaces })
}
