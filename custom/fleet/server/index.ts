import type { ServerFeature } from '#engine/server'
import { fleetJobs } from './jobs'
import { FLEET_SETTINGS } from './settings'
import { makeDays, prepareTrackings, TRACKINGS } from './history/partitions'
import { switchOffDevices } from './devices/devices'
import { vehicleHooks } from './live/merge-vehicles'
import { prepareNews } from './live/news'
import { VEHICLE_INDEXES } from './live/read-vehicles'
import { openFleet } from './live/open-fleet'
import { driverShiftStates, driverShifts } from './shifts/list-shifts'
import { resortShifts } from './shifts/resort-shifts'

export { driverOfDevice, issueDevice } from './devices/devices'
export { ingest, type Ingested } from './ingest/ingest'
export type { Sender } from './ingest/senders'
export { putPastFixes, type PastFix } from './history/put-track'
export { fleetOf, type Fleet } from './live/open-fleet'
export { fleetScope } from './sight/fleet-scope'
export { fleetSight, fleetSightKey } from './sight/fleet-sight'
export { setAvailability, type DriverMoved } from './shifts/availability'
export { lockDriver, type Shift } from './shifts/shift-row'
export { endShift, pauseShift, resumeShift, startShift, type ShiftMove, type ShiftStart } from './shifts/shifts'
export { VEHICLE_FACTS, VEHICLE_JOINS, type VehicleFacts } from './vehicle-facts'
export { trackLength_m } from '../model/track-length'
export {
  fixesAfter,
  trackedDistance,
  trackOf,
  type DriverTrackAsked as TrackAsked,
  type TrackedFix,
} from './track/track'

/** The fleet at work: shifts, devices, positions and their history, and the vehicles in memory. */
export const fleet: ServerFeature = {
  name: 'fleet',
  needs: {
    vehicles: [
      'plate',
      'code',
      'model',
      'year',
      'id_user',
      'id_type_vehicle',
      'id_brand_vehicle',
      'state',
      'id_branch',
      'capacity_1',
      'date_insurance',
    ],
    users: ['name', 'surname', 'phone', 'date_license', 'rating_average', 'rating_count'],
    type_vehicles: ['icon'],
    brand_vehicles: ['name'],
    colors: ['name', 'code'],
    branches: ['timezone'],
    vehicle_positions: ['id_vehicle', 'point', 'course', 'speed', 'battery_level', 'mode', 'availability', 'date_fix'],
    driver_shifts: [
      'id_driver',
      'id_vehicle',
      'state',
      'place',
      'date_start',
      'date_end',
      'date_paused',
      'pause_reason',
      'date_last_finalized',
      'rides',
      'distance',
      'time_online',
      'time_busy',
      'time_paused',
      'distance_empty',
      'app_version_code',
    ],
    driver_devices: ['id_driver', 'device', 'name', 'state'],
    services: [
      'id_driver',
      'id_vehicle',
      'state',
      'dst_point',
      'distance',
      'price_total',
      'date_accepted',
      'date_finalized',
    ],
    service_offers: ['id_driver', 'id_vehicle', 'id_service', 'state', 'date_deadline'],
  },
  indexes: VEHICLE_INDEXES,
  prepare: async (tx) => {
    await prepareTrackings(tx)
    await makeDays(tx, new Date(), 3)
    await prepareNews(tx)
  },
  tables: { trackings: TRACKINGS },
  calls: [driverShifts, driverShiftStates, resortShifts],
  hooks: [vehicleHooks, switchOffDevices],
  jobs: fleetJobs,
  settings: FLEET_SETTINGS,
  open: openFleet,
}
