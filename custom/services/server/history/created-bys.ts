import { choices } from '#engine/model'
import { serveCall, stateObjects } from '#engine/server'
import { createdBysCall } from '../../model/history-calls'

/** `GET services/createdBys`. */
export const createdBys = serveCall(createdBysCall, async (context) => {
  const field = context.model.entities['users']?.fields['type_user']
  const types = stateObjects(context, 'users', 'type_user')
  return {
    items: field
      ? choices(field).map(({ value }) => ({
          id: String(value),
          name: types.get(String(value))?.name ?? String(value),
        }))
      : [],
  }
})
