import { type CallContext, serveCall, type ServerCall, stateObjects } from '#engine/server'
import { visible } from '#app/tables'
import {
  mapKeysCall,
  mapPlatformsCall,
  mapStatesCall,
  mapTypesCall,
  mapTypeUsersCall,
} from '../model/map-choices-calls'

/** The values of a choice of the counters, as people read them. */
const choicesOf = (context: CallContext, field: string) => ({
  items: [...stateObjects(context, 'map_key_uses', field).values()].map(({ id, name }) => ({ id, name })),
})

const mapKeys = serveCall(mapKeysCall, async (context) => {
  const providers = stateObjects(context, 'map_keys', 'provider')
  const rows = await visible(context.db, context, 'map_keys').select(['id', 'provider']).orderBy('id').execute()
  return {
    items: rows.map(({ id, provider }) => ({ id, name: `${providers.get(String(provider))?.name ?? provider} ${id}` })),
  }
})

/** The lists that the report of map services is filtered by. */
export const mapChoices: readonly ServerCall[] = [
  serveCall(mapTypesCall, async (context) => choicesOf(context, 'type')),
  serveCall(mapStatesCall, async (context) => choicesOf(context, 'state')),
  serveCall(mapTypeUsersCall, async (context) => choicesOf(context, 'type_user')),
  serveCall(mapPlatformsCall, async (context) => choicesOf(context, 'platform')),
  mapKeys,
]
