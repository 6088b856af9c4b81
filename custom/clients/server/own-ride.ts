import { living } from '#app/tables'
import { AppError } from '#engine/model'
import { type CallContext, callLimit, type Db, type Tx } from '#engine/server'
import { requireClient } from '../../widgets/server'

/** Calls of one client in a minute: a page that watches a ride asks six times. */
const MAX_CALLS = { reads: 240, writes: 30 } as const
const countCall = callLimit('widgets.too_many')

/** Whoever calls is a client, and does not call too often. @throws {AppError} FORBIDDEN, TOO_MANY */
export function asClient(context: CallContext, kind: keyof typeof MAX_CALLS): void {
  requireClient(context)
  countCall(context.db, `client ${kind} ${context.actor.id}`, context.now(), MAX_CALLS[kind])
}

/** Rides of one client, whatever their role sees in the console. */
export const ridesOfClient = (db: Db | Tx, { actor }: Pick<CallContext, 'actor'>) =>
  living(db, 'services as s').where('s.id_client', '=', actor.id)

/** @throws {AppError} NOT_FOUND alike for another's ride and one that is not there */
export async function assertOwnRide(context: CallContext, db: Db | Tx, id: number): Promise<void> {
  if (!(await ridesOfClient(db, context).where('s.id', '=', id).select('s.id').executeTakeFirst()))
    throw new AppError('NOT_FOUND')
}
