import type { RawBuilder } from 'kysely'
import { type CallContext, scopeSql } from '#engine/server'

/**
 * Which vehicles (alias `v`) an actor may meet here: those of the vehicles' own scope, and none for somebody who is no operator
 * (spec §6: operators see all vehicles, the others have no fleet).
 * @returns null: he has no fleet
 */
export function fleetScope(context: CallContext): RawBuilder<boolean> | null {
  const { root, operator } = context.actor
  return root || operator ? scopeSql(context, 'vehicles', 'v') : null
}
