import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../model/errors'
import { deviceOf } from '../../work/accounts/device-of'
import { logIn, logOut } from '../../work/accounts/login'
import { credentials } from '../auth/login-calls'
import { networkOf } from '../../platform/network/network'
import { originFor } from '../../language/settings/console-origin'
import { askRecovery } from '../../work/accounts/recovery'
import type { SessionStore } from '../../language/actor/session-store'
import type { CallSession } from '../../language/feature/call'
import type { Runtime } from '../../language/runtime'

export function callSession(runtime: Runtime, sessions: SessionStore, request: FastifyRequest): CallSession {
  return {
    id: request.sessionId,
    async open(type_user, given) {
      const proof = credentials(given ?? (request.body as { readonly [key: string]: unknown } | null | undefined))
      const device = deviceOf(request)
      const token = await logIn(runtime, proof, {
        // Its page is another site's, where no passkey of the console is offered.
        device: { ...device, platform: given?.platform ?? device.platform },
        ip: request.ip,
        only: { type_user },
        site: null,
      })
      const session = await sessions.find(token)
      if (!session) throw new AppError('LOGIN_FAILED')
      return { token, id: session.id, actor: session.actor }
    },
    async recover(username) {
      const origin = originFor(await runtime.settings(), request.headers.host, request.protocol)
      await askRecovery(runtime, { username, address: networkOf(request.ip), language: request.language, origin })
    },
    async close() {
      if (request.session) await logOut(runtime, request.session)
    },
  }
}
