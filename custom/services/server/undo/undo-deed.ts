import { sql } from 'kysely'
import { living, patchRecords, tables } from '#app/tables'
import { AppError, type Json } from '#engine/model'
import { type CallContext, serveCall, tell, type Tx, wakeJob, writeLog } from '#engine/server'
import { lockDriver, resumeShift, setAvailability } from '../../../fleet/server'
import { IN_PROGRESS, type ServiceState } from '../../../service-states/model'
import { RIDE_UNDO_S, undoCall } from '../../model/undo-call'
import { labelledMove } from '../life/labelled-changes'
import { isDriverTaken } from '../life/move-refused'
import { DISPATCH_JOB } from '../life/move-service'
import { assertActive, assertFreeThen } from '../offers/assign-driver'
import { claimDriver } from '../offers/claim-driver'
import { readService } from '../read/read-services'
import { assertStaff } from '../search/call-context'
import type { KeptDeed } from './keep-deed'
import { putBack, rideStanding, type RideStanding } from './standing'

/** The network and the hand of whoever presses in the last moment. */
const GRACE_S = 5

/** `dispatcher/undo`: the operator's last deed to this ride, taken back in one conditional write. */
export const serveUndo = serveCall(undoCall, async (context, { id_service, version }) => {
  assertStaff(context)
  const { db, transaction, say } = context
  await readService(context, db, id_service)
  const { kind, alone } = await transaction((tx) => undoDeed(context, tx, id_service, version))
  return { item: await readService(context, db, id_service), msg: say(`services.undo.done.${alone ? 'alone' : kind}`) }
})

