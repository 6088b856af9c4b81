import { isStaff } from '#app/asker'
import { AppError, wrong } from '#engine/model'
import type { CallContext } from '#engine/server'
import type { DispatcherService, DispatcherStop } from '../../model/dispatcher-service'
import type { ServiceInput } from '../../model/service-input'
import { OVER, type ServiceState } from '../../../service-states/model'
import { movedMeanwhile } from '../life/move-refused'

/** Nobody has taken it yet. */
const OPEN: readonly ServiceState[] = ['created', 'scheduled', 'requested', 'unassigned']
/** Its time may be chosen again. */
const TIMELESS: readonly ServiceState[] = ['created', 'scheduled', 'unassigned']

/**
 * Whether the asker may change a service, and what of it: staff until it is over, others until a driver has it.
 * @throws {AppError} CONFLICT by its state; VALIDATION at the field that stays as it is
 */
export function assertMayChange(context: CallContext, before: DispatcherService, input: ServiceInput): void {
  const state = before.state as ServiceState
  if ((OVER as readonly string[]).includes(state)) throw movedMeanwhile(state)
  if (!isStaff(context.actor) && (!OPEN.includes(state) || before.id_driver !== null)) throw movedMeanwhile(state)
  if ((input.scheduled_dates?.length ?? 0) > 1) throw wrong('scheduled_dates.1', 'services.one_date')
  if (!TIMELESS.includes(state) && isAnotherTime(before, input))
    throw wrong(input.scheduled === 1 ? 'scheduled_dates.0' : 'scheduled', 'services.on_air')
  assertReachedStay(before.stops, input)
}

/** Whether the service would be at another time, or become a booking or none. */
export function isAnotherTime(before: DispatcherService, input: ServiceInput): boolean {
  if ((input.scheduled ?? 0) !== before.scheduled) return true
  if (before.scheduled === 0) return false
  const asked = input.scheduled_dates?.[0] ?? input.date_scheduled ?? null
  return asked === null || before.date_scheduled === null || Date.parse(asked) !== Date.parse(before.date_scheduled)
}

/** Where the ride has been, it has been. */
function assertReachedStay(stops: readonly DispatcherStop[], { stops: asked }: ServiceInput): void {
  stops.forEach(({ id, lat, lng, date_reached }, i) => {
    if (date_reached === null) return
    const there = asked[i]
    if (there?.id !== id || there.lat !== lat || there.lng !== lng)
      throw wrong(`stops.${i}.address`, 'services.stop_reached')
  })
}

/** Only the house names states and drivers. @throws {AppError} FORBIDDEN */
export function assertHouseAlone({ actor }: CallContext, input: ServiceInput): void {
  if (!isStaff(actor) && (input.new_state || input.id_vehicle)) throw new AppError('FORBIDDEN')
}
