import type { JsonObject } from '#engine/model'
import { type Fare, toUnits } from '../../fares/model'
import { priceColumns } from '../../services/model'
import type { RideTimes } from './ride-times'
import type { DemoClient, DemoStop } from './trips'

export interface DemoRideDriver {
  readonly id: number
  readonly id_vehicle: number
}

/** A past ride, or a booking for later: only what its fare says is known of it. */
export interface DemoRide {
  readonly client: DemoClient
  readonly stops: readonly DemoStop[]
  readonly id_branch: number | null
  readonly id_product: number
  readonly id_tarif: number
  readonly id_tarif_version: number
  readonly id_payment: number
  readonly id_operator: number
  readonly fare: Fare
  /** What the fare is based on. */
  readonly deal: object
  /** Metres, seconds, polyline of precision 5. */
  readonly distance: number
  readonly duration: number
  readonly polyline: string
  /** Seconds waited at the origin. */
  readonly wait_s: number
  readonly end: DemoRideEnd
}

export type DemoRideEnd =
  | {
      readonly state: 'finalized'
      readonly driver: DemoRideDriver
      readonly times: RideTimes
      readonly asked_m: number
      readonly asked_s: number
      /** Drivers who were asked before and refused. */
      readonly refused: readonly DemoRideDriver[]
    }
  | {
      readonly state: 'canceled'
      readonly created: number
      readonly canceled: number
      readonly by: 'client' | 'operator' | 'driver' | 'system'
      readonly reason: string
      /** The state that it was cancelled in, whether no driver was found, and who was asked and did not answer. */
      readonly from: 'requested' | 'unassigned' | 'accepted' | 'onway' | 'waiting'
      readonly missed: boolean
      readonly asked: readonly DemoRideDriver[]
      /** Who had accepted it. */
      readonly driver?: DemoRideDriver
    }
  | { readonly state: 'scheduled'; readonly created: number; readonly scheduled: number; readonly onair: number }

const iso = (at_ms: number | null): string | null => (at_ms === null ? null : new Date(at_ms).toISOString())

export const createdAt = ({ end }: DemoRide): number => (end.state === 'finalized' ? end.times.created : end.created)

export function fareRecord(ride: DemoRide): JsonObject {
  const { fare, client, id_tarif_version, deal } = ride
  const plain = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject
  return {
    quote: null,
    id_client: client.id,
    id_tarif_version,
    input: plain(deal),
    lines: plain(fare.lines),
    currency: fare.currency,
    total: toUnits(fare.total, fare),
    date_created: iso(createdAt(ride)),
  }
}

export function serviceRecord(ride: DemoRide, id_fare: number): JsonObject {
  const { client, fare, stops, end } = ride
  const [from, to] = [stops[0], stops.at(-1)]
  return {
    id_client: client.id,
    id_company: client.id_company,
    id_company_area: client.id_company_area,
    id_company_ceco: client.id_company_ceco ?? null,
    id_branch: ride.id_branch,
    id_product: ride.id_product,
    id_tarif: ride.id_tarif,
    id_payment: ride.id_payment,
    id_fare,
    id_user_created: ride.id_operator,
    id_operator: ride.id_operator,
    by_operator: 1,
    capacity_1: 1,
    org_address: from?.address ?? null,
    org_name: from?.name ?? null,
    org_point: from ? { lat: from.lat, lng: from.lng } : null,
    dst_address: to?.address ?? null,
    dst_name: to?.name ?? null,
    dst_point: to ? { lat: to.lat, lng: to.lng } : null,
    distance: ride.distance,
    duration: ride.duration,
    polyline: ride.polyline,
    time_wait: ride.wait_s,
    ...priceColumns(fare),
    date_created: iso(createdAt(ride)),
    ...endColumns(end),
  }
}

