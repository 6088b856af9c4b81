import type { JsonObject } from '#engine/model'
import type { CallContext, Db } from '#engine/server'
import type { BaseMap } from '../../model/base-map'
import type { LatLng, RouteBetween } from '../../../geometry/model'
import type { FoundSuggestion } from './found'
import type { Place } from './places'
import type { WayTable } from '../../model/way-table'

/**
 * What is known of a region's streets without any service. `geo` works without one; a feature such as `custom/streets`
 * provides it.
 */
export interface LocalMap {
  /** What maps draw where no tiles are available. */
  readonly base: BaseMap
  /** Streets and districts that fit a text. */
  search(
    context: Pick<CallContext, 'settings' | 'say'>,
    query: string,
    near: LatLng | null,
  ): Promise<readonly FoundSuggestion[]>
  /** The street or district of a point; null where neither is known. */
  geocode(settings: JsonObject, at: LatLng): Promise<Place | null>
  ways(settings: JsonObject): Promise<RouteBetween>
  /** All ways between places, as the routes of `ways` have them, in far less time than one by one. */
  table(settings: JsonObject, places: readonly LatLng[]): Promise<WayTable>
  /** The settings that its routes depend on: kept routes are discarded when it changes. */
  version(settings: JsonObject): string
  /** The nearest street and the district of a place, for a line of text. */
  words(at: LatLng): PlaceWords
}

interface PlaceWords {
  readonly street: string | null
  readonly district: string | null
}

const maps = new WeakMap<Db, LocalMap>()

/** The local map of the app on this database; null when its features bring none. */
export const localMapOf = (db: Db): LocalMap | null => maps.get(db) ?? null

/** Gives `geo` a local map for the app on this database; returns a function that removes it. */
export function offerLocalMap(db: Db, map: LocalMap): () => void {
  maps.set(db, map)
  return () => {
    if (maps.get(db) === map) maps.delete(db)
  }
}

/** The nearest street and the district of a place; both null where no local map knows them. */
export const localPlaceWords = (db: Db, at: LatLng): PlaceWords =>
  localMapOf(db)?.words(at) ?? { street: null, district: null }
