import type { ServerFeature } from '#engine/server'
import { offerLocalMap } from '../../geo/server'
import { checkGraphFile } from './check-graph-file'
import { streetMap } from './street-map'

export { ownRoutes } from './own-routes'
export { streetMap } from './street-map'

/**
 * Streets without a map service: routes, addresses and a drawn map of Lima, or of the graph file that root names.
 * Without this feature `geo` asks only the configured services, and maps show only tiles.
 */
export const streets: ServerFeature = {
  name: 'streets',
  needs: { settings_maps: ['map_graph_file'] },
  hooks: [checkGraphFile],
  open: async ({ database }) => {
    const takeBack = offerLocalMap(database.db, streetMap())
    return async () => takeBack()
  },
}
