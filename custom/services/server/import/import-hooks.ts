import { isStaff } from '#app/asker'
import { living, tables } from '#app/tables'
import { AppError, isCountedId, type JsonObject, wrong } from '#engine/model'
import { anyOf, type HookContext, type Hooks } from '#engine/server'
import { moveService } from '../life/move-service'
import { findPlaces, foundPlace } from './found-places'
import { makeFromRow, productOf } from './make-from-row'

/**
 * A row of a file becomes a service, made as the form would make it; a row that is removed again cancels its service
 * while nobody has it.
 */
export const importHooks: Hooks = {
  entity: 'services_import',
  async beforeRows(call, rows) {
    await findPlaces(
      call,
      rows.flatMap(({ origin = '', destination = '' }) => [origin, destination]),
    )
  },
  async beforeSave(context, data, before) {
    // Rows of a file alone have had their places looked for.
    const origin = data['origin']
    if (before || typeof origin !== 'string' || foundPlace(context, origin) === undefined) return data
    assertDate(data, context.now)
    const client = isCountedId(data['client'])
      ? await tables(context.tx)
          .selectFrom('users')
          .where('id', '=', Number(data['client']))
          .select(['id_company', 'id_company_area', 'id_branch'])
          .executeTakeFirst()
      : undefined
    for (const field of ['origin', 'destination'] as const) {
      const text = data[field]
      if (typeof text === 'string' && text.trim() !== '' && foundPlace(context, text) === null)
        throw wrong(field, 'services.import.no_place')
    }
    const product = data['id_product']
    if (typeof product === 'string' && product.trim() !== '' && (await productOf(context.tx, product)) === null)
      throw wrong('id_product', 'services.import.no_product')
    return {
      ...data,
      ...(client && {
        id_company: client.id_company,
        id_company_area: client.id_company_area,
        id_branch: client.id_branch,
      }),
    }
  },
  async afterRows(call, ids) {
    const waiting = await living(call.db, 'services_import')
      .where('id', '=', anyOf(ids))
      .where('id_service', 'is', null)
      .where('result', 'is', null)
      .select('id')
      .orderBy('id')
      .execute()
    for (const { id } of waiting) await makeFromRow(call, id)
  },
  async beforeRemove(context, record) {
    const id = record['id_service']
    if (!isCountedId(id)) return
    const service = await living(context.tx, 'services')
      .where('id', '=', Number(id))
      .select(['state', 'id_driver'])
      .executeTakeFirst()
    if (!service || service.state === 'canceled') return
    if (service.id_driver !== null || (service.state !== 'created' && service.state !== 'scheduled'))
      throw new AppError('CONFLICT', { say: 'services.import.under_way' })
    await cancelled(context, Number(id))
  },
}

async function cancelled({ tx, actor, now, id_session }: HookContext, id: number): Promise<void> {
  const mover = isStaff(actor) ? ('operator' as const) : ('client' as const)
  await moveService(tx, {
    id,
    move: 'cancel',
    by: { mover, id_user: actor.id, platform: 'web', id_session: id_session ?? null },
    now,
    also: { cancel_by: mover },
  })
}

function assertDate({ type, scheduled_date: date }: JsonObject, now: Date): void {
  if (type === 'booking' && typeof date === 'string' && Date.parse(date) < now.getTime())
    throw wrong('scheduled_date', 'services.past')
}
