import type { ServerFeature } from '#engine/server'
import { buildCalls } from './build/build'
import { optimizeRoute, plans, resortGrouping, restoreGrouping } from './change/resort'
import { assignService, removeService } from './change/ride-changes'
import { assignGroupingVehicle, autoAssign, removeGroupingVehicle } from './change/vehicle-changes'
import { driverGroupingCalls } from './driver/driver-grouping'
import { followJob } from './follow-job'
import { groupingHooks } from './grouping-hooks'
import { openGroupings } from './open-groupings'
import { readGroupingCalls } from './read-calls'
import { vehicles } from './read/vehicles'
import { runCalls } from './runs/run-calls'
import { endSearches } from './runs/run-search'
import { GROUPING_INDEXES, LET_RIDES_GO, settleGroupings } from './settle-groupings'

/** Groupings: rides that share a vehicle, and the order in which it drives to their stops. */
export const groupings: ServerFeature = {
  name: 'groupings',
  needs: {
    groupings: [
      'name',
      'type',
      'state',
      'id_branch',
      'id_product',
      'id_vehicle',
      'id_driver',
      'auto_assign',
      'optimize_route',
      'return_to_base',
      'max_ride',
      'notes',
      'distance',
      'duration',
      'distance_source',
      'polyline',
      'date_start',
      'date_arrival',
      'plan_version',
      'measured_version',
      'told_state',
    ],
    grouping_stops: ['id_grouping', 'id_service', 'id_stop', 'position', 'locked', 'date_planned'],
    grouping_plans: [
      'id_grouping',
      'number',
      'source',
      'restored',
      'id_user',
      'stops',
      'seed',
      'distance',
      'duration',
      'late_s',
    ],
    grouping_runs: ['id_grouping', 'id_user', 'state', 'stop', 'seed', 'iteration', 'iterations', 'asked', 'result'],
    services: [
      'id_grouping',
      'state',
      'id_driver',
      'id_vehicle',
      'id_product',
      'id_branch',
      'capacity_1',
      'for_shared_service',
      'date_scheduled',
      'duration',
      'price_total',
    ],
    service_stops: [
      'id_service',
      'position',
      'point',
      'address',
      'name',
      'contact_name',
      'contact_phone',
      'date_reached',
      'date_left',
    ],
    products: ['name', 'for_shared_service', 'capacity_1', 'type_vehicles', 'id_branch'],
    vehicles: ['plate', 'code', 'capacity_1', 'id_user', 'id_branch', 'id_type_vehicle'],
    branches: ['name', 'point', 'timezone'],
  },
  calls: [
    ...readGroupingCalls,
    vehicles,
    assignGroupingVehicle,
    removeGroupingVehicle,
    autoAssign,
    assignService,
    removeService,
    resortGrouping,
    optimizeRoute,
    plans,
    restoreGrouping,
    ...runCalls,
    ...buildCalls,
    ...driverGroupingCalls,
  ],
  hooks: [groupingHooks, ...openGroupings],
  jobs: [followJob],
  panels: ['grouping-services', 'grouping-builder'],
  widgets: ['grouping-progress', 'grouping-seats'],
  indexes: GROUPING_INDEXES,
  changes: [LET_RIDES_GO],
  prepare: settleGroupings,
  open:
    async ({ database: { db } }) =>
    () =>
      endSearches(db),
}
