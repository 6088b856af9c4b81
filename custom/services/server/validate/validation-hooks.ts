import { isStaff } from '#app/asker'
import { AppError, isCountedId, type Json, type JsonObject } from '#engine/model'
import type { HookContext, Hooks } from '#engine/server'
import { tables } from '#app/tables'
import type { MoveBy } from '../life/move-asked'
import { moveService } from '../life/move-service'
import { assertMayAnswer } from './validators'
import { readServices } from '../read/read-services'

/**
 * What an answer to a service's validation does, in the same transaction: an approved one goes on air or is scheduled,
 * a rejected one is cancelled. A row of a list carries its service as the page shows it.
 */
export const validationHooks: Hooks = {
  entity: 'service_validations',
  async afterSave(context, record) {
    const id = record['id_service']
    if (!isCountedId(id)) return
    if (context.move === 'approve' || context.move === 'reject') await assertMayAnswer(context, Number(record['id']))
    if (context.move === 'approve') await approved(context, Number(id))
    if (context.move === 'reject') {
      const reason = typeof record['reason'] === 'string' ? record['reason'] : null
      await moveService(context.tx, {
        id: Number(id),
        move: 'cancel',
        by: moverIn(context),
        now: context.now,
        also: { cancel_by: 'client', cancel_reason: reason },
        note: reason,
      })
    }
  },
  async present(db, records, at) {
    const ids = records.flatMap(({ id_service }) => (isCountedId(id_service) ? [Number(id_service)] : []))
    const services = new Map(
      (await readServices({ ...at, now: () => at.now }, db, ids)).map((service) => [service.id, service]),
    )
    return records.map((record) => {
      const service = services.get(Number(record['id_service']))
      return { ...record, sv_id: record['id'] ?? null, ...(service && shown(service as unknown as JsonObject)) }
    })
  },
}

const PRICES = [
  'base',
  'toll',
  'wait',
  'courier',
  'pause',
  'parking',
  'demand',
  'service',
  'promo',
  'tax',
  'other',
] as const

function shown(service: JsonObject): JsonObject {
  const prices: { readonly name: string; readonly amount: Json }[] = PRICES.map((name) => ({
    name,
    amount: service[`price_${name}`] ?? null,
  })).filter(({ amount }) => amount !== null && Number(amount) !== 0)
  return {
    price_total: service['price_total'] ?? null,
    price_promo: service['price_promo'] ?? null,
    promo_code: service['promo_code'] ?? null,
    distance: service['distance'] ?? null,
    duration: service['duration'] ?? null,
    polyline: service['polyline'] ?? null,
    stops: service['stops'] ?? [],
    fields: service['custom_fields'] ?? {},
    prices,
    service_state: service['state_obj'] ?? null,
  }
}

async function approved(context: HookContext, id: number): Promise<void> {
  const { tx, now } = context
  const service = await tables(tx)
    .selectFrom('services')
    .where('id', '=', id)
    .select(['scheduled', 'date_scheduled'])
    .executeTakeFirst()
  if (!service) throw new AppError('NOT_FOUND')
  if (service.scheduled && service.date_scheduled !== null && Date.parse(service.date_scheduled) < now.getTime())
    throw new AppError('CONFLICT', { say: 'services.validation_late' })
  await moveService(tx, {
    id,
    move: service.scheduled ? 'schedule' : 'request',
    by: moverIn(context),
    now,
    validated: true,
  })
}

const moverIn = ({ actor, id_session }: HookContext): MoveBy => ({
  mover: isStaff(actor) ? 'operator' : 'client',
  id_user: actor.id,
  platform: 'web',
  id_session: id_session ?? null,
})
