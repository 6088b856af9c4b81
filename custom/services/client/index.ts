import type { ClientFeature } from '#engine/client'
import { serviceCells } from './cells/service-cells'

export { ServiceForm } from './service-form'
export type { AfterSaving, FormSubject, FormVehicle, SavedService, ServiceFormProps, ServiceNews } from './service-form'
export { createTripStore, useTrip } from './trip-store'
export type { Trip, TripStop, TripStore } from './trip-store'
export { createTypeAhead } from './typed-ahead'
export type { TypeAhead } from './typed-ahead'

/** Services: the form of one, for the dispatcher's screen. */
export const services: ClientFeature = {
  name: 'services',
  widgets: serviceCells,
}
