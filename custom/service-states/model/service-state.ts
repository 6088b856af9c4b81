/** Where a service stands; names and colours of each are the schema's `x-values`. */
export const SERVICE_STATES = [
  'created',
  'scheduled',
  'requested',
  'unassigned',
  'accepted',
  'onway',
  'waiting',
  'started',
  'arrived',
  'finalized',
  'canceled',
] as const
export type ServiceState = (typeof SERVICE_STATES)[number]

/**
 * A driver is at work on it. A driver who shares no rides has at most one such row: a unique index of the schema
 * ensures it.
 */
export const IN_PROGRESS = [
  'accepted',
  'onway',
  'waiting',
  'started',
  'arrived',
] as const satisfies readonly ServiceState[]
/** It is over: nothing moves any more. */
export const OVER = ['finalized', 'canceled'] as const satisfies readonly ServiceState[]
/** Everything that an operator still has to do with. */
export const ACTIVE: readonly ServiceState[] = SERVICE_STATES.filter(
  (state) => !(OVER as readonly string[]).includes(state),
)
