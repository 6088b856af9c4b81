import { MOVES, movesFrom, type MoveName } from './life-cycle'
import type { ServiceState } from '../../service-states/model'

/** How an operator brings a service with a driver into a state by hand; null: not from here. */
export function moveTo(state: ServiceState, wanted: string): MoveName | null {
  return (
    movesFrom(state, 'operator').find((name) => MOVES[name].driver === 'needed' && MOVES[name].to === wanted) ?? null
  )
}

/** States that an operator may set by hand, in the order of a ride. */
export const statesToSet = (state: ServiceState): readonly ServiceState[] =>
  movesFrom(state, 'operator')
    .filter((name) => MOVES[name].driver === 'needed')
    .map((name) => MOVES[name].to)
