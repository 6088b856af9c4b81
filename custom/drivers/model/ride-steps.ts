import { type MoveName, movesFrom } from '../../services/model'
import type { ServiceState } from '../../service-states/model'
import { RIDE_STEPS, type RideStep } from './driver-wire'

/** The state change of a service that each step of a driver makes. */
export const STEP_MOVES = {
  onway: 'go',
  waiting: 'wait',
  start: 'start',
  arrive: 'arrive',
  finish: 'finalize',
  release: 'release',
  noShow: 'no_show',
  breakdown: 'hand_over',
} as const satisfies { readonly [step in RideStep]: MoveName }

/** Steps that a driver may take with their service in this state. */
export function stepsFrom(state: ServiceState): RideStep[] {
  const moves = movesFrom(state, 'driver')
  return RIDE_STEPS.filter((step) =>
    moves.includes(step === 'release' && state === 'scheduled' ? 'unreserve' : STEP_MOVES[step]),
  )
}
