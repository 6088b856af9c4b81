import type { CallContext } from '#engine/server'
import { readPlaceId } from './place-id'
import type { Places } from './places'
import { bestOf } from './local/found'
import { streetsOf } from './local/graph-file'
import { reverse } from './local/reverse'
import { locationPlace, searchLocations } from './local/search-locations'
import { searchStreets } from './local/search-streets'
import { streetNames } from './local/street-names'
import { localWays } from './local/ways'

/** What the places of this house need of a call: who asks, and where rows are. */
export type PlacesContext = Pick<CallContext, 'actor' | 'model' | 'db' | 'transaction' | 'settings' | 'now' | 'say'>

/**
 * Places without any network: the catalogue `locations` in the asker's reach, and the streets and districts at hand, or those of the
 * file in the setting `map_graph_file`.
 */
export function localPlaces(context: PlacesContext): Places {
  const streets = () => streetsOf(context.settings)
  return {
    async autocomplete({ query, near }) {
      if (query.trim() === '') return []
      const [known, names] = await Promise.all([searchLocations(context, query, near), streets().then(streetNames)])
      return bestOf([...known, ...searchStreets(names, query, near, context.say)], near)
    },
    async place(id) {
      const read = readPlaceId(id)
      if (read.from === 'at') return read.place
      const [, row] = /^location:(\d{1,15})$/.exec(id) ?? []
      return row === undefined ? null : locationPlace(context, Number(row))
    },
    geocode: async (at) => reverse(await streets(), at),
    ...localWays(streets),
  }
}
