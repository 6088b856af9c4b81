import type { CallContext } from '#engine/server'
import { straightRoute } from '../../../geometry/model'
import { bestOf } from './found'
import { readPlaceId } from './place-id'
import type { Places } from './places'
import { locationPlace, searchLocations } from './search-locations'
import { routesOf } from './routes'

/** What our own places need from a call: who asks, and where rows are. */
export type PlacesContext = Pick<CallContext, 'actor' | 'model' | 'db' | 'transaction' | 'settings' | 'now' | 'say'>

/**
 * Places without any network: the catalogue `locations` in the asker's scope, and what a local map knows. Without a
 * local map, points have no address and routes are straight lines, lengthened, as their `source` says.
 */
export function localPlaces(context: PlacesContext): Places {
  const { db, settings } = context
  const map = db.context.localMap
  return {
    async autocomplete({ query, near }) {
      if (query.trim() === '') return []
      const [known, streets] = await Promise.all([
        searchLocations(context, query, near),
        map?.search(context, query, near),
      ])
      return bestOf([...known, ...(streets ?? [])], near)
    },
    async place(id) {
      const read = readPlaceId(id)
      if (read.from === 'at') return read.place
      const [, row] = /^location:(\d{1,15})$/.exec(id) ?? []
      return row === undefined ? null : locationPlace(context, Number(row))
    },
    geocode: async (at) => (map ? map.geocode(settings, at) : null),
    ...routesOf(async () => (map ? map.ways(settings) : straightRoute)),
  }
}
