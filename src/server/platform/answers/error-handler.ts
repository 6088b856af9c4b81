import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../model/errors'
import type { Words } from '../../language/runtime'
import { databaseError } from './database-error'
import { errorAnswer } from './say-error'

// Seconds until a caller may try again when the database is down; a Retry-After is a whole number.
const RETRY_S = 2

// The operator's to see, each with what the disk, the bucket or the database said.
const LOGGED: ReadonlySet<string> = new Set(['INTERNAL', 'UNAVAILABLE', 'STORAGE_FULL'])

/** Gives every failure the one shape, in the reader's language; unexpected ones are logged and answered as INTERNAL. */
export function handleErrors(app: FastifyInstance, words: Words): void {
  app.setErrorHandler((failure: unknown, request, reply) => {
    const error = toAppError(failure)
    if (LOGGED.has(error.code)) {
      request.log.error({ err: failure, method: request.method, url: request.url.split('?')[0] }, 'a call failed')
    }
    return sendError(words, request, reply, error)
  })
}

/** Sends an AppError as the one failure body. */
export function sendError(words: Words, request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const { status, body } = errorAnswer(words, request.language || words.languages[0] || 'es', error)
  const seconds = error.params.retry_s
  if (status === 429 || status === 503) reply.header('retry-after', String(seconds ?? RETRY_S))
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

/** Reads anything thrown as an AppError. */
export function toAppError(failure: unknown): AppError {
  if (failure instanceof AppError) return failure
  if (isFull(failure)) return new AppError('STORAGE_FULL', {}, { cause: failure })
  const database = databaseError(failure)
  if (database) return database
  const { statusCode, code } = failure instanceof Error ? (failure as Partial<FastifyError>) : {}
  if (statusCode === 413 || code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AppError('TOO_LARGE', {}, { cause: failure })
  if (statusCode === 404) return new AppError('NOT_FOUND', {}, { cause: failure })
  if (statusCode === 415) return new AppError('MALFORMED', { say: 'errors.media_type' }, { cause: failure })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('MALFORMED', {}, { cause: failure })
  return new AppError('INTERNAL', {}, { cause: failure })
}

/** What a disk says that is full, or whose account has used its share; 53100 is the database's. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100'])

const isFull = (failure: unknown): boolean => failure instanceof Error && 'code' in failure && FULL.has(failure.code)
