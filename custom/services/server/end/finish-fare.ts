import { AppError, type JsonObject } from '#engine/model'
import type { Tx } from '#engine/server'
import { computeFare, readAgreed, storeFare, termsOf } from '../../../fares/server'
import { finalTrip } from '../../model/final-trip'
import { priceColumns } from '../../model/price-columns'
import { moveService, type MoveBy, type MovedService } from '../life/move-service'
import { assertDriverPauses } from './driver-pauses'
import { driverSubscription } from './driver-subscription'
import { assertDriverTolls } from './driver-tolls'
import { endingRide, trackedWay, waitsOf, type EndingRide } from './ride-facts'

export interface Finish {
  readonly id_service: number
  readonly by: MoveBy
  readonly now: Date
  readonly settings: JsonObject
  /** When it ended, where that is not now. */
  readonly at?: Date
  /** Of a driver: he must have it. */
  readonly id_driver?: number | null
  /** Minutes, at the tariff's price. */
  readonly pauses?: readonly { readonly minutes: number }[]
  /** Currency units, as they were paid; absent: those that were agreed. */
  readonly tolls?: readonly { readonly id?: number | null; readonly name: string; readonly price: number }[]
}

/**
 * Ends a ride: works its fare out by the version of the tariff that it was agreed by, keeps it beside the agreed one, and moves the
 * service to `finalized`. An agreed price (`keep_initial`) stands, with waits, pauses and tolls beside it; else the way by the driver's
 * phone counts. The driver's subscription decides what of it is his.
 * @throws {AppError} as `moveService`, and VALIDATION at `tolls` or `pauses` when a driver tells more than can be
 */
export async function finishFare(tx: Tx, finish: Finish): Promise<MovedService> {
  const { id_service: id, by, now, at, id_driver = null } = finish
  const ride = await endingRide(tx, id)
  if (!ride) throw new AppError('NOT_FOUND')
  const also = ride.id_fare === null ? {} : await finalColumns(tx, finish, ride, ride.id_fare)
  return moveService(tx, { id, move: 'finalize', by, now, ...(at ? { at } : {}), id_driver, also })
}

async function finalColumns(
  tx: Tx, { id_service, by, settings, at, now, pauses = [], tolls }: Finish, ride: EndingRide, id_fare: number,
): Promise<{ readonly [column: string]: unknown }> {
  const agreed = await readAgreed(tx, id_fare)
  if (!agreed) return {}
  if (by.mover === 'driver') {
    assertDriverTolls(tolls ?? [], agreed.deal.trip.tolls, settings)
    assertDriverPauses(pauses, ride.date_started, at ?? now)
  }
  const waits_s = await waitsOf(tx, id_service, ride)
  const facts = {
    tracked: await trackedWay(tx, ride, at ?? now), waits_s, pauses,
    tolls: tolls?.map(({ id = null, name, price }) => ({ id, name, price })) ?? null,
  }
  const subscription = await driverSubscription(tx, ride.id_driver, settings)
  const deal = { ...agreed.deal, subscription, trip: finalTrip(agreed.deal.trip, facts, ride.keep_initial) }
  const fare = computeFare(termsOf(agreed.content, deal), deal.trip)
  const kept = await storeFare(tx, { quote: null, id_tarif_version: agreed.id_tarif_version, deal, fare })
  return {
    ...priceColumns(fare), id_fare: kept, id_subscription: subscription?.id ?? null,
    distance: Math.round(deal.trip.distance_m), duration: Math.round(deal.trip.duration_s),
    time_wait: waits_s.reduce((sum, wait) => sum + wait, 0),
  }
}
