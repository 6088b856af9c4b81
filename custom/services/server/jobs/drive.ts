import type { LatLng } from '../../../geometry/model'
import type { Delay } from '../../model/jobs-call'

/** A ride in the order in which a driver would do them. */
export interface PlannedRide {
  readonly id: number
  readonly cl_name: string | null
  readonly from: LatLng
  readonly to: LatLng
  /** Seconds from origin to destination. */
  readonly ride_s: number
  readonly pickup_ms: number | null
  /** The passenger is in the car: only the way to the destination remains. */
  readonly aboard: boolean
  /** It is what is being thought about; the others the driver has already. */
  readonly asked: boolean
}

export interface DriveWay {
  readonly distance_m: number | null
  readonly duration_s: number | null
}

interface Driven {
  /** Until they are at the first ride that is asked about. */
  readonly duration_s: number | null
  readonly empty_m: number | null
  readonly late: readonly Delay[]
}

/**
 * Drives the rides one after the other, in thought. Nobody leaves a place before the agreed time of its pick-up.
 * @param late_s how late is late
 */
async function drive(
  rides: readonly PlannedRide[],
  start: LatLng,
  now_ms: number,
  way: (from: LatLng, to: LatLng) => Promise<DriveWay>,
  late_s: number,
): Promise<Driven> {
  const ways = await Promise.all(
    rides.map(({ from, to, aboard }, at) => way(rides[at - 1]?.to ?? start, aboard ? to : from)),
  )
  let free_ms: number | null = now_ms
  let first_s: number | null | undefined
  let empty_m: number | null = 0
  const late: Delay[] = []
  for (const [at, { id, cl_name, ride_s, pickup_ms, aboard, asked }] of rides.entries()) {
    const { distance_m, duration_s } = ways[at] ?? { distance_m: null, duration_s: null }
    const there_ms: number | null = free_ms === null || duration_s === null ? null : free_ms + duration_s * 1000
    if (asked) {
      first_s ??= there_ms === null ? null : Math.round((there_ms - now_ms) / 1000)
      empty_m = empty_m === null || distance_m === null ? null : empty_m + Math.round(distance_m)
    }
    if (!aboard && pickup_ms !== null && there_ms !== null && there_ms > pickup_ms + late_s * 1000) {
      late.push({
        id,
        cl_name,
        date_pickup: new Date(pickup_ms).toISOString(),
        late_s: Math.round((there_ms - pickup_ms) / 1000),
      })
    }
    free_ms = there_ms === null ? null : aboard ? there_ms : Math.max(there_ms, pickup_ms ?? 0) + ride_s * 1000
  }
  return { duration_s: first_s ?? null, empty_m, late }
}

/**
 * What comes of the rides that are asked about, and who of the others would not have been late without them, or less
 * so.
 */
export async function driveWith(
  rides: readonly PlannedRide[],
  start: LatLng,
  now_ms: number,
  way: (from: LatLng, to: LatLng) => Promise<DriveWay>,
  late_s: number,
): Promise<Driven> {
  const driven = await drive(rides, start, now_ms, way, late_s)
  const isAsked = (id: number): boolean => rides.some((ride) => ride.id === id && ride.asked)
  if (driven.late.every(({ id }) => isAsked(id))) return driven
  const before = await drive(
    rides.filter(({ asked }) => !asked),
    start,
    now_ms,
    way,
    late_s,
  )
  const lateBefore = new Map(before.late.map(({ id, late_s: seconds }) => [id, seconds]))
  return {
    ...driven,
    late: driven.late.filter(({ id, late_s: seconds }) => isAsked(id) || seconds - (lateBefore.get(id) ?? 0) >= 60),
  }
}