async function undoDeed(
  context: CallContext,
  tx: Tx,
  id: number,
  version: number,
): Promise<{ readonly kind: KeptDeed['kind']; readonly alone: boolean }> {
  const { actor, now, platform, session, say } = context
  const row = await living(tx, 'services')
    .where('id', '=', id)
    .select(['version', 'undo', 'id_driver'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  const deed = row.undo === null ? null : (JSON.parse(row.undo) as KeptDeed)
  if (!deed || deed.version !== version) throw await changedSince(context, tx, id)
  if (
    row.version !== version &&
    !(deed.kind === 'hand_over' && row.id_driver === null && (await isSearchedAlone(tx, id, deed)))
  )
    throw await changedSince(context, tx, id)
  if (deed.by !== actor.id) throw new AppError('FORBIDDEN', { say: 'services.undo.not_yours' })
  const date = now()
  if (date.getTime() - Date.parse(deed.at) > (RIDE_UNDO_S + GRACE_S) * 1000)
    throw new AppError('CONFLICT', { say: 'services.undo.late', params: { s: RIDE_UNDO_S } })
  if (deed.kind === 'cancel' && (await isPaidAhead(tx, id)))
    throw new AppError('CONFLICT', { say: 'services.undo.paid' })
  const before = await rideStanding(tx, id)
  if (deed.kind === 'hand_over') await backFromHandover(context, tx, id, deed, date)
  const stood = await withDriver(tx, id, deed, date)
  const put = await putBack(tx, { id, version: row.version, now: date }, stood).catch((cause: unknown) => {
    throw isDriverTaken(cause) ? new AppError('CONFLICT', { say: 'services.driver_taken' }, { cause }) : cause
  })
  if (put === null) throw await changedSince(context, tx, id)
  const told = { before: { ...before.ride, version: row.version }, after: { ...stood.ride, version: put } }
  await writeLog(tx, {
    id_user: actor.id,
    type_log: 'service_undo',
    target: 'services',
    id_target: id,
    title: String(id),
    changes: await labelledMove(tx, told.before, told.after),
    platform,
    id_session: session.id,
    note: say(`services.undo.of.${deed.kind}`),
    date,
  })
  const drivers = new Set([before.ride['id_driver'], stood.ride['id_driver']].filter((one) => typeof one === 'number'))
  for (const id_driver of [...drivers].sort((a, b) => a - b))
    await setAvailability(tx, { id_driver, now: date, finished: false })
  await wakeJob(tx, DISPATCH_JOB)
  await tell(tx, 'services', { id, ...told, by: actor.id })
  return { kind: deed.kind, alone: deed.stood.ride['id_driver'] !== stood.ride['id_driver'] }
}

/**
 * Whether the search alone has gone on with the ride since: the passenger still sits in the first car where it found
 * nobody.
 */
const isSearchedAlone = async (tx: Tx, id: number, { at }: KeptDeed): Promise<boolean> =>
  (await tx
    .selectFrom('logs')
    .where('target', '=', 'services')
    .where('id_target', '=', id)
    .where('id_user', 'is not', null)
    .where(sql<boolean>`date_created > ${at}::timestamptz`)
    .select('id')
    .limit(1)
    .executeTakeFirst()) === undefined

/** Nobody is asked for it any more, and whoever it was taken off is at work again. */
async function backFromHandover(
  { actor, platform, session }: CallContext,
  tx: Tx,
  id: number,
  { at, stood }: KeptDeed,
  now: Date,
): Promise<void> {
  const by = { id_user: actor.id, platform, id_session: session.id }
  await patchRecords(
    tx,
    'service_offers',
    { id_service: id, state: 'pending' },
    { state: 'canceled', date_answered: now },
    { by, now, verb: null },
  )
  const id_driver = Number(stood.ride['id_driver'])
  await lockDriver(tx, id_driver)
  const shift = await tables(tx)
    .selectFrom('driver_shifts')
    .where('id_driver', '=', id_driver)
    .where('state', '=', 'paused')
    .where('date_deleted', 'is', null)
    .where('date_paused', '>=', new Date(Date.parse(at) - GRACE_S * 1000).toISOString())
    .select('id')
    .executeTakeFirst()
  if (shift) await resumeShift(tx, { id_driver, now, by })
}

/** It was paid for before it was cancelled: the money is on its way back. */
const isPaidAhead = async (tx: Tx, id: number): Promise<boolean> =>
  (await living(tx, 'payments')
    .where((on) => on.or([on('id_service', '=', id), on('id_service_return', '=', id)]))
    .where('state', '=', 'paid')
    .select('id')
    .executeTakeFirst()) !== undefined

/**
 * As the ride stood, with its driver if they can have it again. Of a cancelled ride whose driver has another by now the
 * rest comes back; nobody who sits in a car is left without a driver.
 * @throws {AppError} CONFLICT with the sentence why they cannot
 */
async function withDriver(tx: Tx, id_service: number, { kind, stood }: KeptDeed, now: Date): Promise<RideStanding> {
  const { id_driver, id_vehicle, state } = stood.ride
  if (typeof id_driver !== 'number' || typeof id_vehicle !== 'number') return stood
  try {
    if (state === 'scheduled') {
      await assertFreeThen(tx, id_service, id_driver)
      await assertActive(tx, id_driver, id_vehicle)
    } else if (isOneOf(IN_PROGRESS, state))
      await claimDriver(tx, { id_service, id_driver, id_vehicle, on_shift: false })
    return stood
  } catch (cause) {
    if (!(cause instanceof AppError) || kind !== 'cancel' || isOneOf(['started', 'arrived'], state)) throw cause
    return withoutDriver(stood, now)
  }
}

const OF_THE_DRIVER = [
  'id_driver',
  'id_vehicle',
  'date_accepted',
  'date_onway',
  'date_waiting',
  'time_accept',
  'time_pickup',
  'time_late',
  'distance_empty',
  'time_approach',
] as const

/** A booking is still one; whatever else had a driver waits in sight without one. */
function withoutDriver({ ride, beside }: RideStanding, now: Date): RideStanding {
  const emptied = Object.fromEntries(OF_THE_DRIVER.map((column) => [column, null]))
  const aboard = ride['date_handed_over'] !== null && ride['date_handed_over'] !== undefined
  const waits: RideStanding['ride'] =
    ride['state'] === 'scheduled' ? {} : { state: 'unassigned', driverless: true, date_unassigned: now.toISOString() }
  return {
    ride: { ...ride, ...emptied, ...waits },
    beside: {
      ...beside,
      service_offers: [],
      service_assignments: (beside['service_assignments'] ?? []).filter(({ state }) => state === 'pending'),
      service_stops: aboard
        ? (beside['service_stops'] ?? [])
        : (beside['service_stops'] ?? []).map(({ id }) => ({
            id: id ?? null,
            date_reached: null,
            date_left: null,
            wait_s: 0,
          })),
    },
  }
}

const isOneOf = (states: readonly ServiceState[], state: Json | undefined): boolean =>
  typeof state === 'string' && (states as readonly string[]).includes(state)

/** Somebody was there: who, and what they did. */
async function changedSince({ say, actor }: CallContext, tx: Tx, id: number): Promise<AppError> {
  const line = await tx
    .selectFrom('logs as l')
    .leftJoin('users as u', 'u.id', 'l.id_user')
    .where('l.target', '=', 'services')
    .where('l.id_target', '=', id)
    .select(['l.id_user', 'l.type_log', sql<string>`concat_ws(' ', u.name, u.surname)`.as('who')])
    .orderBy('l.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!line) return new AppError('CONFLICT', { say: 'services.undo.changed' })
  const who = line['id_user'] === actor.id ? say('services.undo.you') : line['who'] || say('services.undo.nobody')
  return new AppError('CONFLICT', {
    say: 'services.undo.changed_by',
    params: { who: String(who), what: say(`logs.types.${String(line['type_log'])}`) },
  })
}
