import type { FastifyInstance, HTTPMethods } from 'fastify'
import { AppError } from '../../model/errors'

const METHODS: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Answers every other method of a path with 405 and what is allowed, in place of "not found". */
export function refuseMethods(app: FastifyInstance, url: string, allowed: 'GET' | 'POST', say = 'errors.METHOD_NOT_ALLOWED'): void {
  app.route({
    url, method: METHODS.filter((method) => method !== allowed), exposeHeadRoute: false,
    handler: async (request, reply) => {
      reply.header('allow', allowed)
      throw new AppError('METHOD_NOT_ALLOWED', { say, params: { method: request.method, allowed } })
    },
  })
}
