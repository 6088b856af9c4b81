import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import { success } from '../../platform/answers/envelope'
import { refuseMethods } from '../../platform/answers/refuse-methods'
import type { Runtime } from '../../language/runtime'
import { attemptSucceeded, forgetAttempt, attemptLimits, openAttempt } from '../../work/accounts/attempts'
import { networkOf } from '../../platform/network/network'
import { passkeySite, provedBy } from '../../work/accounts/passkeys'
import { passwordFits } from '../../language/actor/password'
import { originFor } from '../../language/settings/console-origin'
import { requireActor } from '../../work/accounts/require-actor'
import type { Session } from '../../language/actor/session'
import { engineTables } from '../../platform/database/engine-tables'

const GUESSES = attemptLimits({ account: 10, address: 50 })

/**
 * Whether a password is the session's own user's: of who views as another, the viewer's. Counted as log-ins are.
 * @throws {AppError} VALIDATION at `source`, TOO_MANY
 */
export async function assertPassword(
  { database: { db }, now }: Runtime,
  request: FastifyRequest,
  { actor, viewer }: Session,
  source: string,
  password: Json | undefined,
): Promise<void> {
  if (typeof password !== 'string' || password === '')
    throw new AppError('VALIDATION', { errors: { [source]: { key: 'required' } } })
  const id = viewer?.id ?? actor.id
  const attempt = await openAttempt(
    db,
    { username: `profile ${id}`, address: `profile ${networkOf(request.ip)}` },
    GUESSES,
    now(),
  )
  const row = await engineTables(db).selectFrom('users').select('password').where('id', '=', id).executeTakeFirst()
  const stored = row?.password
  const fits = await passwordFits(password.slice(0, 1000), typeof stored === 'string' ? stored : null, {
    line: `person ${id}`,
    known: true,
  }).catch(async (busy: unknown) => {
    await forgetAttempt(db, attempt)
    throw busy
  })
  if (!fits) {
    throw new AppError('VALIDATION', { errors: { [source]: { key: 'password_wrong' } } })
  }
  await attemptSucceeded(db, attempt)
}

/**
 * The same by a passkey, which asked for the person's finger, face or number.
 * @throws {AppError} VALIDATION at `password`
 */
async function assertPasskey(
  runtime: Runtime,
  request: FastifyRequest,
  { actor, viewer }: Session,
  given: Json,
): Promise<void> {
  const site = passkeySite(originFor(await runtime.settings(), request.headers.host, request.protocol))
  if (!site || !(await provedBy(runtime, site, given, 'confirm', viewer?.id ?? actor.id)))
    throw new AppError('VALIDATION', { errors: { password: { key: 'factor_passkey' } } })
}

/**
 * `POST me/confirm` {password} or {passkey}: the session's sensitive acts are open for some minutes, and it is
 * unlocked.
 * @throws {AppError} VALIDATION at `password`, TOO_MANY
 */
export function registerConfirm(app: FastifyInstance, runtime: Runtime): void {
  app.post<{ Body: JsonObject | null | undefined }>('/api/admin/me/confirm', async (request) => {
    requireActor(request)
    if (!request.session) throw new AppError('UNAUTHENTICATED')
    const { passkey, password } = request.body ?? {}
    if (passkey === undefined || passkey === null)
      await assertPassword(runtime, request, request.session, 'password', password)
    else await assertPasskey(runtime, request, request.session, passkey)
    const date = runtime.now().toISOString()
    await engineTables(runtime.database.db)
      .updateTable('sessions')
      .set({ date_confirmed: date, last_activity: date, date_locked: null })
      .where('id', '=', request.session.id)
      .execute()
    return success({})
  })
  refuseMethods(app, '/api/admin/me/confirm', 'POST', 'errors.password_by_get')
}
