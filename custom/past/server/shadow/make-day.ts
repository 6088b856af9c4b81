import { distance_m, type LatLng } from '../../../geometry/model'
import type { RideEnd, RealAnswer, ShadowDay, ShadowDriver, ShadowRide } from '../../model/shadow/shadow-day'
import type { OfferRow, DayRide, DayShift } from './read-day'

interface Read {
  readonly from_ms: number
  readonly until_ms: number
  readonly rides: readonly DayRide[]
  readonly offers: readonly OfferRow[]
  readonly shifts: readonly DayShift[]
}

interface MadeDay {
  readonly day: ShadowDay
  readonly real: readonly RideEnd[]
  /** Rides that were given to a driver by hand, and those that are driven as they were. */
  readonly given: number
  readonly fixed: number
}

/** What a town is like where a day tells nothing: as the crow flies 25 km/h, as the search reckons. */
const USUAL = { detour: 1.4, pace_s_per_m: 1 / 7 }
const DOOR_S = 120
const MAX_DOOR_S = 1800
const RIDE_S = 900
/** How sure what a driver answered is of how they answer: as if the fleet had answered so often for them. */
const PRIOR = 10
/** Until somebody decides about a ride that found nobody, where it does not wait by itself. */
const OPERATOR_S = 60
const NEAR_M = 200

/** A day to be driven again, of what was read of it. */
export function makeDay({ from_ms, until_ms, rides: rows, offers, shifts }: Read): MadeDay {
  const of = groupBy(offers, ({ id_service }) => id_service)
  const own = rows.filter((row) => !row.together && placeOf(row) !== null && isOn(row, from_ms, until_ms))
  const rides = own.map((row) => rideOf(row, of.get(row.id) ?? []))
  const fixed = rows.filter(
    (row) => !own.includes(row) && row.id_driver !== null && row.accepted_ms !== null && (row.ended_ms ?? 0) > from_ms,
  )
  const searched = offers.filter(({ manual }) => !manual)
  const usual = sharesOf(searched, { accepts: 85, rejects: 8 }, 1)
  return {
    day: {
      from_ms,
      until_ms,
      rides,
      ...townOf(rows, rides),
      operator_s: OPERATOR_S,
      drivers: driversOf(rows, fixed, shifts).map((driver) => ({
        ...driver,
        ...sharesOf(
          searched.filter(({ id_driver }) => id_driver === driver.id),
          usual,
          PRIOR,
        ),
      })),
      accepts_after_s: searched
        .filter(({ state }) => state === 'accepted')
        .map(({ after_s }) => after_s)
        .sort((a, b) => a - b),
    },
    real: own.map((row) => endOf(row, of.get(row.id) ?? [])),
    given: rides.filter(({ given }) => given !== null).length,
    fixed: fixed.length,
  }
}

const placeOf = ({ org_lat, org_lng }: DayRide): LatLng | null =>
  org_lat === null || org_lng === null ? null : [org_lat, org_lng]
const isOn = ({ scheduled_ms, asked_ms }: DayRide, from_ms: number, until_ms: number): boolean => {
  const at_ms = scheduled_ms ?? asked_ms
  return at_ms >= from_ms && at_ms < until_ms
}

function rideOf(row: DayRide, offers: readonly OfferRow[]): ShadowRide {
  const origin = placeOf(row) ?? [0, 0]
  const { started_ms, waiting_ms, ended_ms, accepted_ms, id_driver } = row
  const isDone = row.state === 'finalized' && started_ms !== null && ended_ms !== null
  const isPickedUp = (waiting_ms ?? started_ms) !== null
  const taken = offers.findLast(({ state, id_driver: by }) => state === 'accepted' && by === id_driver)
  const arrived_ms = waiting_ms ?? started_ms
  return {
    id: row.id,
    asked_ms: row.asked_ms,
    scheduled_ms: row.scheduled_ms,
    origin,
    seats: row.seats,
    id_branch: row.id_branch,
    destination: row.dst_lat === null || row.dst_lng === null ? origin : [row.dst_lat, row.dst_lng],
    door_s:
      started_ms !== null && waiting_ms !== null
        ? Math.min(MAX_DOOR_S, Math.max(0, (started_ms - Math.max(waiting_ms, row.scheduled_ms ?? 0)) / 1000))
        : DOOR_S,
    ride_s: isDone ? Math.max(0, (ended_ms - started_ms) / 1000) : (row.duration ?? RIDE_S),
    type_vehicles: row.type_vehicles ?? [],
    radius_m: row.radius_km ? row.radius_km * 1000 : null,
    on_air_min: row.on_air_min,
    gives_up_ms: row.state === 'canceled' && !isPickedUp ? ended_ms : null,
    given:
      id_driver !== null && accepted_ms !== null && (!taken || taken.manual) ? { id_driver, at_ms: accepted_ms } : null,
    answers: offers
      .filter(({ manual }) => !manual)
      .map(
        (offer): RealAnswer => ({
          id_driver: offer.id_driver,
          state: offer.state,
          asked_ms: offer.asked_ms,
          after_s: offer.after_s,
          way_s: offer.duration,
          way_m: offer.distance,
          came_s:
            offer === taken && arrived_ms !== null && accepted_ms !== null
              ? Math.max(0, (arrived_ms - accepted_ms) / 1000)
              : null,
        }),
      ),
  }
}

