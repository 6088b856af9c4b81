import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '../model/errors'
import type { Database } from './database/database'

/** `GET /healthz`: 200 while the database answers, else 503. */
export function registerHealth(app: FastifyInstance, { db }: Database): void {
  app.get('/healthz', { logLevel: 'silent' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    await sql`select 1`.execute(db).catch((error: unknown) => { throw new AppError('UNAVAILABLE', {}, { cause: error }) })
    return { ok: true }
  })
}
