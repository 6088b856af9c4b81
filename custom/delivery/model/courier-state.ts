import type { ServiceState } from '../../service-states/model'

/**
 * What an order says of its courier's ride; `asked` from the moment at which somebody asks, before the ride is there.
 */
export type CourierState = 'asked' | 'none' | 'accepted' | 'onway' | 'waiting' | 'started' | 'arrived' | 'done'

/** By the state of the courier's ride. */
export const COURIER_STATES: { readonly [state in ServiceState]: CourierState } = {
  created: 'asked',
  scheduled: 'asked',
  requested: 'asked',
  unassigned: 'none',
  canceled: 'none',
  accepted: 'accepted',
  onway: 'onway',
  waiting: 'waiting',
  started: 'started',
  arrived: 'arrived',
  finalized: 'done',
}

/** A driver may still be looked for: by the states of the order, and of its courier. */
export const canSearchVehicles = ({
  store_state,
  id_driver,
  courier_state,
}: {
  readonly [field: string]: unknown
}): boolean =>
  (store_state === '2' || store_state === '3') && (id_driver ?? null) === null && (courier_state ?? 'none') === 'none'
