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

declare module '#engine/server' {
  interface DatabaseContext {
    /** The local map of the app; absent when its features bring none. */
    localMap?: LocalMap
  }
}

/** Gives `geo` a local map for the app on this database; returns a function that removes it. */
export function offerLocalMap({ context }: Db, map: LocalMap): () => void {
  context.localMap = map
  return () => {
    if (context.localMap === map) delete context.localMap
  }
}

/** The nearest street and the district of a place; both null where no local map knows them. */
export const localPlaceWords = ({ context }: Db, at: LatLng): PlaceWords =>
  context.localMap?.words(at) ?? { street: null, district: null }
