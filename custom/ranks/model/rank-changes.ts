import type { LatLng } from '../../geometry/model'

/** A driver on shift, as the fleet in memory knows them. */
export interface SeenDriver {
  readonly id_driver: number
  readonly id_vehicle: number
  readonly id_branch: number | null
  readonly shift: 'online' | 'busy' | 'paused'
  readonly point: LatLng | null
  readonly fix_ms: number | null
}

/** A driver's place in the queue of a zone, as it is kept. */
export interface KeptPlace {
  readonly id: number
  readonly version: number
  readonly id_zone: number
  readonly id_driver: number
  readonly id_vehicle: number
  readonly away_ms: number | null
}

interface RankZone {
  readonly id: number
  readonly id_branch: number | null
}

interface RankInput {
  readonly seen: readonly SeenDriver[]
  readonly kept: readonly KeptPlace[]
  /** Zones that are in use and contain a place, the smallest first. */
  readonly zonesAt: (place: LatLng) => readonly RankZone[]
  /** Whether a zone is in use. */
  readonly inUse: (id_zone: number) => boolean
  readonly now_ms: number
  /** How long a place is kept for a driver who left, pauses or is silent. */
  readonly keep_ms: number
  /** A position that is older says nothing. */
  readonly fresh_ms: number
}

interface Entered {
  readonly id_zone: number
  readonly id_driver: number
  readonly id_vehicle: number
  /** When they came. */
  readonly at_ms: number
}

/** What has to be written so that the queues agree with where the drivers are. */
export interface RankChanges {
  readonly entered: readonly Entered[]
  /** Not in their zone since now. */
  readonly away: readonly KeptPlace[]
  /** Back before their place was lost. */
  readonly back: readonly KeptPlace[]
  readonly lost: readonly KeptPlace[]
}

/**
 * Whoever is free and stands in a zone queues there from the moment they came. A place is lost at once with a ride,
 * another vehicle or the end of the shift, and after `keep_ms` when its driver is elsewhere, pauses or is silent. Who
 * stands in another zone by then queues there since they left.
 */
export function rankChanges({ seen, kept, zonesAt, inUse, now_ms, keep_ms, fresh_ms }: RankInput): RankChanges {
  const byDriver = new Map(kept.map((place) => [place.id_driver, place]))
  const changes = {
    entered: [] as Entered[],
    away: [] as KeptPlace[],
    back: [] as KeptPlace[],
    lost: [] as KeptPlace[],
  }
  for (const driver of seen) {
    const { id_driver, id_vehicle, shift, id_branch } = driver
    const here =
      shift === 'online' ? standsIn(driver, now_ms - fresh_ms, zonesAt).filter((zone) => mayQueue(zone, id_branch)) : []
    const came_ms = Math.min(driver.fix_ms ?? now_ms, now_ms)
    const place = byDriver.get(id_driver)
    byDriver.delete(id_driver)
    const enter = (at_ms: number): void => {
      const [zone] = here
      if (zone) changes.entered.push({ id_zone: zone.id, id_driver, id_vehicle, at_ms })
    }
    if (!place) {
      enter(came_ms)
    } else if (shift === 'busy' || place.id_vehicle !== id_vehicle || !inUse(place.id_zone)) {
      changes.lost.push(place)
      enter(came_ms)
    } else if (here.some(({ id }) => id === place.id_zone)) {
      if (place.away_ms !== null) changes.back.push(place)
    } else if (place.away_ms === null && keep_ms > 0) {
      changes.away.push(place)
    } else if (now_ms - (place.away_ms ?? now_ms) >= keep_ms) {
      changes.lost.push(place)
      enter(place.away_ms ?? came_ms)
    }
  }
  // Of the others no shift is open any more.
  changes.lost.push(...byDriver.values())
  changes.entered.sort((a, b) => a.at_ms - b.at_ms || a.id_driver - b.id_driver)
  return changes
}

const standsIn = (
  { point, fix_ms }: SeenDriver,
  since_ms: number,
  zonesAt: RankInput['zonesAt'],
): readonly RankZone[] => (point === null || fix_ms === null || fix_ms < since_ms ? [] : zonesAt(point))

/** A zone of a branch is for its vehicles, and for those of none. */
const mayQueue = (zone: RankZone, id_branch: number | null): boolean =>
  zone.id_branch === null || id_branch === null || zone.id_branch === id_branch
