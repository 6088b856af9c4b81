import { type Actor, AppError } from '#engine/model'
import type { CallContext } from '#engine/server'

/** Somebody with the rights of the house: clients and partners write no orders and rides themselves. */
export const withHouseRights = (actor: Actor): Actor => ({
  ...actor,
  root: true,
  operator: true,
  scopes: {},
  facts: { ...actor.facts, root: true, operator: true, corporate: false },
})

/**
 * The call with the rights of the house, in the name of who makes it.
 * @throws {AppError} FORBIDDEN where their account is switched off
 */
export async function asHouse(context: CallContext): Promise<CallContext> {
  const house = await context.inTheNameOf(context.actor.id, withHouseRights)
  if (!house) throw new AppError('FORBIDDEN')
  return house
}
