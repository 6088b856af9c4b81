import { serveCall, stateObjects } from '#engine/server'
import { serviceStatesCall } from '../../model/form-calls'
import { OVER } from '../../../service-states/model'

/** `GET dispatcher/states`: the states a service may be in. */
export const states = serveCall(serviceStatesCall, async (context, { active }) => {
  const all = [...stateObjects(context, 'services').values()]
  return { items: active === 1 ? all.filter(({ id }) => !(OVER as readonly string[]).includes(id)) : all }
})
