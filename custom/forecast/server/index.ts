import type { ServerFeature } from '#engine/server'
import { forecast } from './forecast'

/** Tomorrow, or another day: its bookings against the drivers who usually work then. */
export const forecasts: ServerFeature = {
  name: 'forecast',
  needs: {
    services: [
      'scheduled',
      'date_scheduled',
      'outcome',
      'missed',
      'id_branch',
      'id_driver',
      'date_onway',
      'date_accepted',
      'date_started',
      'date_finalized',
    ],
    driver_shifts: ['date_start', 'date_end', 'id_vehicle'],
    vehicles: ['id_branch'],
    branches: ['name', 'timezone'],
  },
  calls: [forecast],
  modules: [
    { key: 'forecast', title: 'Previsión del día', route: '/forecast', icon: 'event', group: 'dispatch', order: 137 },
  ],
}
