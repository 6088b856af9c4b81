import { living } from '#app/tables'
import { AppError, isCountedId, type JsonObject, wrong } from '#engine/model'
import type { HookContext, Hooks } from '#engine/server'
import type { ServiceState } from '../../../service-states/model'
import { recountService } from './recount'

/** Tolls and pauses are of a ride that has begun; what is agreed before is the route's. */
const BEGUN: readonly ServiceState[] = ['started', 'arrived', 'finalized']

/** A toll or a pause that is put in, changed or taken out changes what its service costs, in the same transaction. */
const hooksOf = (entity: 'service_tolls' | 'service_pauses'): Hooks => ({
  entity,
  async beforeSave({ tx }, data, before) {
    if (before && data.id_service !== undefined && data.id_service !== before.id_service)
      throw wrong('id_service', 'services.extra_stays')
    const id_service = data.id_service ?? before?.id_service
    // What names no service is an error of its field, which is judged after this.
    if (!isCountedId(id_service)) return data
    const row = await living(tx, 'services').where('id', '=', id_service).select('state').forUpdate().executeTakeFirst()
    if (!row || !BEGUN.includes(row.state as ServiceState)) throw wrong('id_service', 'services.extra_of_begun')
    return data
  },
  afterSave: (context, record) => counted(context, record),
  async afterSaveMany(context, saved) {
    for (const { record } of new Map(saved.map((one) => [one.record.id_service, one])).values())
      await counted(context, record)
  },
  beforeRemove: (context, record) => counted(context, record, { entity, id: Number(record.id) }),
  async beforeRestore() {
    throw new AppError('CONFLICT', { say: 'services.extra_gone' })
  },
})

const counted = (
  { tx, actor, now, id_session = null }: HookContext,
  { id_service }: JsonObject,
  without?: { readonly entity: 'service_tolls' | 'service_pauses'; readonly id: number },
): Promise<void> =>
  recountService(tx, {
    id_service: Number(id_service),
    by: { id_user: actor.id, id_session },
    now,
    ...(without && { without }),
  })

export const tollHooks = hooksOf('service_tolls')
export const pauseHooks = hooksOf('service_pauses')
