import type { FastifyInstance } from 'fastify'
import type { Channel } from '../../model/effects/effect'
import { AppError } from '../../model/errors'
import type { Json, JsonObject } from '../../model/json'
import { success } from '../answers/envelope'
import { refuseMethods } from '../answers/refuse-methods'
import { requireRoot } from '../auth/require-actor'
import { wakeJob } from '../jobs/wake-job'
import type { Runtime } from '../runtime'
import { deliveryJobName } from './delivery-job'
import { catalogueOf } from './live-effects'
import { tryEffect } from './try-alert'

const MAX_IDS = 1000

/**
 * For users with full access: `POST deliveries/retry` {id | ids}: what failed for good is tried again at once. `POST alerts/try` {id}: the asker alone gets what an
 * alert in force would say of the last record.
 */
export function registerDeliveries(app: FastifyInstance, runtime: Runtime): void {
  const { database, words } = runtime

  app.post<{ Body: JsonObject | null }>('/api/admin/deliveries/retry', async (request) => {
    requireRoot(request)
    const wanted = idsOf(request.body)
    const date = runtime.now().toISOString()
    const done = await database.transaction(async (tx) => {
      const rows = await tx.updateTable('deliveries').set({ status: '1', attempts: 0, date_next: date, date_updated: date })
        .where('id', 'in', wanted.length > 0 ? [...wanted] : [0]).where('status', '=', '4').returning('channel').execute()
      for (const channel of new Set(rows.map((row) => row.channel as Channel))) await wakeJob(tx, deliveryJobName(channel))
      return rows.length
    })
    if (done === 0) throw new AppError('NOT_FOUND')
    return success({ msg: words.say(request.language, 'deliveries.retried', { smart_count: done }) })
  })

  app.post<{ Body: JsonObject | null }>('/api/admin/alerts/try', async (request) => {
    const actor = requireRoot(request)
    const [id] = idsOf(request.body)
    const row = id === undefined ? undefined : await database.db.selectFrom('alerts as a').innerJoin('modules as m', 'm.id', 'a.id_module').select('m.key').where('a.id', '=', id).executeTakeFirst()
    const resource = row && catalogueOf(runtime.model(), String(row.key))
    const effect = (resource ? await runtime.effects.of(database.db, resource.entity) : []).find(({ source }) => source === `alerts.${id ?? ''}`)
    if (!effect) throw new AppError('NOT_FOUND', { say: 'alerts.not_in_force' })
    await tryEffect(runtime, actor, effect)
    return success({ msg: words.say(request.language, 'alerts.tried') })
  })

  for (const call of ['deliveries/retry', 'alerts/try']) refuseMethods(app, `/api/admin/${call}`, 'POST')
}

const MAX_ID = 2_147_483_647

function idsOf(body: JsonObject | null): readonly number[] {
  const { id, ids } = body ?? {}
  const list: readonly Json[] = Array.isArray(ids) ? ids : [id ?? null]
  return list.map(Number).filter((one) => Number.isInteger(one) && one > 0 && one <= MAX_ID).slice(0, MAX_IDS)
}
