import type { ServiceState } from '../../service-states/model'

/** Who moves a service: staff at the console, its driver, its client or the client's company, or the server itself. */
export type Mover = 'operator' | 'driver' | 'client' | 'system'

/** One transition from state to state: there are no others. */
export interface ServiceMove {
  readonly from: readonly ServiceState[]
  readonly to: ServiceState
  readonly by: readonly Mover[]
  /** Column that keeps when it was done; null: none. */
  readonly stamps: `date_${string}` | null
  /** What happens to its driver and vehicle: set, emptied, needed as they are, or of no interest. */
  readonly driver: 'set' | 'clear' | 'needed' | 'any'
  /** Nobody waits for a driver any more, though it goes back to where that can be chosen. */
  readonly endsWait?: true
}

/** The life of a service. Every change of state anywhere is one of these, made by `moveService`. */
export const MOVES = {
  /** On air: the server looks for a driver. */
  request: {
    from: ['created', 'scheduled', 'unassigned'],
    to: 'requested',
    by: ['operator', 'client', 'system'],
    stamps: 'date_requested',
    driver: 'clear',
  },
  /** No driver remains: it waits in sight, with an alert. */
  exhaust: { from: ['requested'], to: 'unassigned', by: ['system'], stamps: 'date_unassigned', driver: 'clear' },
  /** An operator calls the search off and chooses what comes next. */
  recall: {
    from: ['requested'],
    to: 'unassigned',
    by: ['operator'],
    stamps: 'date_unassigned',
    driver: 'clear',
    endsWait: true,
  },
  /** A service for now becomes a booking, or a booking becomes one for now. */
  schedule: {
    from: ['created', 'unassigned'],
    to: 'scheduled',
    by: ['operator', 'client'],
    stamps: null,
    driver: 'clear',
  },
  unschedule: { from: ['scheduled'], to: 'created', by: ['operator', 'client'], stamps: null, driver: 'clear' },
  /** A driver takes a booking in advance; it stays one until its time. */
  reserve: { from: ['scheduled'], to: 'scheduled', by: ['driver', 'operator'], stamps: null, driver: 'set' },
  unreserve: {
    from: ['scheduled'],
    to: 'scheduled',
    by: ['driver', 'operator', 'system'],
    stamps: null,
    driver: 'clear',
  },
  accept: {
    from: ['created', 'scheduled', 'requested', 'unassigned'],
    to: 'accepted',
    by: ['driver', 'operator', 'system'],
    stamps: 'date_accepted',
    driver: 'set',
  },
  /** The driver gives it back: the next one is looked for. */
  release: {
    from: ['accepted', 'onway', 'waiting'],
    to: 'requested',
    by: ['driver', 'system'],
    stamps: 'date_requested',
    driver: 'clear',
  },
  /** An operator takes the driver off and chooses what comes next. */
  unassign: {
    from: ['accepted', 'onway', 'waiting'],
    to: 'unassigned',
    by: ['operator'],
    stamps: 'date_unassigned',
    driver: 'clear',
  },
  go: { from: ['accepted'], to: 'onway', by: ['driver', 'operator'], stamps: 'date_onway', driver: 'needed' },
  wait: {
    from: ['accepted', 'onway'],
    to: 'waiting',
    by: ['driver', 'operator'],
    stamps: 'date_waiting',
    driver: 'needed',
  },
  start: {
    from: ['accepted', 'onway', 'waiting'],
    to: 'started',
    by: ['driver', 'operator'],
    stamps: 'date_started',
    driver: 'needed',
  },
  /**
   * The car cannot go on with its passenger, who waits where it stands: another driver is looked for, and `start`s the
   * ride again.
   */
  hand_over: {
    from: ['started'],
    to: 'requested',
    by: ['operator', 'driver'],
    stamps: 'date_requested',
    driver: 'clear',
  },
  arrive: { from: ['started'], to: 'arrived', by: ['driver', 'operator'], stamps: 'date_arrived', driver: 'needed' },
  finalize: {
    from: ['started', 'arrived'],
    to: 'finalized',
    by: ['driver', 'operator'],
    stamps: 'date_finalized',
    driver: 'needed',
  },
  cancel: {
    from: ['created', 'scheduled', 'requested', 'unassigned', 'accepted', 'onway', 'waiting'],
    to: 'canceled',
    by: ['operator', 'client', 'system'],
    stamps: 'date_canceled',
    driver: 'any',
  },
  /** A ride that fails once under way. */
  abort: { from: ['started', 'arrived'], to: 'canceled', by: ['operator'], stamps: 'date_canceled', driver: 'any' },
  /** The passenger did not come. */
  no_show: { from: ['waiting'], to: 'canceled', by: ['driver'], stamps: 'date_canceled', driver: 'any' },
} as const satisfies { readonly [name: string]: ServiceMove }
export type MoveName = keyof typeof MOVES

/** What may be done with a service in this state by such a person, in the order of the declaration. */
export function movesFrom(state: ServiceState, by: Mover): readonly MoveName[] {
  return (Object.keys(MOVES) as MoveName[]).filter((name) => {
    const move: ServiceMove = MOVES[name]
    return move.from.includes(state) && move.by.includes(by)
  })
}
