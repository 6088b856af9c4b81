import type { FastifyInstance } from 'fastify'
import { AppError } from '../../model/errors'
import type { Json, JsonObject } from '../../model/json'
import { success } from '../platform/answers/envelope'
import { refuseMethods } from '../platform/answers/refuse-methods'
import { requireRoot } from '../work/accounts/require-actor'
import { wakeJob } from '../platform/jobs/wake-job'
import type { Runtime } from '../language/runtime'
import { deliveryJobName } from '../work/outbox/delivery-names'
import { engineTables } from '../platform/database/engine-tables'

const MAX_IDS = 1000

/** For users with full access: `POST deliveries/retry` {id | ids}: what failed for good is tried again at once. */
export function registerDeliveries(app: FastifyInstance, runtime: Runtime): void {
  const { database, words } = runtime

  app.post<{ Body: JsonObject | null }>('/api/admin/deliveries/retry', async (request) => {
    requireRoot(request)
    const wanted = idsOf(request.body)
    const date = runtime.now().toISOString()
    const done = await database.transaction(async (tx) => {
      const rows = await engineTables(tx)
        .updateTable('deliveries')
        .set({ status: '1', attempts: 0, date_next: date, date_updated: date })
        .where('id', 'in', wanted.length > 0 ? [...wanted] : [0])
        .where('status', '=', '4')
        .returning('channel')
        .execute()
      for (const channel of new Set(rows.map((row) => row.channel))) await wakeJob(tx, deliveryJobName(channel))
      return rows.length
    })
    if (done === 0) throw new AppError('NOT_FOUND')
    return success({ msg: words.say(request.language, 'deliveries.retried', { smart_count: done }) })
  })

  refuseMethods(app, '/api/admin/deliveries/retry', 'POST')
}

const MAX_ID = 2_147_483_647

function idsOf(body: JsonObject | null): readonly number[] {
  const { id, ids } = body ?? {}
  const list: readonly Json[] = Array.isArray(ids) ? ids : [id ?? null]
  return list
    .map(Number)
    .filter((one) => Number.isInteger(one) && one > 0 && one <= MAX_ID)
    .slice(0, MAX_IDS)
}
