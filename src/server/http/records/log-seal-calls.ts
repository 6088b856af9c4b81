import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../model/errors'
import type { JsonObject } from '../../../model/json'
import { success } from '../../platform/answers/envelope'
import { refuseMethods } from '../../platform/answers/refuse-methods'
import { requireRoot } from '../../work/accounts/require-actor'
import type { Job } from '../../platform/jobs/job'
import type { Runtime } from '../../language/runtime'
import { checkSeals, sealColumns, sealLog } from '../../records/log/log-seal'

/** Days that are checked again every night: what is altered later is found by hand. */
const NIGHTLY_DAYS = 7
const MAX_AT_ONCE = 400

/** Seals the activity log day by day, and checks the last days again after each. */
export const sealLogJob: Job = {
  name: 'engine.seal_log',
  every_s: 3600,
  async run({ runtime, signal, log }) {
    const { database, now } = runtime
    const made = await sealLog(database, now(), signal)
    if (made.length === 0) return
    const seals = await sealColumns(database.db).orderBy('day', 'desc').limit(NIGHTLY_DAYS).execute()
    for (const { day, outcome } of await check(runtime, seals))
      if (outcome === 'changed') log(`The activity of ${day} is not what it was when it was sealed.`)
  },
}

/** `POST log_seals/check` {id | ids}, for users with full access: computes the days anew and answers what was found. */
export function registerLogSeals(app: FastifyInstance, runtime: Runtime): void {
  app.post<{ Body: JsonObject | null }>('/api/admin/log_seals/check', async (request) => {
    requireRoot(request)
    const { id, ids } = request.body ?? {}
    const wanted = (Array.isArray(ids) ? ids : [id]).map(Number).filter(Number.isInteger).slice(0, MAX_AT_ONCE)
    const seals =
      wanted.length === 0
        ? []
        : await sealColumns(runtime.database.db).where('id', 'in', wanted).orderBy('day').execute()
    if (seals.length === 0) throw new AppError('NOT_FOUND')
    const items = await check(runtime, seals)
    const changed = items.filter(({ outcome }) => outcome === 'changed').map(({ day }) => day)
    const say = (key: string, params = {}) => runtime.words.say(request.language, key, params)
    return success({
      items,
      msg:
        changed.length > 0
          ? say('log_seals.changed', { days: changed.join(', ') })
          : say('log_seals.intact', { smart_count: items.length }),
    })
  })
  refuseMethods(app, '/api/admin/log_seals/check', 'POST')
}

const check = async ({ database, now, settings }: Runtime, seals: Parameters<typeof checkSeals>[1]) =>
  checkSeals(database, seals, { now: now(), log_days: Number((await settings()).log_days) || 0 })
