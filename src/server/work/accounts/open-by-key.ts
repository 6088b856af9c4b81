import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../model/errors'
import type { Runtime } from '../../language/runtime'
import { openAttempt } from './attempts'
import type { KeyStore } from './key-store'
import { networkOf } from '../../platform/network/network'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers API keys too; all others refuse them. */
    readonly keys?: true
  }
}

// A right key is never counted, so nobody can shut out a program that shares their network.
const WRONG_KEYS = [{ by: ['address'] as const, max: 30, forgives: false }]

/**
 * Opens a request by an API key, which opens only routes that are declared for keys.
 * @throws {AppError} UNAUTHENTICATED with the reason, TOO_MANY, FORBIDDEN
 */
export async function openByKey(
  runtime: Runtime,
  keys: KeyStore,
  request: FastifyRequest,
  token: string,
): Promise<void> {
  const network = networkOf(request.ip)
  const actor = await keys.find(token, network, request.ip)
  if (!actor) {
    const asked = { username: `key ${network}`, address: `key ${network}` }
    await openAttempt(runtime.database.db, asked, WRONG_KEYS, runtime.now())
    throw new AppError('UNAUTHENTICATED', { say: 'errors.key_unknown' })
  }
  if (runtime.words.languages.includes(actor.language)) request.language = actor.language
  if (!request.is404 && request.routeOptions.config.keys !== true)
    throw new AppError('FORBIDDEN', { say: 'errors.key_call' })
  request.actor = actor
}
