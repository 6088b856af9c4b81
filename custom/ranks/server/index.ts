import type { ServerFeature } from '#engine/server'
import { moveRank, ranks, removeRank } from './change-rank'
import { keepRanksJob } from './keep-ranks'
import { shares } from './shares'
import { RANK_SETTINGS } from './settings'

export { rankOf } from './own-rank'
export { rankSetting } from './settings'
export { toTheEnd } from './to-the-end'
export { type SearchZone, zonesOfPickup } from './zones'

/** Zones in which drivers wait in the order in which they came: who is next where. */
export const ranking: ServerFeature = {
  name: 'ranks',
  needs: {
    rank_zones: ['name', 'id_branch', 'color', 'path', 'id_next_1', 'id_next_2', 'id_next_3', 'state'],
    rank_places: ['id_zone', 'id_driver', 'id_vehicle', 'state', 'place', 'date_in', 'date_away'],
    products: ['search_by'],
    branches: ['search_by'],
    users: ['name', 'surname'],
    services: ['id_driver', 'state', 'price_total', 'price_driver', 'date_accepted', 'date_finalized'],
    vehicles: ['plate', 'code', 'id_branch'],
    driver_shifts: [
      'id_driver',
      'id_vehicle',
      'state',
      'date_start',
      'date_last_finalized',
      'date_paused',
      'rides',
      'time_busy',
      'time_paused',
    ],
  },
  calls: [ranks, moveRank, removeRank, shares],
  jobs: [keepRanksJob],
  settings: RANK_SETTINGS,
}
