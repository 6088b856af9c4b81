import { serveCall } from '#engine/server'
import { createCall } from '../../model/form-calls'
import { changeService } from '../change/change-service'
import { readService } from '../read/read-services'
import { makeTogether } from './make-services'
import { requestsOfForm } from './together'

/**
 * `POST dispatcher/create`: makes a service (one for each date, each guest of a group, there and back), or changes one.
 */
export const create = serveCall(createCall, async (context, input) => {
  if (input.id) {
    await changeService(context, input, input.id)
    return {
      id: input.id,
      ids: [input.id],
      item: await readService(context, context.db, input.id),
      msg: context.say('services.saved'),
    }
  }
  const ids = (await makeTogether(context, requestsOfForm(input))).flat()
  const [id = 0] = ids
  return { id, ids, item: await readService(context, context.db, id), msg: context.say('services.saved') }
})
