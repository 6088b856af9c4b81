import type { FastifyInstance } from 'fastify'
import { assertShallow } from './shallow-json'

/**
 * Reads a body that a browser's own form sends (an export's POST) as a flat object of texts; an empty JSON body counts
 * as no body.
 */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
  const json = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  // The spec posts `login/logout` with an empty body.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    try {
      assertShallow(String(body))
    } catch (error) {
      return done(error as Error)
    }
    json(request, String(body), done)
  })
}
