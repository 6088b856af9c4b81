import type { ServerFeature } from '#engine/server'
import { pastBoard } from './board/past-board'
import { PAST_INDEXES } from './past-indexes'
import { oldShadowsJob } from './shadow/old-shadows'
import { endShadows } from './shadow/run-shadow'
import { shadowCalls } from './shadow/shadow-calls'

/** The board at any moment of the past, and a past day driven again by another rule of the search. */
export const past: ServerFeature = {
  name: 'past',
  needs: {
    services: [
      'state',
      'id_branch',
      'id_client',
      'id_company',
      'id_product',
      'id_driver',
      'id_vehicle',
      'id_operator',
      'by_operator',
      'invited',
      'invited_name',
      'invited_phone',
      'org_point',
      'org_address',
      'org_name',
      'dst_address',
      'dst_name',
      'scheduled',
      'date_scheduled',
      'date_onair',
      'date_requested',
      'date_unassigned',
      'date_accepted',
      'date_onway',
      'date_waiting',
      'date_started',
      'date_arrived',
      'date_finalized',
      'date_canceled',
      'distance',
      'duration',
      'capacity_1',
      'missed',
      'for_shared_service',
      'id_grouping',
      'is_past',
      'date_first_requested',
      'time_pickup',
      'time_late',
      'distance_empty',
    ],
    service_legs: ['id_service'],
    driver_shifts: ['id_driver', 'id_vehicle', 'date_start', 'date_end', 'place'],
    service_offers: [
      'id_service',
      'id_driver',
      'state',
      'manual',
      'distance',
      'duration',
      'date_deadline',
      'date_answered',
    ],
    vehicles: ['plate', 'id_branch', 'id_type_vehicle', 'capacity_1'],
    products: ['type_vehicles', 'radius_of_request', 'min_time_to_onway'],
    shadow_runs: ['id_user', 'state', 'stop', 'progress', 'asked', 'result'],
    type_vehicles: ['icon'],
    branches: ['name', 'timezone'],
  },
  calls: [pastBoard, ...shadowCalls],
  jobs: [oldShadowsJob],
  indexes: PAST_INDEXES,
  modules: [{ key: 'past', title: 'El pasado', route: '/past', icon: 'history', group: 'dispatch', order: 138 }],
  widgets: ['try-rule'],
  open:
    async ({ database: { db } }) =>
    () =>
      endShadows(db),
}
