import type { ServerFeature } from '#engine/server'
import { pastBoard } from './board/past-board'
import { PAST_INDEXES } from './past-indexes'

/** The board at any moment of the past. */
export const past: ServerFeature = {
  name: 'past',
  needs: {
    services: [
      'state', 'id_branch', 'id_client', 'id_company', 'id_product', 'id_driver', 'id_vehicle', 'id_operator', 'by_operator', 'invited', 'invited_name', 'invited_phone',
      'org_point', 'org_address', 'org_name', 'dst_address', 'dst_name', 'scheduled', 'date_scheduled', 'date_onair', 'date_requested', 'date_unassigned', 'date_accepted',
      'date_onway', 'date_waiting', 'date_started', 'date_arrived', 'date_finalized', 'date_canceled',
    ],
    driver_shifts: ['id_driver', 'id_vehicle', 'date_start', 'date_end'],
    service_offers: ['id_service', 'id_driver', 'state', 'duration', 'date_deadline', 'date_answered'],
    vehicles: ['plate', 'id_branch', 'id_type_vehicle'],
    type_vehicles: ['icon'],
    branches: ['name', 'timezone'],
  },
  calls: [pastBoard],
  indexes: PAST_INDEXES,
  modules: [{ key: 'past', title: 'El pasado', route: '/past', icon: 'history', group: 'dispatch', order: 138 }],
}
