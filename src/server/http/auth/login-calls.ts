import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../model/errors'
import type { FieldError } from '../../../model/field-type'
import { success } from '../../platform/answers/envelope'
import { GUEST_BYTES } from '../../platform/answers/guest-bodies'
import { refuseMethods } from '../../platform/answers/refuse-methods'
import type { Runtime } from '../../language/runtime'
import type { SettingsStore } from '../../language/settings/settings-store'
import { deviceOf } from '../../work/accounts/device-of'
import { logIn, logOut, type Credentials } from '../../work/accounts/login'
import { logInByPasskey } from '../../work/accounts/login-by-passkey'
import { passkeySite } from '../../work/accounts/passkeys'
import { originFor } from '../../language/settings/console-origin'
import { requireActor } from '../../work/accounts/require-actor'
import type { SessionStore } from '../../language/actor/session-store'
import type { SessionUser, ShellAnswers } from '../../../model/shell-answers'
import { configOf } from '../../language/actor/session-user'

type Body = { readonly [key: string]: unknown } | null | undefined

/**
 * `POST login/login` {username, password, code?, passkey?} or {passkey} with {app_version_code, platform, device_brand
 * ...} → the union of what both files of the spec answer; `POST login/logout`; `GET login/look`: the brand, pictures
 * and colours that the page of the log-in has, for everybody. A GET is refused: query strings end up in logs.
 */
export function registerLogin(
  app: FastifyInstance,
  runtime: Runtime,
  sessions: SessionStore,
  settings: SettingsStore,
  sessionUser: (request: FastifyRequest) => Promise<SessionUser>,
): void {
  const siteFor = async ({ headers, protocol }: FastifyRequest) =>
    passkeySite(originFor(await runtime.settings(), headers.host, protocol))
  app.post<{ Body: Body }>('/api/admin/login/login', { config: { guestBytes: GUEST_BYTES } }, async (request) => {
    const { body, ip } = request
    const [device, site] = [deviceOf(request), await siteFor(request)]
    const token =
      body && body.username === undefined && body.passkey !== undefined
        ? await logInByPasskey(runtime, body.passkey, device, ip, site)
        : await logIn(runtime, credentials(body), { device, ip, site })
    const session = await sessions.find(token)
    if (!session) throw new AppError('LOGIN_FAILED')
    Object.assign(request, { session, actor: session.actor, sessionId: session.id })
    if (runtime.words.languages.includes(session.actor.language)) request.language = session.actor.language
    const answer = await sessionUser(request)
    const { name = null, surname } = session.person
    return success<ShellAnswers['login/login']>({
      token,
      id: session.actor.id,
      name,
      surname: surname ?? '',
      pic: answer.user.data.pic ?? null,
      ro_name: session.role?.name ?? null,
      ...answer,
      msg: runtime.words.say(request.language, 'login.welcome', { name: String(name) }),
    })
  })

  app.get('/api/admin/login/look', async (request) => {
    const { brand, pic_logo, pic_favicon, pic_bg_auth, colours } = configOf(await settings.visible())
    return success({
      brand,
      pic_logo,
      pic_favicon,
      pic_bg_auth: pic_bg_auth ?? null,
      colours,
      passkeys_at: (await siteFor(request))?.origin ?? null,
    })
  })

  app.post('/api/admin/login/logout', async (request) => {
    requireActor(request)
    if (request.session) await logOut(runtime, request.session)
    return success({})
  })

  refuseMethods(app, '/api/admin/login/login', 'POST', 'errors.login_by_get')
  refuseMethods(app, '/api/admin/login/logout', 'POST')
  refuseMethods(app, '/api/admin/login/look', 'GET')
}

/** @throws {AppError} VALIDATION, LOGIN_FAILED */
export function credentials(body: Body): Credentials {
  const { username, password, code, passkey } = body ?? {}
  const errors: { [field: string]: FieldError } = {}
  if (typeof username !== 'string' || username.trim() === '') errors.username = { key: 'required' }
  if (typeof password !== 'string' || password === '') errors.password = { key: 'required' }
  if (typeof username !== 'string' || typeof password !== 'string' || Object.keys(errors).length > 0) {
    throw new AppError('VALIDATION', { errors })
  }
  // No account has such a name, and nothing that long is worth hashing.
  if (username.length > 255 || password.length > 1000 || /\p{Cc}/u.test(username.trim()))
    throw new AppError('LOGIN_FAILED')
  return { username, password, code, passkey: passkey ?? undefined }
}
