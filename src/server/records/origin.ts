import type { FastifyRequest } from 'fastify'
import { idempotencyKey } from '../once/idempotency-key'
import type { Origin } from './record-context'

/** Where a request of the console comes from. */
export const originOf = (request: FastifyRequest): Origin => ({
  id_session: request.sessionId,
  platform: request.actor?.key ? 'api' : request.session?.platform ?? 'web',
  idempotency: idempotencyKey(request.headers),
})
