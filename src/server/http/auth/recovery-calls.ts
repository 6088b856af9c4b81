import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../model/errors'
import type { FieldError } from '../../../model/field-type'
import { success } from '../../platform/answers/envelope'
import { GUEST_BYTES } from '../../platform/answers/guest-bodies'
import { refuseMethods } from '../../platform/answers/refuse-methods'
import type { Runtime } from '../../language/runtime'
import { networkOf } from '../../platform/network/network'
import { originFor } from '../../language/settings/console-origin'
import { askRecovery, checkRecovery, deadLink, saveRecovery } from '../../work/accounts/recovery'

type Input = { readonly [key: string]: unknown } | null | undefined

const MAX_CHARS = 255
const OPEN = { config: { guestBytes: GUEST_BYTES } }

/**
 * Recovery of a forgotten password, for everyone: `login/recover` {username, id_widget?}, `recover` {token_recover} and
 * `recover/save` {password1, password2, token_recover}. The first two by GET (as the spec has them) and by POST (as the
 * console sends them); passwords by POST alone.
 */
export function registerRecovery(app: FastifyInstance, runtime: Runtime): void {
  const { words } = runtime

  const ask = async (request: FastifyRequest, input: Input) => {
    const username = text(input, 'username', MAX_CHARS)
    if (username === null) throw new AppError('VALIDATION', { errors: { username: { key: 'required' } } })
    await askRecovery(runtime, {
      username,
      address: networkOf(request.ip),
      language: request.language,
      origin: originFor(await runtime.settings(), request.headers.host, request.protocol),
    })
    return success({ msg: words.say(request.language, 'recover.sent') })
  }

  const check = async (request: FastifyRequest, input: Input) => {
    await checkRecovery(runtime, tokenIn(input), networkOf(request.ip))
    return success({})
  }

  app.get<{ Querystring: Input }>('/api/admin/login/recover', { exposeHeadRoute: false }, (request) =>
    ask(request, request.query),
  )
  app.post<{ Body: Input }>('/api/admin/login/recover', OPEN, (request) => ask(request, request.body))
  app.get<{ Querystring: Input }>('/api/admin/recover', { exposeHeadRoute: false }, (request) =>
    check(request, request.query),
  )
  app.post<{ Body: Input }>('/api/admin/recover', OPEN, (request) => check(request, request.body))

  app.post<{ Body: Input }>('/api/admin/recover/save', OPEN, async (request) => {
    const token = tokenIn(request.body)
    const errors: { [field: string]: FieldError } = {}
    const [password1, password2] = ['password1', 'password2'].map((name) => {
      const value = text(request.body, name, 1000, false)
      if (value === null) errors[name] = { key: 'required' }
      return value ?? ''
    })
    if (Object.keys(errors).length > 0) throw new AppError('VALIDATION', { errors })
    await saveRecovery(runtime, token, [password1 ?? '', password2 ?? ''], {
      address: networkOf(request.ip),
      platform: 'web',
    })
    return success({ msg: words.say(request.language, 'recover.done') })
  })
  refuseMethods(app, '/api/admin/recover/save', 'POST', 'errors.password_by_get')
}

/** @throws {AppError} VALIDATION: what is not a token is not from one of our links */
function tokenIn(input: Input): string {
  const token = input?.token_recover
  if (typeof token !== 'string' || !/^[\w-]{20,200}$/.test(token)) throw deadLink()
  return token
}

function text(input: Input, name: string, max: number, trims = true): string | null {
  const value = input?.[name]
  if (typeof value !== 'string') return null
  const read = trims ? value.trim() : value
  return read === '' || read.length > max || /\p{Cc}/u.test(read) ? null : read
}