/** What really became of it. */
function endOf(row: DayRide, offers: readonly OfferRow[]): RideEnd {
  const arrived_ms = row.waiting_ms ?? row.started_ms
  const end = arrived_ms !== null || row.state === 'finalized' ? 'served' : row.missed ? 'unserved' : 'gave_up'
  const counted = row.scheduled_ms === null ? row.wait_s : row.late_s
  const wait_s =
    counted ?? (arrived_ms === null ? null : Math.max(0, (arrived_ms - (row.scheduled_ms ?? row.asked_ms)) / 1000))
  return {
    id: row.id,
    end,
    scheduled: row.scheduled_ms !== null,
    asked_ms: row.asked_ms,
    id_driver: end === 'served' ? row.id_driver : null,
    wait_s: end === 'served' ? wait_s : null,
    empty_m: end === 'served' ? row.empty_m : null,
    refusals: offers.filter(({ manual, state }) => !manual && state !== 'accepted').length,
  }
}

/** How the streets of the day compare with the crow's way, and drivers with what was reckoned. */
function townOf(
  rows: readonly DayRide[],
  rides: readonly ShadowRide[],
): Pick<ShadowDay, 'detour' | 'pace_s_per_m' | 'comes_ratio'> {
  let [straight, road, time] = [0, 0, 0]
  for (const { org_lat, org_lng, dst_lat, dst_lng, distance, duration } of rows) {
    if (
      org_lat === null ||
      org_lng === null ||
      dst_lat === null ||
      dst_lng === null ||
      distance === null ||
      duration === null
    )
      continue
    const crow = distance_m([org_lat, org_lng], [dst_lat, dst_lng])
    if (crow < NEAR_M || distance < crow) continue
    straight += crow
    road += distance
    time += duration
  }
  const ratios = rides
    .flatMap(({ answers }) =>
      answers.flatMap(({ came_s, way_s }) => (came_s === null || !way_s ? [] : [came_s / way_s])),
    )
    .sort((a, b) => a - b)
  return {
    ...(straight === 0 ? USUAL : { detour: road / straight, pace_s_per_m: time / straight }),
    comes_ratio: Math.min(3, Math.max(0.3, ratios[ratios.length >> 1] ?? 1)),
  }
}

function driversOf(
  rows: readonly DayRide[],
  fixed: readonly DayRide[],
  shifts: readonly DayShift[],
): readonly Omit<ShadowDriver, 'accepts' | 'rejects'>[] {
  const driven = groupBy(
    rows.filter(({ id_driver, accepted_ms }) => id_driver !== null && accepted_ms !== null),
    ({ id_driver }) => id_driver ?? 0,
  )
  const known = groupBy(shifts, ({ id_driver }) => id_driver)
  // Who drove without a shift was there for the ride that they drove.
  const others = [...driven].filter(([id]) => !known.has(id))
  const busyOf = (id: number) =>
    fixed
      .filter(({ id_driver }) => id_driver === id)
      .map((row) => ({
        from_ms: row.accepted_ms ?? 0,
        until_ms: row.ended_ms ?? 0,
        at: [row.dst_lat ?? row.org_lat ?? 0, row.dst_lng ?? row.org_lng ?? 0] as LatLng,
      }))
  const firstOf = (id: number): LatLng | null =>
    driven
      .get(id)
      ?.map(placeOf)
      .find((place) => place !== null) ?? null
  return [
    ...[...known].map(([id, own]) => ({
      id,
      id_vehicle: own[0]?.id_vehicle ?? 0,
      id_branch: own[0]?.id_branch ?? null,
      id_type_vehicle: own[0]?.id_type_vehicle ?? null,
      seats: own[0]?.seats ?? 4,
      busy: busyOf(id),
      shifts: own.map(({ from_ms, until_ms, place, lat, lng }, at) => ({
        from_ms,
        until_ms,
        place,
        at: lat !== null && lng !== null ? ([lat, lng] as const) : at === 0 ? firstOf(id) : null,
      })),
    })),
    ...others.map(([id, own]) => ({
      id,
      id_vehicle: 0,
      id_branch: null,
      id_type_vehicle: null,
      seats: 60,
      busy: busyOf(id),
      shifts: own
        .filter((row) => !fixed.includes(row))
        .map((row) => ({ from_ms: row.accepted_ms ?? 0, until_ms: row.ended_ms ?? 0, place: null, at: placeOf(row) })),
    })),
  ]
}

/** How many of a hundred they take and refuse, by what they answered and, the less that is, by how others did. */
function sharesOf(
  offers: readonly OfferRow[],
  usual: { readonly accepts: number; readonly rejects: number },
  prior: number,
): { readonly accepts: number; readonly rejects: number } {
  const share = (state: OfferRow['state'], before: number): number =>
    (100 * offers.filter((offer) => offer.state === state).length + before * prior) / (offers.length + prior)
  return { accepts: share('accepted', usual.accepts), rejects: share('rejected', usual.rejects) }
}

function groupBy<T>(all: readonly T[], of: (one: T) => number): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>()
  for (const one of all) {
    const group = groups.get(of(one))
    if (group) group.push(one)
    else groups.set(of(one), [one])
  }
  return groups
}
