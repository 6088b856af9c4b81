import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Database } from '../database/database'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Says from now on that the server is not to be sent more (`/readyz`), and ends each connection with its next
     * answer.
     */
    drain: () => void
  }
}

/**
 * `GET /healthz`: 200 while the process runs and its database answers, else 503, for who starts it again. `GET
 * /readyz`: the same, but 503 as soon as the server is about to end, for who sends it calls.
 */
export function registerHealth(app: FastifyInstance, { db }: Database): void {
  let isDraining = false
  app.decorate('drain', () => {
    isDraining = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  const asksDatabase = () =>
    sql`select 1`.execute(db).catch((error: unknown) => {
      throw new AppError('UNAVAILABLE', {}, { cause: error })
    })
  app.get('/healthz', { logLevel: 'silent' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    await asksDatabase()
    return { ok: true }
  })
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isDraining) throw new AppError('UNAVAILABLE')
    await asksDatabase()
    return { ok: true }
  })
}
