import { type CallContext, stateObjects } from '#engine/server'
import { OVER } from '../../service-states/model'
import type { TrackedState } from '../model/tracking-calls'

/**
 * The state of a ride in a sentence for whoever waits for it.
 * @param handed its passenger rode already, and waits for another car
 */
export function stateTold(context: CallContext, state: string, handed: boolean): TrackedState {
  const { name = state, color = '' } = stateObjects(context, 'services').get(state) ?? {}
  const text = context.say(`tracking.${handed ? 'handed' : 'states'}.${state}`, {
    _: context.say(`tracking.states.${state}`),
  })
  return { id: state, name, color, text, over: (OVER as readonly string[]).includes(state) }
}
