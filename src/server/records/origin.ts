import type { FastifyRequest } from 'fastify'
import { idempotencyKey } from '../platform/once/idempotency-key'
import { readSettling, SETTLE_HEADER, type Settling } from '../../model/open-matters'
import { parseGiven } from '../platform/answers/shallow-json'
import type { Origin } from './record-context'
import { malformed } from '../platform/answers/malformed'

/** Where a request of the console comes from. */
export const originOf = (request: FastifyRequest): Origin => ({
  id_session: request.sessionId,
  platform: request.actor?.key ? 'api' : (request.session?.platform ?? 'web'),
  idempotency: idempotencyKey(request.headers),
  address: request.ip,
  ...settlingOf(request),
})

/** The call's answer to what it leaves open. @throws {AppError} MALFORMED */
export function settlingOf({ headers }: FastifyRequest): { readonly settle?: Settling } {
  const given = headers[SETTLE_HEADER]
  if (given === undefined || given === '') return {}
  const settle = typeof given === 'string' ? readSettling(jsonOf(given)) : null
  if (!settle) throw malformed(SETTLE_HEADER)
  return { settle }
}

function jsonOf(text: string): ReturnType<typeof parseGiven> {
  try {
    return parseGiven(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
