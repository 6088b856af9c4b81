import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../model/errors'
import type { Runtime } from '../../language/runtime'
import { AWAY_HEADER } from '../../../model/lock-calls'
import { assertEnrolled } from '../../language/actor/enrol-first'
import { addressRefused, isAllowed } from '../../platform/network/allowed-addresses'
import { hasKeyInAddress, isKey } from './api-key'
import type { KeyStore } from './key-store'
import { openByKey } from './open-by-key'
import type { Session } from '../../language/actor/session'
import type { SessionStore } from '../../language/actor/session-store'
import { bearer } from '../../language/actor/token'

/** What a locked session may call: all that unlocking takes. */
const OPEN = new Set(
  ['login/logout', 'login/look', 'words/:language', 'me/confirm', 'me/passkeyOptions', 'me/lock'].map(
    (path) => `/api/admin/${path}`,
  ),
)

/** @throws {AppError} IDLE; the same call works after `POST me/confirm` */
function assertUnlocked(request: FastifyRequest, { locked }: Session): void {
  if (locked && !request.is404 && !OPEN.has(request.routeOptions.url ?? '')) throw new AppError('IDLE')
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Everything that the session's one query read; `actor` and `sessionId` come from it. */
    session: Session | null
  }
  interface FastifyInstance {
    /**
     * Opens a request by the token in its form, for the one call that a page sends itself and therefore without a
     * header (an export). Forms with no token, or a dead one, open nothing.
     */
    openByForm(request: FastifyRequest): Promise<void>
  }
}

/** Puts actor, session and language on every request of the API, before its handler. */
export function authenticate(
  app: FastifyInstance,
  runtime: Runtime,
  { sessions, keys }: { readonly sessions: SessionStore; readonly keys: KeyStore },
): void {
  app.decorateRequest('actor', null)
  app.decorateRequest('sessionId', null)
  app.decorateRequest('session', null)
  app.decorateRequest('language', '')
  const open = async (request: FastifyRequest, token: string): Promise<void> => {
    const session = await sessions.find(token, request.headers[AWAY_HEADER] !== '1')
    if (!session) return
    if (runtime.words.languages.includes(session.actor.language)) request.language = session.actor.language
    if (
      !isAllowed(session.bounds.addresses, request.ip) &&
      request.routeOptions.url?.startsWith('/api/admin/login/') !== true
    )
      throw addressRefused('FORBIDDEN')
    assertUnlocked(request, session)
    assertEnrolled(request, session)
    request.session = session
    request.actor = session.actor
    request.sessionId = session.id
  }
  app.addHook('onRequest', async (request) => {
    request.language = acceptedLanguage(runtime.words.languages, request.headers['accept-language'])
    if (!request.url.startsWith('/api/')) return
    if (hasKeyInAddress(request.url)) throw new AppError('UNAUTHENTICATED', { say: 'errors.key_in_address' })
    const token = bearer(request.headers.authorization)
    if (token !== null) await (isKey(token) ? openByKey(runtime, keys, request, token) : open(request, token))
  })
  app.decorate('openByForm', async (request) => {
    const { token } = (request.body ?? {}) as { readonly token?: unknown }
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
    const found = isForm && typeof token === 'string' ? bearer(`Bearer ${token}`) : null
    if (found !== null) await open(request, found)
  })
}

/** The first language of an Accept-Language header that has words here; otherwise our first language. */
function acceptedLanguage(languages: readonly string[], header: string | undefined): string {
  const wanted = (header ?? '').split(',').map((part) => {
    const [tag = '', ...params] = part.trim().toLowerCase().split(';')
    const weight = params.map((param) => /^\s*q=([\d.]+)$/.exec(param)?.[1]).find((q) => q !== undefined)
    return { language: tag.split('-')[0] ?? '', weight: Number(weight ?? 1) }
  })
  wanted.sort((a, b) => b.weight - a.weight)
  return (
    wanted.find(({ language, weight }) => weight > 0 && languages.includes(language))?.language ?? languages[0] ?? 'es'
  )
}
