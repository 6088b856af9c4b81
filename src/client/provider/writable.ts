import type { Entity } from '../../model/entity'
import type { JsonObject } from '../../model/json'
import type { Model } from '../../model/model'
import { rowsToSend } from './grid-rows'

/**
 * The part of a form's values that a write may carry: the entity's own fields in their wire names, with `id` and
 * `version`. The rows of a `children` field are cut down alike; `entities` has theirs. react-admin hands back the whole
 * record it read, with expanded names and dates that the server would refuse.
 */
export function writable(entity: Entity | undefined, data: JsonObject, entities: Model['entities'] = {}): JsonObject {
  if (!entity) return data
  const names = new Set(['id', 'version'])
  for (const field of Object.values(entity.fields)) {
    if (field.system || field.readOnly) continue
    names.add(field.name)
    for (const wireName of Object.values(field.flat ?? {})) names.add(wireName)
  }
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => {
      if (!names.has(name) || value === undefined) return []
      const field = entity.fields[name]
      return [[name, field?.children ? rowsToSend(value, field, entities) : value] as const]
    }),
  )
}
