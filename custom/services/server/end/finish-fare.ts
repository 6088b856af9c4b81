import { AppError, type JsonObject } from '#engine/model'
import type { Tx } from '#engine/server'
import { computeFare, readAgreed, storeFare, termsOf, type FareDeal } from '../../../fares/server'
import { finalTrip } from '../../model/final-trip'
import { priceColumns } from '../../model/price-columns'
import { reviewReason } from '../history/review-reason'
import { tripWithExtras } from '../history/extra-rows'
import { closeLeg, wayOfLegs } from '../handover/legs'
import { trackedWay, type TrackedWay } from '../handover/tracked-way'
import type { MoveBy } from '../life/move-asked'
import { moveService, type MovedService } from '../life/move-service'
import { closeStops } from '../life/stop-times'
import { assertDriverTolls } from './driver-tolls'
import { sql } from 'kysely'
import { type Changes, living, type Row } from '#app/tables'
import { payRides, takeCommissions } from '../../../wallets/server'

interface EndingRide {
  readonly id_driver: number | null
  readonly id_fare: number | null
  readonly keep_initial: boolean
  readonly date_waiting: Date | null
  readonly date_started: Date | null
}

/** What is known of a ride that is ending; null: no such service. Locks its row. */
async function endingRide(tx: Tx, id: number): Promise<EndingRide | null> {
  const row = await living(tx, 'services')
    .where('id', '=', id)
    .select(({ ref }) => [
      'id_driver',
      'id_fare',
      'keep_initial',
      'id_grouping',
      sql<number | null>`extract(epoch from ${ref('date_waiting')})::float8 * 1000`.as('waiting_ms'),
      sql<number | null>`extract(epoch from ${ref('date_started')})::float8 * 1000`.as('started_ms'),
    ])
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const moment = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))
  return {
    id_driver: row.id_driver,
    id_fare: row.id_fare,
    // What a vehicle drives for others is no part of this ride.
    keep_initial: row.keep_initial === true || row.id_grouping !== null,
    date_waiting: moment(row.waiting_ms),
    date_started: moment(row.started_ms),
  }
}

/** Seconds waited at each stop; at the first, from the driver's arrival to the start where both are known. */
async function waitsOf(tx: Tx, id: number, { date_waiting, date_started }: EndingRide): Promise<readonly number[]> {
  const rows = await living(tx, 'service_stops')
    .where('id_service', '=', id)
    .select('wait_s')
    .orderBy('position')
    .orderBy('id')
    .execute()
  // A driver who took the ride over came when it had begun.
  const atOrigin =
    date_waiting && date_started && date_waiting <= date_started
      ? Math.round((date_started.getTime() - date_waiting.getTime()) / 1000)
      : null
  return rows.map(({ wait_s }, i) => (i === 0 ? atOrigin : null) ?? wait_s ?? 0)
}

/** The driven route as the phones of its drivers reported it; null: too little was reported. */
async function trackedRoute(
  tx: Tx,
  id: number,
  { id_driver, date_started }: EndingRide,
  until: Date,
): Promise<TrackedWay | null> {
  const shared = await wayOfLegs(tx, id)
  if (shared !== undefined) return shared
  return id_driver === null || date_started === null ? null : trackedWay(tx, { id_driver, from: date_started, until })
}

type Pause = { readonly minutes: number }

/**
 * Limits the pauses that a driver reports: together no longer than the ride has lasted, rounded up to minutes.
 * @param started when the ride began; null: unknown, so nothing is checked
 * @throws {AppError} VALIDATION at `pauses`
 */
function assertDriverPauses(reported: readonly Pause[], started: Date | null, ended: Date): void {
  if (started === null) return
  const max = Math.max(0, Math.ceil((ended.getTime() - started.getTime()) / 60_000))
  const sum = reported.reduce((minutes, pause) => minutes + pause.minutes, 0)
  if (sum <= max) return
  const params = { sum: Math.ceil(sum), max }
  throw new AppError('VALIDATION', {
    say: 'services.pauses_over',
    params,
    errors: { pauses: { key: 'services.pauses_over', params } },
  })
}

