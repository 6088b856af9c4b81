import type { LocalMap } from '../../geo/server'
import { baseMap } from '../model/base-map'
import { placeWords } from '../model/nearest-street'
import { waysOn } from './find-route'
import { GRAPH_SETTING, streetsOf } from './graph-file'
import { nearestNamed } from './reverse'
import { searchStreets } from './search-streets'
import { streetNames } from './street-names'
import { wayTable } from './way-table'

/**
 * The local streets and districts as `geo` uses them: routes and addresses over the file that the settings name, if
 * any.
 */
export const streetMap = (): LocalMap => ({
  base: baseMap(),
  async search({ settings, say }, query, near) {
    return searchStreets(await streetNames(await streetsOf(settings)), query, near, say)
  },
  geocode: async (settings, at) => nearestNamed(await streetsOf(settings), at),
  ways: async (settings) => waysOn(await streetsOf(settings)),
  table: async (settings, places) => wayTable(await streetsOf(settings), places),
  version: (settings) => String(settings[GRAPH_SETTING] ?? ''),
  words: (at) => placeWords(at),
})
