import type { RawBuilder } from 'kysely'
import { isOfStaff } from '#engine/model'
import { type CallContext, scopeSql } from '#engine/server'

/**
 * Which vehicles (alias `v`) an actor may see here: those in the vehicles' own scope, and none for users who are
 * neither root nor operators (spec §6: operators see all vehicles, the others have no fleet).
 * @returns null: the actor has no fleet
 */
export function fleetScope(context: CallContext): RawBuilder<boolean> | null {
  return isOfStaff(context.actor) ? scopeSql(context, 'vehicles', 'v') : null
}
