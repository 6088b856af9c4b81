import type { Static, TSchema } from 'typebox'
import { AppError, type CallContract } from '#engine/model'
import { type CallContext, serveCall, type ServerCall } from '#engine/server'

/** Users of this type are drivers. */
export const DRIVER = '2'

export interface DriverContext extends CallContext {
  /** Row of `users`: the caller, who sees only their own data. */
  readonly id_driver: number
}

/** Binds a handler to a call of the drivers' application: only drivers pass. */
export function serveDriver<Req extends TSchema, Res extends TSchema>(
  contract: CallContract<Req, Res>,
  handle: (context: DriverContext, input: Static<Req>) => Promise<Static<Res>>,
): ServerCall {
  return serveCall(contract, async (context, input) => {
    const { actor } = context
    if (actor.facts['type_user'] !== DRIVER) throw new AppError('FORBIDDEN', { say: 'drivers.only_drivers' })
    return handle({ ...context, id_driver: actor.id }, input)
  })
}
