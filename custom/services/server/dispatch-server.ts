import { assignmentCalls } from './assignments/assignment-calls'
import { assignPreview } from './jobs/assign-preview'
import { handOverRide } from './handover/hand-over-call'
import { jobs } from './jobs/jobs'
import { offers, verifyAccepted } from './offers/offer-calls'
import { alerts } from './search/alerts'
import { assignVehicle, removeVehicle } from './search/assign-vehicle'
import { DISPATCH_INDEXES, OUTCOME_OF_BEFORE } from './search/dispatch-indexes'
import { dispatchJob } from './search/dispatch-job'
import { DISPATCH_SETTINGS } from './search/dispatch-settings'
import { lostDriversJob } from './search/lost-drivers'
import { nearby } from './search/nearby'
import { pickup } from './search/pickup'
import { requestVehicle } from './search/request-vehicle'
import { waitAll, waitDriver } from './search/wait-driver'
import { handleWarning } from './warnings/warning-calls'
import { warningsJob } from './warnings/warnings-job'

/** The half of the services that finds their drivers. */
export const dispatchServer = {
  needs: {
    service_offers: [
      'id_service',
      'id_driver',
      'id_vehicle',
      'state',
      'manual',
      'id_user',
      'distance',
      'duration',
      'why',
      'date_deadline',
      'date_answered',
      'time_answer',
      'reason',
    ],
    service_assignments: ['id_service', 'id_driver', 'id_vehicle', 'state', 'distance', 'date_answered', 'id_user'],
    driver_shifts: ['id_driver', 'id_vehicle', 'state', 'place', 'date_start', 'date_last_finalized'],
    vehicle_positions: ['id_vehicle', 'point', 'availability', 'date_fix'],
    vehicles: ['id_user', 'id_branch', 'id_type_vehicle', 'capacity_1', 'state', 'plate', 'code', 'model', 'year'],
    panics: ['id_driver', 'id_vehicle', 'id_service', 'point', 'state'],
    driver_messages: ['from_driver', 'date_read'],
    service_legs: [
      'id_service',
      'position',
      'id_driver',
      'id_vehicle',
      'date_start',
      'date_end',
      'point',
      'address',
      'distance',
      'duration',
      'reason',
      'notes',
      'id_user',
      'minor',
      'amount',
    ],
    service_warnings: ['id_service', 'kind', 'about', 'id_driver', 'state', 'id_user', 'date_handled'],
  },
  calls: [
    nearby,
    pickup,
    requestVehicle,
    verifyAccepted,
    assignVehicle,
    removeVehicle,
    handOverRide,
    waitDriver,
    waitAll,
    offers,
    alerts,
    handleWarning,
    jobs,
    assignPreview,
    ...assignmentCalls,
  ],
  jobs: [dispatchJob, lostDriversJob, warningsJob],
  settings: DISPATCH_SETTINGS,
  indexes: DISPATCH_INDEXES,
  changes: [OUTCOME_OF_BEFORE],
} as const
