import { living } from '#app/tables'
import { AppError } from '#engine/model'
import { serveCall } from '#engine/server'
import { removeStopCall } from '../../model/form-calls'
import { unchangedInput } from '../../model/input-of'
import { readService } from '../read/read-services'
import { changeService } from './change-service'

/** `POST dispatcher/removeStop`: one stop less; route and price are worked out again. */
export const removeStop = serveCall(removeStopCall, async (context, { id }) => {
  const { db } = context
  const row = await living(db, 'service_stops').where('id', '=', id).select('id_service').executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  const input = unchangedInput(await readService(context, db, row.id_service))
  await changeService(context, { ...input, stops: input.stops.filter((stop) => stop.id !== id) }, row.id_service)
  return { item: await readService(context, db, row.id_service) }
})
