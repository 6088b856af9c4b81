import { Type } from 'typebox'
import { defineCall, StateObject } from '#engine/model'

const SEE = { module: 'dispatcher', right: 'see' } as const
const States = Type.Object({ items: Type.Array(StateObject) })

/**
 * `GET dispatcher/statesBusyDriver`: the states that the ride of a busy driver can be in, by which the map's vehicles
 * are filtered.
 */
export const statesBusyDriverCall = defineCall({
  method: 'GET',
  path: 'dispatcher/statesBusyDriver',
  access: SEE,
  request: Type.Object({}),
  response: States,
})

/**
 * `GET dispatcher/vehiclesTempStates`: temporary states in addition to those: `paused`, `requesting` (its driver is
 * being asked).
 */
export const vehiclesTempStatesCall = defineCall({
  method: 'GET',
  path: 'dispatcher/vehiclesTempStates',
  access: SEE,
  request: Type.Object({}),
  response: States,
})
