import type { FastifyInstance, HTTPMethods } from 'fastify'
import { AppError } from '../../../model/errors'

const METHODS: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Answers every other method of a path with 405 and the allowed ones, instead of "not found".
 * @param elsewhere methods that a route with a wider path answers
 */
export function refuseMethods(
  app: FastifyInstance,
  url: string,
  allowed: 'GET' | 'POST' | readonly ('GET' | 'POST')[],
  say = 'errors.METHOD_NOT_ALLOWED',
  elsewhere: readonly string[] = [],
): void {
  const open: readonly string[] = [...new Set([allowed, elsewhere].flat())]
  const named = open.join(', ')
  app.route({
    url,
    method: METHODS.filter((method) => !open.includes(method)),
    exposeHeadRoute: false,
    config: { refused: true },
    handler: async (request, reply) => {
      reply.header('allow', named)
      throw new AppError('METHOD_NOT_ALLOWED', { say, params: { method: request.method, allowed: named } })
    },
  })
}
