import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../../model/rights/actor'
import { AppError } from '../../../model/errors'

/** The actor of a call that needs a session. @throws {AppError} UNAUTHENTICATED */
export function requireActor(request: FastifyRequest): Actor {
  if (!request.actor) throw new AppError('UNAUTHENTICATED')
  return request.actor
}

/** The actor of a call that needs a right on a module. @throws {AppError} UNAUTHENTICATED, FORBIDDEN */
export function requireRight(request: FastifyRequest, module: string, right: 'see' | 'edit'): Actor {
  const actor = requireActor(request)
  if (!actor.rights[module]?.[right]) throw new AppError('FORBIDDEN')
  return actor
}

/** The actor of a call that needs full access. @throws {AppError} UNAUTHENTICATED, FORBIDDEN */
export function requireRoot(request: FastifyRequest): Actor {
  const actor = requireActor(request)
  if (!actor.root) throw new AppError('FORBIDDEN')
  return actor
}
