import { isStaff } from '#app/asker'
import type { CallContext, RecordWrites, Tx } from '#engine/server'
import type { DispatcherService } from '../../model/dispatcher-service'
import type { ServiceInput } from '../../model/service-input'
import { serviceFields, atFormFields, endFields, pricedFields } from '../create/service-fields'
import { tripReason } from '../create/company-rules'
import { assertMaySpend } from '../create/may-spend'
import { assignNow, assignmentOf, type PlannedAssignment } from '../create/give-to'
import { onAirOf } from '../create/when'
import type { MoveBy } from '../life/move-asked'
import { moveService } from '../life/move-service'
import { moverOf } from '../life/mover-of'
import { assertFreeThen } from '../offers/assign-driver'
import { readService } from '../read/read-services'
import { assertHouseAlone, assertMayChange, isAnotherTime } from './may-change'
import { planChange, type PlannedChange } from './plan-change'
import { tables } from '#app/tables'
import { type NotNull, sql } from 'kysely'
import { type JsonObject, wrong } from '#engine/model'
import { moveTo } from '../../model/set-state'
import { finishFare } from '../end/finish-fare'
import { stampStops } from '../life/stop-times'

interface StateToSet {
  readonly id_service: number
  readonly wanted: string
  /** Since when; null: now. */
  readonly date: string | null
  readonly by: MoveBy
  readonly now: Date
  readonly settings: JsonObject
}

/** Moments of a ride that has not ended. */
const STAMPS = [
  'date_created',
  'date_requested',
  'date_accepted',
  'date_onway',
  'date_waiting',
  'date_started',
  'date_arrived',
] as const

/** Clocks of several machines differ a little. */
const GRACE_MS = 60_000

/**
 * An operator sets by hand the state of a ride with a driver, and since when: not before the last event, and not in the
 * future.
 * @throws {AppError} VALIDATION at `new_state` or `new_state_date`
 */
async function setState(tx: Tx, { id_service, wanted, date, by, now, settings }: StateToSet): Promise<void> {
  const row = await tables(tx)
    .selectFrom('services')
    .where('id', '=', id_service)
    .select(({ fn }) => [
      'state',
      'id_driver',
      sql<number | null>`extract(epoch from ${fn('greatest', [...STAMPS])})::float8 * 1000`.as('last_ms'),
    ])
    .forUpdate()
    .$narrowType<{ state: NotNull }>()
    .executeTakeFirst()
  if (!row || row.state === wanted) return
  if (row.id_driver === null) throw wrong('new_state', 'services.no_driver_yet')
  const move = moveTo(row.state, wanted)
  if (move === null) throw wrong('new_state', 'services.no_such_move')
  const said = date === null ? now : new Date(date)
  if (said.getTime() > now.getTime() + GRACE_MS) throw wrong('new_state_date', 'services.future')
  // Stamps have milliseconds, what people type has minutes: within the minute of what happened last it was after that.
  if (row.last_ms !== null && said.getTime() < Math.floor(row.last_ms / 60_000) * 60_000)
    throw wrong('new_state_date', 'services.before_last')
  const at = new Date(Math.max(said.getTime(), Math.ceil(row.last_ms ?? 0)))
  if (move === 'finalize') {
    await finishFare(tx, { id_service, by, now, settings, at })
    return
  }
  await moveService(tx, { id: id_service, move, by, now, at })
  await stampStops(tx, { id_service, move, at, now })
}

/**
 * Changes a service. It is priced again only where something that is priced has changed; an old `version` is a CONFLICT
 * that says who changed it.
 * @throws {AppError} NOT_FOUND, CONFLICT (also where its driver has another one then), FORBIDDEN, VALIDATION at the
 * field that is wrong
 */
export async function changeService(context: CallContext, input: ServiceInput, id: number): Promise<void> {
  const before = await readService(context, context.db, id)
  assertHouseAlone(context, input)
  assertMayChange(context, before, input)
  const plan = await planChange(context, before, input)
  const asked = serviceFields(context, input)
  const give = await assignmentOf(context, input, before)
  await atFormFields(input, () =>
    context.records.write(async (writes) => {
      await written(context, writes, { before, input, plan, asked })
      await moved(context, writes, { before, input, give })
      const stays = before.state === 'scheduled' && input.scheduled === 1 && !give
      // At another time, or longer, it may overlap another one of its driver.
      if (stays && before.id_driver !== null && (plan.keep || isAnotherTime(before, input)))
        await assertFreeThen(writes.tx, id, before.id_driver)
    }),
  )
}

interface Change {
  readonly before: DispatcherService
  readonly input: ServiceInput
  readonly plan: PlannedChange
  readonly asked: ReturnType<typeof serviceFields>
}

async function written(
  context: CallContext,
  writes: RecordWrites,
  { before, input, plan, asked }: Change,
): Promise<void> {
  const { settings } = context
  const { client, date, rules, basis } = plan
  const priced = plan.keep ? pricedFields(basis, await plan.keep(writes.tx), input) : {}
  if (plan.keep)
    await assertMaySpend(context, writes.tx, {
      client,
      date,
      price_total: Number(priced['price_total']),
      except: before.id,
    })
  // It was checked and priced as it was read: without a version, too, a change since then is reported.
  await writes.saveOwn(
    'services',
    { ...asked, id: before.id, version: input.version ?? before.version },
    {
      ...(input.version ? {} : { note: 'unversioned' }),
      also: {
        ...priced,
        ...endFields(input),
        ...(input.trip_reason !== undefined && { trip_reason: tripReason(client.rules, input.trip_reason) }),
        id_client: client.id,
        id_company: client.id_company,
        id_company_area: client.id_company_area,
        // Another client's rides go to another cost centre; those of the same stay where they were put.
        ...(client.id !== before.id_client && { id_company_ceco: client.id_company_ceco }),
        ...(input.id_company_ceco !== undefined && { id_company_ceco: input.id_company_ceco }),
        id_payment: input.id_payment ?? null,
        scheduled: Number(date !== null),
        date_scheduled: date,
        date_onair: date === null ? null : onAirOf(date, rules, settings),
        ...(plan.keep || before.for_shared_service === 1 ? {} : { capacity_1: input.capacity_1 ?? before.capacity_1 }),
      },
    },
  )
}

/** What follows from a change: another time moves the service, and so does what the operator wants next. */
async function moved(
  context: CallContext,
  { tx }: RecordWrites,
  { before, input, give }: Pick<Change, 'before' | 'input'> & { readonly give: PlannedAssignment | null },
): Promise<void> {
  const { now, actor, settings } = context
  const by = moverOf(context)
  const one = { id: before.id, by, now: now() }
  const isBooking = input.scheduled === 1
  const idle = before.state === 'created' || before.state === 'unassigned'
  // Users who are not staff have no other button: what they book for now goes on air.
  const search = input.after === 'search' || (!isStaff(actor) && !isBooking && before.state !== 'unassigned')
  if (before.state === 'scheduled' && !isBooking)
    await moveService(tx, { ...one, move: search ? 'request' : 'unschedule' })
  // A booking that found nobody stays on air, unless it gets another time.
  else if (idle && isBooking && isAnotherTime(before, input)) await moveService(tx, { ...one, move: 'schedule' })
  else if (idle && search) await moveService(tx, { ...one, move: 'request' })
  if (give) await assignNow(context, tx, before.id, give)
  if (input.new_state) {
    await setState(tx, {
      id_service: before.id,
      wanted: input.new_state,
      date: input.new_state_date ?? null,
      by,
      now: now(),
      settings,
    })
  }
}
