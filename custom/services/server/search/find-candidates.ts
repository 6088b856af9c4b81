import type { Places } from '../../../geo/server'
import type { Db } from '#engine/server'
import { zonesOfPickup } from '../../../ranks/server'
import { passedOver } from '../rules/dispatch-rules'
import { byZone, rankCandidates, type Ranked } from '../rules/rank-candidates'
import { readDrivers, type NearDriver } from './read-drivers'
import type { SearchedService } from './searched-service'

/**
 * Drivers whose route by the streets is worked out at once, the nearest as the crow flies: routes cost more than
 * everything else.
 */
const MAX_WAYS = 20

interface CandidatesAsked {
  readonly db: Db
  readonly places: Pick<Places, 'matrix'>
  readonly service: SearchedService
  readonly now: Date
  /** Also drivers a little farther away and off shift, for a user who wonders why they are not asked. */
  readonly everybody: boolean
}

export type Candidates = readonly (Ranked & { readonly facts: NearDriver })[]

/**
 * Everybody near a service in the order in which they would be asked, each with the reason. Only reads, but asks for
 * routes by the streets: never call it within a transaction.
 */
export async function findCandidates({ db, places, service, now, everybody }: CandidatesAsked): Promise<Candidates> {
  const { origin, search } = service
  if (!origin) return []
  const within_m = search.radius_m * (everybody ? 2 : 1)
  const zones = search.by_zone ? await zonesOfPickup(db, origin, search.id_branch) : []
  const near = await readDrivers(db, { service, origin, now, within_m, zones, free: !everybody })
  const hopeful = near.filter((facts) => passedOver(facts, search) === null)
  const byTurn = search.by_shift ? [...hopeful].sort((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity)) : hopeful
  const inLine = [...byTurn].sort(byZone)
  const passed = near.filter((facts) => !hopeful.includes(facts))
  const driving: NearDriver[] = []
  // The rest are farther away: their turn comes when these have answered, or at once if the streets rule out all of
  // these.
  for (
    let from = 0;
    from < inLine.length && !driving.some((facts) => passedOver(facts, search) === null);
    from += MAX_WAYS
  ) {
    driving.push(...(await routesOf(places, inLine.slice(from, from + MAX_WAYS), origin)))
  }
  return rankCandidates([...driving, ...passed], { ...search, by_zone: zones.length > 0 }) as Candidates
}

async function routesOf(
  places: Pick<Places, 'matrix'>,
  drivers: readonly NearDriver[],
  origin: readonly [number, number],
): Promise<readonly NearDriver[]> {
  if (drivers.length === 0) return []
  const from = drivers.map(({ point }) => point ?? origin)
  const { distances_m, durations_s } = await places.matrix(from, [origin])
  return drivers.map((facts, at) => ({
    ...facts,
    distance_m: distances_m[at]?.[0] ?? null,
    duration_s: durations_s[at]?.[0] ?? null,
  }))
}
