import type { FastifyInstance, FastifyRequest } from 'fastify'
import { success } from '../../platform/answers/envelope'
import { refuseMethods } from '../../platform/answers/refuse-methods'
import { requireActor } from '../../work/accounts/require-actor'
import type { SessionUser } from '../../../model/shell-answers'
import { bearer } from '../../language/actor/token'

/** `GET verify`: whether the token is valid, and all a console starts with. @throws {AppError} UNAUTHENTICATED */
export function registerVerify(
  app: FastifyInstance,
  sessionUser: (request: FastifyRequest) => Promise<SessionUser>,
): void {
  app.get('/api/admin/verify', async (request) => {
    requireActor(request)
    return success({ token: bearer(request.headers.authorization), ...(await sessionUser(request)) })
  })
  refuseMethods(app, '/api/admin/verify', 'GET')
}
