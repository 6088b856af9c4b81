import { living } from '#app/tables'
import { holds, ruleFields, scopeRule } from '#engine/model'
import type { CallContext } from '#engine/server'
import type { FleetVehicle } from '../../model/fleet-vehicle'
import { fleetScope } from './fleet-scope'

// Fields that memory knows, by their names in the schema.
const KNOWN: { readonly [field: string]: (vehicle: FleetVehicle) => number | null } = {
  id: ({ id }) => id,
  id_branch: ({ id_branch }) => id_branch,
  id_type_vehicle: ({ id_type_vehicle }) => id_type_vehicle,
}

/** The same for all who see the same of the fleet; null: nobody knows. */
export function fleetSightKey(context: CallContext): string | null {
  const { actor, model } = context
  const entity = model.entities['vehicles']
  const rule = entity && fleetScope(context) ? scopeRule(model.application.scopes, entity, actor) : 'none'
  if (rule === null) return 'all'
  return rule !== 'none' && ruleFields(rule).every((field) => Object.hasOwn(KNOWN, field)) ? JSON.stringify(rule) : null
}

/**
 * `fleetScope` for vehicles in memory: which of them an actor may see.
 * @returns null: none
 */
export async function fleetSight(context: CallContext): Promise<((vehicle: FleetVehicle) => boolean) | null> {
  const { actor, db, model, settings, now } = context
  const scope = fleetScope(context)
  const entity = model.entities['vehicles']
  const rule = entity ? scopeRule(model.application.scopes, entity, actor) : 'none'
  if (!scope || rule === 'none') return null
  if (rule === null) return () => true
  const fields = ruleFields(rule)
  if (fields.every((field) => Object.hasOwn(KNOWN, field))) {
    return (vehicle) =>
      holds(rule, {
        record: Object.fromEntries(fields.map((field) => [field, KNOWN[field]?.(vehicle) ?? null])),
        user: actor.facts,
        setting: settings,
        now_ms: now().getTime(),
      })
  }
  // The database decides a scope over fields that memory does not know.
  const rows = await living(db, 'vehicles as v').where(scope).select('v.id').execute()
  const ids = new Set(rows.map(({ id }) => id))
  return ({ id }) => ids.has(id)
}
