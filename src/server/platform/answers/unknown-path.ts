import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../model/errors'
import type { Words } from '../../language/runtime'
import { sendError } from './error-handler'

const API = /^\/api(\/|$)/
// A path with an extension is a missing file, not a page of the console.
const FILE = /\.[a-z0-9]{1,8}$/i

/**
 * Answers paths without a route: 404 in the one error shape below /api; elsewhere the console's page, which has a 404
 * of its own.
 */
export function answerUnknown(app: FastifyInstance, words: Words, hasConsole: boolean): void {
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const page =
      hasConsole && !API.test(path) && !FILE.test(path) && (request.method === 'GET' || request.method === 'HEAD')
    if (page)
      return reply
        .header('cache-control', 'no-cache')
        .sendFile('index.html', { maxAge: 0, immutable: false, cacheControl: false })
    return sendError(words, request, reply, new AppError('NOT_FOUND', { say: 'errors.no_such_call' }))
  })
}
