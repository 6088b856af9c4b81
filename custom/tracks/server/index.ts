import type { ServerFeature } from '#engine/server'
import { trackingsExport } from './export'
import { trackings } from './trackings'

/**
 * The screen of where a driver was: the track of some days or of a ride, with its stops and speeding. The positions are
 * the fleet's.
 */
export const tracks: ServerFeature = {
  name: 'tracks',
  needs: {
    users: ['name', 'surname', 'type_user', 'id_branch'],
    branches: ['timezone'],
    services: ['id_driver', 'state', 'date_accepted', 'date_finalized', 'date_canceled', 'id_branch'],
  },
  calls: [trackings, trackingsExport],
  modules: [
    { key: 'trackings', title: 'Recorridos', route: '/trackings', icon: 'timeline', group: 'dispatch', order: 150 },
  ],
  // Kilometres per hour; faster stretches of a track are marked.
  settings: { speed_limit_kmh: 90 },
}