function endColumns(end: DemoRideEnd): JsonObject {
  if (end.state === 'scheduled')
    return { state: 'scheduled', scheduled: 1, date_scheduled: iso(end.scheduled), date_onair: iso(end.onair) }
  if (end.state === 'canceled') {
    return {
      state: 'canceled',
      outcome: 'canceled',
      scheduled: 0,
      date_requested: iso(end.created),
      date_first_requested: iso(end.created),
      date_canceled: iso(end.canceled),
      ...(end.driver && {
        id_driver: end.driver.id,
        id_vehicle: end.driver.id_vehicle,
        date_accepted: iso(end.created + 1000 * ACCEPTED_S),
        time_accept: ACCEPTED_S,
      }),
      cancel_by: end.by,
      cancel_reason: end.reason,
      cancel_from: end.from,
      missed: end.missed ? 1 : 0,
      time_offer: end.asked.length > 0 ? OFFER_S : null,
      date_unassigned: end.from === 'unassigned' ? iso(end.created + ASKED_MS * (end.asked.length + 1)) : null,
    }
  }
  const { driver, times, asked_m } = end
  const late_s = times.scheduled === null ? null : Math.max(0, seconds(times.scheduled, times.waiting))
  return {
    time_offer: OFFER_S,
    time_accept: seconds(times.requested, times.accepted),
    time_pickup: times.scheduled === null ? seconds(times.requested, times.waiting) : null,
    time_late: late_s,
    distance_empty: asked_m,
    date_first_requested: iso(times.requested),
    state: 'finalized',
    outcome: 'finalized',
    id_driver: driver.id,
    id_vehicle: driver.id_vehicle,
    scheduled: times.scheduled === null ? 0 : 1,
    date_scheduled: iso(times.scheduled),
    date_onair: times.scheduled === null ? null : iso(times.requested),
    date_requested: iso(times.requested),
    date_accepted: iso(times.accepted),
    date_onway: iso(times.onway),
    date_waiting: iso(times.waiting),
    date_started: iso(times.started),
    date_arrived: iso(times.arrived),
    date_finalized: iso(times.finalized),
  }
}

export function stopRecords(ride: DemoRide, id_service: number): JsonObject[] {
  const times = ride.end.state === 'finalized' ? ride.end.times : null
  return ride.stops.map(({ lat, lng, address, name }, position) => {
    const isFirst = position === 0
    return {
      id_service,
      position,
      point: { lat, lng },
      address,
      name: name ?? null,
      wait_s: isFirst ? ride.wait_s : 0,
      date_created: iso(createdAt(ride)),
      date_reached: times && iso(isFirst ? times.waiting : times.arrived),
      date_left: times && iso(isFirst ? times.started : times.finalized),
    }
  })
}

/** Seconds from a request to the first offer, and milliseconds from one offer to the next. */
const OFFER_S = 2
const ASKED_MS = 30_000
/** Until a driver accepted a ride that was cancelled afterwards. */
const ACCEPTED_S = 25
const seconds = (from: number, to: number): number => Math.round((to - from) / 1000)

/** Who was asked for a past ride: those who refused or did not answer, and the driver who accepted. */
export function offerRecords(ride: DemoRide, id_service: number, time_request_s: number): JsonObject[] {
  if (ride.end.state === 'scheduled') return []
  const offer = ({ id, id_vehicle }: DemoRideDriver, at: number, more: JsonObject): JsonObject => ({
    id_service,
    id_driver: id,
    id_vehicle,
    date_created: iso(at),
    date_deadline: iso(at + time_request_s * 1000),
    ...more,
  })
  if (ride.end.state === 'canceled') {
    const { created, asked } = ride.end
    return asked.map((driver, place) => {
      const at = created + OFFER_S * 1000 + place * ASKED_MS
      return offer(driver, at, { state: 'expired', date_answered: iso(at + time_request_s * 1000) })
    })
  }
  const { driver, times, asked_m, asked_s, refused } = ride.end
  const first = times.accepted - 7000
  return [
    ...refused.map((one, place) => {
      const at = first - (refused.length - place) * 6000
      return offer(one, at, {
        state: 'rejected',
        date_seen: iso(at + 1000),
        date_answered: iso(at + 5000),
        time_answer: 5,
        reason: 'Muy lejos',
      })
    }),
    offer(driver, first, {
      state: 'accepted',
      distance: asked_m,
      duration: asked_s,
      date_seen: iso(times.accepted - 5500),
      date_answered: iso(times.accepted),
      time_answer: 7,
    }),
  ]
}
