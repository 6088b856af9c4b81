import type { JsonObject } from '../../model/json'
import type { Entity } from '../../model/model'

/**
 * The part of a form's values that a write may carry: the entity's own fields in their wire names, with `id` and `version`.
 * react-admin hands back the whole record it read, with expanded names and dates that the server would refuse.
 */
export function writable(entity: Entity | undefined, data: JsonObject): JsonObject {
  if (!entity) return data
  const names = new Set(['id', 'version'])
  for (const field of Object.values(entity.fields)) {
    if (field.system || field.readOnly) continue
    names.add(field.name)
    for (const wireName of Object.values(field.flat ?? {})) names.add(wireName)
  }
  return Object.fromEntries(Object.entries(data).filter(([name, value]) => names.has(name) && value !== undefined))
}
