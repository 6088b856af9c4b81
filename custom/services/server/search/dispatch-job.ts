import { sql } from 'kysely'
import { living, patchRecords, tables } from '#app/tables'
import { type Db, type Job, type Tx } from '#engine/server'
import { BY_SYSTEM } from '../life/move-asked'
import { DISPATCH_JOB, moveService } from '../life/move-service'
import { NOT_WAITED_FOR } from '../life/moved-columns'
import { ownContext, type DispatchContext } from './dispatch-context'
import { oneByOne, type Going } from './one-by-one'
import { searchDriver } from './search-driver'
import { IN_PROGRESS } from '../../../service-states/model'
import { afterRefusal, closeOffer } from '../offers/answer-offer'
import { obstacleOf } from '../offers/claim-driver'
import { lockService, type LockedService } from '../offers/lock-service'
import { misfitOf } from '../rules/dispatch-rules'

/** When this process last tried each service; if this is lost, they are only tried once more. */
const lastTried = new WeakMap<Db, Map<number, number>>()

/**
 * Services whose operator waits for a driver and that are due for another try: some time after the last one, or at once
 * when a driver has become free since.
 */
async function waitingServices({ db, now, settings }: DispatchContext): Promise<readonly number[]> {
  const rows = await living(db, 'services')
    .where('state', '=', 'unassigned')
    .where('keep_searching', '=', true)
    .select('id')
    .orderBy('date_unassigned')
    .orderBy('id')
    .limit(500)
    .execute()
  const freed = await living(db, 'driver_shifts')
    .where('state', '=', 'online')
    .select(({ fn }) => fn.max('date_updated').as('date'))
    .executeTakeFirst()
  const freed_ms = freed?.date ? Date.parse(String(freed.date)) : null
  const tried = triesOf(db)
  const waiting = new Set(rows.map(({ id }) => id))
  for (const id of tried.keys()) if (!waiting.has(id)) tried.delete(id)
  const at = now().getTime()
  return rows
    .filter(({ id }) => {
      const last = tried.get(id)
      return last === undefined || at - last >= settings.retry_s * 1000 || (freed_ms !== null && freed_ms >= last)
    })
    .map(({ id }) => id)
}

/** Noted before a try: a driver who comes free while it runs is worth another. */
function noteTry({ db, now }: DispatchContext, id: number): void {
  triesOf(db).set(id, now().getTime())
}

function triesOf(db: Db): Map<number, number> {
  const tries = lastTried.get(db) ?? new Map<number, number>()
  lastTried.set(db, tries)
  return tries
}

/** Turns a wait that found nobody for too long into an alert again: somebody waits at a kerb. */
async function endWaits({ db, transaction, now }: DispatchContext, going: Going): Promise<void> {
  const date = now().toISOString()
  const rows = await living(db, 'services')
    .where('state', '=', 'unassigned')
    .where('keep_searching', '=', true)
    .where('date_keep_until', '<=', date)
    .select('id')
    .orderBy('id')
    .limit(200)
    .execute()
  await oneByOne(rows, 'wait', going, ({ id }) =>
    transaction(async (tx) => {
      await patchRecords(
        tx,
        'services',
        (on) =>
          on.and([
            on('id', '=', id),
            on('state', '=', 'unassigned'),
            on('keep_searching', '=', true),
            on('date_keep_until', '<=', date),
          ]),
        NOT_WAITED_FOR,
        { by: BY_SYSTEM, now: now(), verb: 'service_wait_over', says: [] },
      )
    }),
  )
}

/**
 * Puts bookings on air when their time has come. The driver who took one in advance gets it if they are at work and
 * free; else they are taken off and a driver is looked for. Times are compared in UTC, so midnight and clock changes do
 * not matter. What was missed while no server ran goes on air late rather than never.
 */
async function putOnAir({ db, transaction, now, settings }: DispatchContext, going: Going): Promise<void> {
  const at = now()
  const due = sql<boolean>`coalesce(date_onair,
    date_scheduled - make_interval(secs => ${settings.minutes_on_air * 60}::float8))
    <= ${at.toISOString()}::timestamptz`
  const rows = await living(db, 'services')
    .where('state', '=', 'scheduled')
    .where(due)
    .select('id')
    .orderBy('date_onair')
    .orderBy('id')
    .limit(200)
    .execute()
  await oneByOne(rows, 'booking', going, ({ id }) =>
    transaction(async (tx) => {
      const service = await lockService(tx, id)
      const still = await tables(tx)
        .selectFrom('services')
        .where('id', '=', id)
        .where('state', '=', 'scheduled')
        .where(due)
        .select('id')
        .executeTakeFirst()
      if (still) await onAir(tx, service, at)
    }),
  )
}

async function onAir(tx: Tx, service: LockedService, now: Date): Promise<void> {
  const { id, id_driver } = service
  if (id_driver !== null) {
    const id_vehicle = await vehicleAtWork(tx, id_driver)
    const obstacle = id_vehicle === null ? 'no_shift' : await obstacleNow(tx, service, id_driver, id_vehicle)
    if (!obstacle) {
      await moveService(tx, { id, move: 'accept', by: BY_SYSTEM, now, id_driver, id_vehicle })
      return
    }
    await moveService(tx, { id, move: 'unreserve', by: BY_SYSTEM, now, note: obstacle })
    await moveService(tx, { id, move: 'request', by: BY_SYSTEM, now })
    // A route is one vehicle's: a search would give its rides to as many others. It goes back to be assigned, with an
    // alert, and keeps its place in the route.
    if (await isInRoute(tx, id)) await moveService(tx, { id, move: 'exhaust', by: BY_SYSTEM, now, note: obstacle })
    return
  }
  await moveService(tx, { id, move: 'request', by: BY_SYSTEM, now })
}

