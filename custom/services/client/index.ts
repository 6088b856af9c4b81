import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'
import { serviceCells } from './cells/service-cells'

export { ServiceForm } from './service-form'
export type { AfterSaving, FormSubject, FormVehicle, SavedService, ServiceFormProps, ServiceNews } from './service-form'
export { createTripStore, useTrip } from './trip-store'
export type { Trip, TripStop, TripStore } from './trip-store'

/** Services: the form of one, for the dispatcher's screen. */
export const services: ClientFeature = {
  name: 'services',
  widgets: serviceCells,
  panels: { 'validated-ride': lazy(() => import('./validate/ValidatedRide')) },
}
