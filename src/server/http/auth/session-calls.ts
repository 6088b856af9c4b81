import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import type { OpenSession, ShellAnswers } from '../../../model/shell-answers'
import { success } from '../../platform/answers/envelope'
import { refuseMethods } from '../../platform/answers/refuse-methods'
import { writeLog } from '../../language/audit'
import type { Runtime } from '../../language/runtime'
import { inScope } from '../../records/fields/in-scope'
import { assertConfirmed } from '../../language/actor/confirmation'
import { deviceOf } from '../../work/accounts/device-of'
import { closeSession } from '../../work/accounts/login'
import { sessionsContext, sessionToEnd } from '../../work/accounts/session-to-end'
import { requireActor } from '../../work/accounts/require-actor'
import { openSession, type Device } from '../../work/accounts/open-session'
import type { Session } from '../../language/actor/session'
import { engineTables, livingRows } from '../../platform/database/engine-tables'

/**
 * Opens a session of another user for a user with full access. It lives only as long as the viewer's own, and what is
 * done in it is logged under both.
 * @throws {AppError} FORBIDDEN with the reason, NOT_FOUND
 */
async function logInAs(
  runtime: Runtime,
  own: Session,
  id: number,
  device: Device,
): Promise<{ readonly token: string; readonly id: number; readonly name: string; readonly surname: string | null }> {
  const {
    database: { transaction },
    now,
  } = runtime
  if (id === own.actor.id) throw new AppError('FORBIDDEN', { say: 'errors.login_as_self' })
  const settings = await runtime.settings()
  return transaction(async (tx) => {
    const user = await livingRows(tx, 'users as u')
      .leftJoin('roles as r', 'r.id', 'u.id_role')
      .select(['u.id', 'u.name', 'u.surname', 'u.state', 'u.type_user', 'u.id_role', 'r.root'])
      .where('u.id', '=', id)
      .executeTakeFirst()
    if (!user) throw new AppError('NOT_FOUND')
    if (user.root === true) throw new AppError('FORBIDDEN', { say: 'errors.login_as_other_root' })
    const { kinds } = runtime.model().application
    if (!kinds.some(({ value, viewed }) => viewed && value === user.type_user))
      throw new AppError('FORBIDDEN', { say: 'errors.login_as_type' })
    if (user.state !== '1') throw new AppError('FORBIDDEN', { say: 'errors.login_as_inactive' })
    const { token } = await openSession(tx, user, device, settings, now(), {
      id_user_as: own.actor.id,
      id_session_own: own.id,
    })
    await writeLog(tx, {
      id_user: own.actor.id,
      type_log: 'login_as',
      target: 'users',
      id_target: user.id,
      title: [user.name, user.surname].filter(Boolean).join(' '),
      platform: own.platform,
      id_session: own.id,
      date: now(),
    })
    return { token, id: user.id, name: user.name, surname: user.surname }
  })
}

const MODULE = 'sessions'
const MAX_OWN = 100
const OWN_COLUMNS = [
  'id',
  'platform',
  'device_brand',
  'device_model',
  'os',
  'os_version',
  'user_agent',
  'address',
  'last_activity',
  'date_created',
] as const

type Input = JsonObject | null | undefined

/**
 * `sessions/remove` {id} (`sessionToEnd` says whose), `sessions/platforms`, `me/sessions`, `users/loginAs` {id}.
 */
export function registerSessions(app: FastifyInstance, runtime: Runtime): void {
  const {
    database: { db },
    words,
  } = runtime

  const remove = async (request: FastifyRequest, input: Input) => {
    const { id: actor } = requireActor(request)
    const id = idIn(input)
    const row = await sessionToEnd(runtime, request, id)
    if (row.state === '1') {
      await closeSession(runtime, id, (tx) =>
        writeLog(tx, {
          id_user: actor,
          type_log: 'close_session',
          target: MODULE,
          id_target: id,
          title: row.platform ?? '',
          platform: request.session?.platform ?? 'web',
          id_session: request.sessionId,
          date: runtime.now(),
        }),
      )
    }
    return success({ msg: words.say(request.language, 'sessions.closed') })
  }
  app.get<{ Querystring: Input }>('/api/admin/sessions/remove', { exposeHeadRoute: false }, (request) =>
    remove(request, request.query),
  )
  app.post<{ Body: Input }>('/api/admin/sessions/remove', (request) => remove(request, request.body))

  app.get('/api/admin/sessions/platforms', async (request) => {
    const context = await sessionsContext(runtime, request)
    if (!context) throw new AppError('FORBIDDEN')
    const rows = await engineTables(db)
      .selectFrom('sessions as s')
      .select('s.platform')
      .distinct()
      .where('s.platform', 'is not', null)
      .where(inScope(context, 's'))
      .orderBy('s.platform')
      .limit(MAX_OWN)
      .execute()
    return success({ items: rows.map(({ platform }) => ({ id: platform, name: platform })) })
  })

  app.get('/api/admin/me/sessions', async (request) => {
    const { id } = requireActor(request)
    const rows = await livingRows(db, 'sessions')
      .where('id_user', '=', id)
      .where('state', '=', '1')
      .where('id_user_as', 'is', null)
      .orderBy('last_activity', 'desc')
      .limit(MAX_OWN)
      .select(OWN_COLUMNS)
      .$castTo<Omit<OpenSession, 'current'>>()
      .execute()
    return success<ShellAnswers['me/sessions']>({
      items: rows.map((row) => ({ ...row, current: row.id === request.sessionId })),
    })
  })

  app.post<{ Body: Input }>('/api/admin/users/loginAs', async (request) => {
    requireActor(request)
    if (!request.session) throw new AppError('UNAUTHENTICATED')
    // Before anything is asked of what was sent: who may not is told so, whatever they send.
    if (!request.session.actor.root) throw new AppError('FORBIDDEN', { say: 'errors.login_as_root' })
    await assertConfirmed(db, request.sessionId, runtime.now())
    const { token, ...person } = await logInAs(runtime, request.session, idIn(request.body), deviceOf(request))
    const name = [person.name, person.surname].filter(Boolean).join(' ')
    return success({ token, ...person, msg: words.say(request.language, 'login.as', { name }) })
  })

  refuseMethods(app, '/api/admin/sessions/platforms', 'GET')
  refuseMethods(app, '/api/admin/me/sessions', 'GET')
  refuseMethods(app, '/api/admin/users/loginAs', 'POST')
}

/** @throws {AppError} VALIDATION */
function idIn(input: Input): number {
  const id: Json | undefined = input?.id
  const number = typeof id === 'string' && /^\d{1,9}$/.test(id) ? Number(id) : id
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1 || number > 2 ** 31 - 1) {
    throw new AppError('VALIDATION', { errors: { id: { key: id === undefined || id === null ? 'required' : 'type' } } })
  }
  return number
}
