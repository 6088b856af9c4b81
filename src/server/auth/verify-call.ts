import type { FastifyInstance, FastifyRequest } from 'fastify'
import { success } from '../answers/envelope'
import { refuseMethods } from '../answers/refuse-methods'
import { requireActor } from './require-actor'
import type { SessionUser } from './session-user'
import { bearer } from './token'

/** `GET verify`: whether the token is valid, and all a console starts with. @throws {AppError} UNAUTHENTICATED */
export function registerVerify(app: FastifyInstance, sessionUser: (request: FastifyRequest) => Promise<SessionUser>): void {
  app.get('/api/admin/verify', async (request) => {
    requireActor(request)
    return success({ token: bearer(request.headers.authorization), ...await sessionUser(request) })
  })
  refuseMethods(app, '/api/admin/verify', 'GET')
}
