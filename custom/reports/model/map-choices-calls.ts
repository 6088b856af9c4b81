import { Type } from 'typebox'
import { defineCall, Id } from '#engine/model'

const access = { module: 'report_maps', right: 'see' } as const
const request = Type.Object({})
const Choices = Type.Object({ items: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })) })

/** `GET report_maps/types`: the kinds of question to map services, to filter by. */
export const mapTypesCall = defineCall({ method: 'GET', path: 'report_maps/types', access, request, response: Choices })
/** `GET report_maps/states`: how questions end. */
export const mapStatesCall = defineCall({
  method: 'GET',
  path: 'report_maps/states',
  access,
  request,
  response: Choices,
})
/** `GET report_maps/type_users`: who asks. */
export const mapTypeUsersCall = defineCall({
  method: 'GET',
  path: 'report_maps/type_users',
  access,
  request,
  response: Choices,
})
/** `GET report_maps/platforms`: where they ask. */
export const mapPlatformsCall = defineCall({
  method: 'GET',
  path: 'report_maps/platforms',
  access,
  request,
  response: Choices,
})
/** `GET report_maps/map_keys`: the keys that were asked, by their provider and number. */
export const mapKeysCall = defineCall({
  method: 'GET',
  path: 'report_maps/map_keys',
  access,
  request,
  response: Type.Object({ items: Type.Array(Type.Object({ id: Id, name: Type.String() })) }),
})