/** The subscription that a driver works by: their own, else the settings' default; null: neither, or it is off. */
async function driverSubscription(
  tx: Tx,
  id_driver: number | null,
  settings: JsonObject,
): Promise<FareDeal['subscription']> {
  if (id_driver === null) return null
  const otherwise = Number(settings['id_subscription_default'] ?? 0)
  const {
    rows: [row],
  } = await sql<Row<'subscriptions', 'id' | 'name'> & { readonly fee_amount: number; readonly fee_percentage: number }>`
    select s.id, s.name, coalesce(s.fee_amount, 0)::float8 as fee_amount,
      coalesce(s.fee_percentage, 0)::float8 as fee_percentage
    from users u join subscriptions s on s.id = coalesce(u.id_subscription,
      nullif(${Number.isSafeInteger(otherwise) ? otherwise : 0}::integer, 0))
    where u.id = ${id_driver} and s.state = '1' and s.date_deleted is null`.execute(tx)
  return row ?? null
}

export interface Finish {
  readonly id_service: number
  readonly by: MoveBy
  readonly now: Date
  readonly settings: JsonObject
  /** When it ended, where that is not now. */
  readonly at?: Date
  /** Of a driver's own call: the driver, who must have the service. */
  readonly id_driver?: number | null
  /** Minutes, at the tariff's price. */
  readonly pauses?: readonly { readonly minutes: number }[]
  /** In currency units, as paid; absent: the agreed ones. */
  readonly tolls?: readonly { readonly id?: number | null; readonly name: string; readonly price: number }[]
}

/**
 * Ends a ride: computes its fare by the tariff version it was agreed by, stores it in addition to the agreed one, and
 * moves the service to `finalized`. An agreed price (`keep_initial`) stands, plus waits, pauses and tolls; otherwise
 * the route reported by the driver's phone counts. The driver's subscription decides the driver's share.
 * @throws {AppError} as `moveService`, and VALIDATION at `tolls` or `pauses` when a driver reports more than possible
 */
export async function finishFare(tx: Tx, finish: Finish): Promise<MovedService> {
  const { id_service: id, by, now, at, id_driver = null } = finish
  const ride = await endingRide(tx, id)
  if (!ride) throw new AppError('NOT_FOUND')
  await closeStops(tx, id, at ?? now, now)
  await closeLeg(tx, id, at ?? now, { by, now })
  const also = ride.id_fare === null ? {} : await finalColumns(tx, finish, ride, ride.id_fare)
  const moved = await moveService(tx, { id, move: 'finalize', by, now, ...(at ? { at } : {}), id_driver, also })
  await payRides(tx, [id], now)
  await takeCommissions(tx, [id], now)
  return moved
}

async function finalColumns(
  tx: Tx,
  { id_service, by, settings, at, now, pauses = [], tolls }: Finish,
  ride: EndingRide,
  id_fare: number,
): Promise<Changes<'services'>> {
  const agreed = await readAgreed(tx, id_fare)
  if (!agreed) return {}
  if (by.mover === 'driver') {
    assertDriverTolls(tolls ?? [], agreed.deal.trip.tolls, settings)
    assertDriverPauses(pauses, ride.date_started, at ?? now)
  }
  const waits_s = await waitsOf(tx, id_service, ride)
  const facts = {
    tracked: await trackedRoute(tx, id_service, ride, at ?? now),
    waits_s,
    pauses,
    tolls: tolls?.map(({ id = null, name, price }) => ({ id, name, price })) ?? null,
  }
  const subscription = await driverSubscription(tx, ride.id_driver, settings)
  const trip = await tripWithExtras(tx, id_service, finalTrip(agreed.deal.trip, facts, ride.keep_initial), now)
  const deal = { ...agreed.deal, subscription, trip }
  const fare = computeFare(termsOf(agreed.content, deal), deal.trip)
  const why = reviewReason(settings, {
    agreed: computeFare(termsOf(agreed.content, agreed.deal), agreed.deal.trip),
    final: fare,
  })
  const kept = await storeFare(tx, { quote: null, id_tarif_version: agreed.id_tarif_version, deal, fare })
  return {
    ...priceColumns(fare),
    id_fare: kept,
    id_subscription: subscription?.id ?? null,
    distance: Math.round(deal.trip.distance_m),
    duration: Math.round(deal.trip.duration_s),
    time_wait: waits_s.reduce((sum, wait) => sum + wait, 0),
    ...(why && { review: 'pending', review_why: why }),
  }
}
