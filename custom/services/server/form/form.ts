import { administersCompany, isStaff } from '#app/asker'
import { sql } from 'kysely'
import { living, visible } from '#app/tables'
import { AppError, type CallResponse, mayEdit } from '#engine/model'
import { type CallContext, serveCall, stateObjects } from '#engine/server'
import type { DispatcherService } from '../../model/dispatcher-service'
import { formCall } from '../../model/form-calls'
import { statesToSet } from '../../model/set-state'
import type { ServiceState } from '../../../service-states/model'
import { readService } from '../read/read-services'
import { mayAsk } from '../validate/validators'
import { findClient } from './dispatcher-clients'

type Form = CallResponse<typeof formCall>

/** `GET dispatcher/form`: a service, or the start of a new one, and what its form needs. */
export const form = serveCall(formCall, async (context, { id, clone }) => {
  const { actor, settings } = context
  const item =
    id === undefined ? null : clone === 1 ? await cloned(context, id) : await readService(context, context.db, id)
  const staff = isStaff(actor)
  const client = staff ? null : await findClient(context, actor.id)
  return {
    item,
    client,
    payments: await paymentsOf(context),
    branches: await branchesOf(context),
    new_states: item && staff && clone !== 1 ? newStates(context, item) : [],
    may: mayOf(context),
    validators: staff || administersCompany(actor) ? [] : [...(await mayAsk(context.db, actor.id))],
    max_stops: Number(settings['max_stops'] ?? 10),
    optional_destination: settings['optional_destination'] === true || settings['optional_destination'] === 1,
    time_request: Number(settings['time_request'] ?? 30),
    request_radius: Number(settings['request_radius'] ?? 3),
  }
})

/** A new service filled from an existing one: nobody has it, and nothing has happened to it. */
async function cloned(context: CallContext, id: number): Promise<DispatcherService> {
  const item = await readService(context, context.db, id).catch((cause: unknown) => {
    const isUnknown = cause instanceof AppError && cause.code === 'NOT_FOUND'
    throw isUnknown ? new AppError('NOT_FOUND', { say: 'services.clone_unknown' }) : cause
  })
  const dates = Object.fromEntries(
    Object.keys(item)
      .filter((name) => name.startsWith('date_'))
      .map((name) => [name, null]),
  )
  const created = stateObjects(context, 'services').get('created')
  return {
    ...item,
    ...dates,
    state: 'created',
    state_obj: created ?? item.state_obj,
    is_past_service: 0,
    keep_searching: 0,
    id_fare: null,
    promo_code: null,
    order_number: null,
    id_vehicle: null,
    ve_plate: null,
    id_driver: null,
    dr_id: null,
    dr_name: null,
    dr_surname: null,
    dr_phone: null,
    vehicle_requesting: null,
    num_service_assignments: 0,
    price_cancel: null,
    price_wait: null,
    price_pause: null,
    price_other: null,
    time_wait: null,
    op_id: null,
    op_name: null,
    ucr_name: null,
    va_state: null,
    va_reason: null,
    stops: item.stops.map((stop) => ({ ...stop, date_reached: null, date_left: null })),
  }
}

function newStates(context: CallContext, { state, id_driver }: DispatcherService): Form['new_states'] {
  if (id_driver === null) return []
  const states = stateObjects(context, 'services')
  return statesToSet(state as ServiceState).flatMap((one) => states.get(one) ?? [])
}

function mayOf({ actor, model }: CallContext): Form['may'] {
  const staff = isStaff(actor)
  const edit = actor.root || actor.rights['dispatcher']?.edit === true
  const clients = model.resources['clients']
  return {
    another: staff || administersCompany(actor),
    edit,
    request: staff && edit,
    cancel: edit,
    edit_price: staff && edit,
    add_client: staff && clients !== undefined && mayEdit(actor, clients),
  }
}

const paymentsOf = ({ db }: CallContext): Promise<Form['payments']> =>
  living(db, 'payment_methods')
    .where('state', '=', '1')
    .select(['id', 'name', 'type'])
    .orderBy('rank')
    .orderBy('id')
    .execute()

async function branchesOf(context: CallContext): Promise<Form['branches']> {
  if (!isStaff(context.actor)) return []
  return visible(context.db, context, 'branches')
    .where('state', '=', '1')
    .select(['id', 'name'])
    .orderBy(sql`name collate "C"`)
    .orderBy('id')
    .execute()
}
