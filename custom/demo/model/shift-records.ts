import type { JsonObject } from '#engine/model'
import type { DemoRide, DemoRideDriver } from './ride-records'

interface DemoShift {
  readonly driver: DemoRideDriver
  /** Milliseconds since 1970. */
  readonly start: number
  readonly end: number
  readonly place: number
  /** Those that were finished in it, in their order. */
  readonly rides: readonly DemoRide[]
}

/** A shift that is over, with what its rides came to. */
export function shiftRecord({ driver, start, end, place, rides }: DemoShift): JsonObject {
  const ends = rides.flatMap((ride) => (ride.end.state === 'finalized' ? [ride.end] : []))
  const last = ends.at(-1)
  return {
    id_driver: driver.id,
    id_vehicle: driver.id_vehicle,
    state: 'closed',
    place,
    app_version_code: 125,
    date_start: iso(start),
    date_end: iso(end),
    date_last_finalized: last ? iso(last.times.finalized) : null,
    date_created: iso(start),
    rides: rides.length,
    distance: kilometres(rides.map(({ distance }) => distance)),
    distance_empty: kilometres(ends.map(({ asked_m }) => asked_m)),
    time_online: Math.round((end - start) / 1000),
    time_busy: ends.reduce((sum, { times }) => sum + Math.round((times.finalized - times.accepted) / 1000), 0),
  }
}

const iso = (at_ms: number): string => new Date(at_ms).toISOString()
const kilometres = (metres: readonly number[]): number =>
  Math.round(metres.reduce((sum, one) => sum + one, 0) / 100) / 10