async function isInRoute(tx: Tx, id: number): Promise<boolean> {
  return (
    (await tables(tx)
      .selectFrom('services')
      .where('id', '=', id)
      .where('id_grouping', 'is not', null)
      .select('id')
      .executeTakeFirst()) !== undefined
  )
}

/**
 * What keeps the driver from coming with this vehicle. The vehicle it was assigned with need not fit: whoever assigned
 * it chose so.
 */
async function obstacleNow(
  tx: Tx,
  { id, id_vehicle: given }: LockedService,
  id_driver: number,
  id_vehicle: number,
): Promise<string | null> {
  const obstacle = await obstacleOf(tx, { id_driver, id_vehicle, id_service: id, on_shift: true })
  return obstacle ?? (id_vehicle === given ? null : misfitOf(tx, id, id_vehicle))
}

/** The vehicle the driver is on shift with now, which may differ from the one they had when they took it. */
async function vehicleAtWork(tx: Tx, id_driver: number): Promise<number | null> {
  const shift = await living(tx, 'driver_shifts')
    .where('id_driver', '=', id_driver)
    .where('state', '<>', 'closed')
    .select('id_vehicle')
    .executeTakeFirst()
  return shift?.id_vehicle ?? null
}

interface Pending {
  readonly id: number
  readonly id_service: number
  readonly id_driver: number
  readonly id_vehicle: number
  readonly manual: boolean
  readonly late: boolean
}

/**
 * Ends requests that no longer make sense: those past their deadline, and those to drivers who meanwhile pause or have
 * a ride.
 */
async function expireOffers(context: DispatchContext, going: Going): Promise<void> {
  const { db, now } = context
  const rows = await tables(db)
    .selectFrom('service_offers as o')
    .where('o.state', '=', 'pending')
    .where(({ eb, exists, not, or, selectFrom }) =>
      or([
        eb('o.date_deadline', '<=', now().toISOString()),
        not(
          exists(
            selectFrom('driver_shifts as h')
              .whereRef('h.id_driver', '=', 'o.id_driver')
              .whereRef('h.id_vehicle', '=', 'o.id_vehicle')
              .where('h.state', 'in', ['online', 'busy'])
              .where('h.date_deleted', 'is', null)
              .select('h.id'),
          ),
        ),
        exists(
          selectFrom('services as s')
            .whereRef('s.id_driver', '=', 'o.id_driver')
            .where('s.state', 'in', IN_PROGRESS)
            .where('s.date_deleted', 'is', null)
            .select('s.id'),
        ),
      ]),
    )
    .select(['o.id', 'o.id_service'])
    .orderBy('o.date_deadline')
    .orderBy('o.id')
    .limit(500)
    .execute()
  await oneByOne(rows, 'request', going, (offer) => expireOffer(context, offer))
}

async function expireOffer(
  { transaction, now }: DispatchContext,
  { id, id_service }: Pick<Pending, 'id' | 'id_service'>,
): Promise<void> {
  await transaction(async (tx) => {
    const at = now()
    await lockService(tx, id_service)
    const {
      rows: [offer],
    } = await sql<Pending>`
      select id, id_service, id_driver, id_vehicle, coalesce(manual, false) as manual,
        date_deadline <= ${at.toISOString()}::timestamptz as late
      from service_offers where id = ${id} and state = 'pending' for update`.execute(tx)
    if (!offer) return
    const obstacle = offer.late ? null : await obstacleOf(tx, { ...offer, on_shift: true })
    if (!offer.late && !obstacle) return
    await closeOffer(tx, id, { state: offer.late ? 'expired' : 'canceled', now: at })
    await afterRefusal(tx, offer, at)
  })
}

/** Searches between two looks at deadlines: each may ask for routes by the streets. */
const BATCH = 20

/**
 * Finds drivers: ends requests whose time is over, puts bookings on air, and asks the next driver of every service that
 * looks for one. All it goes by is in the rows, so it may be cut off anywhere and goes on in whichever process is
 * elected then; it needs no open console.
 */
export const dispatchJob: Job = {
  name: DISPATCH_JOB,
  every_s: 1,
  async run({ runtime, signal, log }) {
    const context = await ownContext(runtime)
    const failed = (what: string, error: unknown): void =>
      log(`${DISPATCH_JOB}: ${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    const going: Going = { signal, failed }
    const tried = new Set<number>()
    while (!signal.aborted) {
      await expireOffers(context, going)
      await putOnAir(context, going)
      await endWaits(context, going)
      const next = (await searchedNow(context)).filter((id) => !tried.has(id)).slice(0, BATCH)
      if (next.length === 0) return
      await oneByOne(
        next.map((id) => ({ id })),
        'service',
        going,
        ({ id }) => {
          tried.add(id)
          noteTry(context, id)
          return searchDriver(context, id)
        },
      )
    }
  },
}

async function searchedNow(context: DispatchContext): Promise<readonly number[]> {
  return [...(await requestedServices(context.db)), ...(await waitingServices(context))]
}

/** On air with nobody being asked, the longest waiting first. */
async function requestedServices(db: Db): Promise<readonly number[]> {
  const rows = await living(db, 'services as s')
    .where('s.state', '=', 'requested')
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('service_offers as o')
            .whereRef('o.id_service', '=', 's.id')
            .where('o.state', '=', 'pending')
            .select('o.id'),
        ),
      ),
    )
    .select('s.id')
    .orderBy('s.date_requested')
    .orderBy('s.id')
    .limit(500)
    .execute()
  return rows.map(({ id }) => id)
}
