import type { FastifyInstance } from 'fastify'
import { choices } from '../../model/rules/choices'
import { AppError } from '../../model/errors'
import type { JsonObject } from '../../model/json'
import { success } from '../platform/answers/envelope'
import { refuseMethods } from '../platform/answers/refuse-methods'
import { writeLog } from '../language/audit'
import { requireRoot } from '../work/accounts/require-actor'
import type { Runtime } from '../language/runtime'
import { putModuleRows } from '../language/modules/module-rows'
import { livingRows } from '../platform/database/engine-tables'

const URL = '/api/admin/modules/ownMenu'

/**
 * `POST modules/ownMenu {type_user}`: gives a type of user its own menu, from then on ordered and named independently
 * of the common one.
 */
export function registerMenuCall(app: FastifyInstance, runtime: Runtime): void {
  app.post(URL, async (request) => {
    const actor = requireRoot(request)
    const { type_user } = (request.body ?? {}) as JsonObject
    const field = runtime.model().entities.modules?.fields.type_user
    const known = field ? choices(field).map(({ value }) => value) : []
    if (typeof type_user !== 'string' || !known.includes(type_user))
      throw error(type_user === undefined ? 'required' : 'enum')
    await runtime.database.transaction(async (tx) => {
      const there = await livingRows(tx, 'modules')
        .select('id')
        .where('type_user', '=', type_user)
        .limit(1)
        .executeTakeFirst()
      if (there) throw error('menu_there')
      await putModuleRows(tx, runtime.modules(), runtime.words, type_user)
      await writeLog(tx, {
        id_user: actor.id,
        type_log: 'own_menu',
        target: 'modules',
        id_target: null,
        title: null,
        platform: request.session?.platform ?? 'web',
        id_session: request.sessionId,
        date: runtime.now(),
        note: `type_user ${type_user}`,
      })
    })
    runtime.changed('modules')
    return success({ msg: runtime.words.say(actor.language, 'records.done_own_menu') })
  })
  refuseMethods(app, URL, 'POST')
}

const error = (key: string): AppError => new AppError('VALIDATION', { errors: { type_user: { key } } })
