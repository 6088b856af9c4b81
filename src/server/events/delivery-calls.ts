import type { FastifyInstance } from 'fastify'
import { AppError } from '../../model/errors'
import type { Json, JsonObject } from '../../model/json'
import { success } from '../answers/envelope'
import { refuseMethods } from '../answers/refuse-methods'
import { requireActor, requireRoot } from '../auth/require-actor'
import { wakeJob } from '../jobs/wake-job'
import type { Runtime } from '../runtime'
import { DELIVERY_JOB } from './delivery-job'

const MAX_IDS = 1000
const SHOWN = 30

/**
 * `POST deliveries/retry` {id | ids}, for users with full access: what failed for good is tried again at once. A person's own notices: `GET live`,
 * `POST notifications/read` {ids} (without ids all), `POST live/{id}/notificationsRemove` {id}.
 */
export function registerDeliveries(app: FastifyInstance, runtime: Runtime): void {
  const { database, words } = runtime

  app.post<{ Body: JsonObject | null }>('/api/admin/deliveries/retry', async (request) => {
    requireRoot(request)
    const wanted = idsOf(request.body)
    const date = runtime.now().toISOString()
    const done = await database.transaction(async (tx) => {
      const rows = await tx.updateTable('deliveries').set({ status: '1', attempts: 0, date_next: date, date_updated: date })
        .where('id', 'in', wanted.length > 0 ? [...wanted] : [0]).where('status', '=', '4').returning('id').execute()
      if (rows.length > 0) await wakeJob(tx, DELIVERY_JOB)
      return rows.length
    })
    if (done === 0) throw new AppError('NOT_FOUND')
    return success({ msg: words.say(request.language, 'deliveries.retried', { smart_count: done }) })
  })

  app.get('/api/admin/live', async (request) => {
    const { id } = requireActor(request)
    const own = database.db.selectFrom('notifications').where('id_user', '=', id).where('date_deleted', 'is', null)
    const rows = await own.select(['id', 'title', 'body', 'resource', 'id_target', 'status', 'date_created']).orderBy('id', 'desc').limit(SHOWN).execute()
    const { count } = await own.where('status', '=', '1').select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()
    return success({ notifications: rows.map((row) => ({ ...row, date_created: new Date(String(row.date_created)).toISOString() })), unread: Number(count) })
  })

  app.post<{ Body: JsonObject | null }>('/api/admin/notifications/read', async (request) => {
    const { id } = requireActor(request)
    const isAll = request.body?.ids === undefined
    const wanted = idsOf(request.body)
    const own = database.db.updateTable('notifications').set({ status: '3', date_updated: runtime.now().toISOString() }).where('id_user', '=', id).where('status', '=', '1')
    await (isAll ? own : own.where('id', 'in', wanted.length > 0 ? [...wanted] : [0])).execute()
    return success({})
  })

  app.post<{ Params: { readonly id: string } }>('/api/admin/live/:id/notificationsRemove', async (request) => {
    const { id } = requireActor(request)
    const done = await database.db.deleteFrom('notifications').where('id_user', '=', id).where('id', 'in', [...idsOf({ id: request.params.id }), 0]).returning('id').execute()
    if (done.length === 0) throw new AppError('NOT_FOUND')
    return success({ msg: words.say(request.language, 'notices.removed') })
  })

  refuseMethods(app, '/api/admin/live', 'GET')
  for (const call of ['deliveries/retry', 'notifications/read', 'live/:id/notificationsRemove']) refuseMethods(app, `/api/admin/${call}`, 'POST')
}

const MAX_ID = 2_147_483_647

function idsOf(body: JsonObject | null): readonly number[] {
  const { id, ids } = body ?? {}
  const list: readonly Json[] = Array.isArray(ids) ? ids : [id ?? null]
  return list.map(Number).filter((one) => Number.isInteger(one) && one > 0 && one <= MAX_ID).slice(0, MAX_IDS)
}
