import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'
import { serviceCells } from './cells/service-cells'

export { createFleetStore } from './fleet-store'
export type { FleetStore } from './fleet-store'
export { ServiceForm } from './service-form'
export type {
  AfterSaving,
  Desk,
  FormSubject,
  FormVehicle,
  SavedService,
  ServiceFormProps,
  ServiceNews,
} from './service-form'
export { createTripStore, useTrip } from './trip-store'
export type { ShownTrip as Trip, TripStop, TripStore } from './trip-store'
export type { TypeAhead } from './typed-ahead'

/** What is said beside a ride whose search or validation is not over; show them within <Suspense>. */
export const SearchAgain = lazy(() => import('./history/SearchAgain'))
export const ValidationNote = lazy(() => import('./history/ValidationNote'))
/** The parts of a ride that was handed over; show them within <Suspense>. */
export const RideLegs = lazy(() => import('./history/Legs'))

/** Services: the form of one, for the dispatcher's screen, and what answers for one that is over. */
export const services: ClientFeature = {
  name: 'services',
  routes: [
    {
      path: '/map_services',
      module: 'map_services',
      title: 'modules.map_services',
      screen: lazy(() => import('./map/MapServicesScreen')),
    },
    {
      path: '/actives/import',
      module: 'services_import',
      right: 'edit',
      title: 'services.import.title',
      screen: lazy(() => import('./import/ImportScreen')),
    },
  ],
  aboveAll: [{ modules: ['dispatcher'], part: lazy(() => import('./desk/OutboxRunner')) }],
  widgets: serviceCells,
  panels: {
    'service-history': lazy(() => import('./history/HistoryPanel')),
    'service-stops': lazy(() => import('./history/StopsPanel')),
    'validated-ride': lazy(() => import('./validate/ValidatedRide')),
    'company-limits': lazy(() => import('./limits/LimitsPanel')),
  },
  dialogs: { 'service-shares': lazy(() => import('./history/SharesDialog')) },
}
