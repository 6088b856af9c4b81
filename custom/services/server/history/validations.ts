import { serveCall } from '#engine/server'
import { serviceValidationsCall } from '../../model/history-calls'
import { assertSeesServices } from '../read/may-see'
import { readService } from '../read/read-services'

const MAX = 100

/** `services/:id/validations`. @throws {AppError} FORBIDDEN, NOT_FOUND for a service outside the asker's scope */
export const serviceValidations = serveCall(serviceValidationsCall, async (context, { id }) => {
  assertSeesServices(context.actor)
  await readService(context, context.db, id)
  const { items } = await context.records.list('service_validations', {
    filters: JSON.stringify({ id_service: id }),
    limit: MAX,
    order_col: 'id',
    order_dir: 'desc',
  })
  return { items: [...items], total: items.length }
})
