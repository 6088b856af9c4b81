import type { ServerFeature } from '#engine/server'
import { GUESTS_INDEX, guestTextsJob } from './guest-texts'
import { HANDED_INDEX, handoverTextsJob } from './handover-texts'
import { revokeShare, urlShare } from './share'
import { tracking as look, trackingLocation, trackingRate } from './tracking'

export { driverShown } from './driver-shown'
export { shareRide } from './share'
export { stateTold } from './state-told'
export { trackedVehicle } from './tracked-ride'

/** Lets anyone with a ride's link follow the ride. */
export const tracking: ServerFeature = {
  name: 'tracking',
  needs: {
    service_links: ['id_service', 'secret', 'id_user', 'date_expires', 'date_revoked'],
    services: [
      'state',
      'polyline',
      'distance',
      'duration',
      'id_driver',
      'id_vehicle',
      'date_finalized',
      'date_canceled',
      'date_scheduled',
      'invited',
      'invited_name',
      'invited_phone',
      'org_address',
      'date_handed_over',
      'handover_point',
    ],
    service_legs: ['id_service'],
    service_stops: ['id_service', 'position', 'point', 'address'],
    users: ['name', 'surname', 'phone', 'pic'],
    vehicles: ['plate', 'model', 'id_brand_vehicle', 'id_type_vehicle', 'id_color'],
    vehicle_positions: ['id_vehicle', 'point', 'course', 'availability', 'date_fix'],
    brand_vehicles: ['name'],
    type_vehicles: ['icon'],
    colors: ['name', 'code'],
    service_ratings: ['id_service', 'stars'],
    settings_general: ['masked_call_number'],
  },
  calls: [urlShare, revokeShare, look, trackingLocation, trackingRate],
  jobs: [guestTextsJob, handoverTextsJob],
  indexes: [GUESTS_INDEX, HANDED_INDEX],
  dialogs: ['share-link'],
  publicPages: [{ path: '/tracking/:tk', script: 'custom/tracking/client/page/tracking-page.ts' }],
  // Hours that a link works after its ride is over; number of an exchange that connects clients with their drivers
  // (null: drivers are rung themselves).
  settings: { share_link_hours: 24, masked_call_number: null },
}
