import type { Json, JsonObject } from '../../model/json'
import type { Hooks } from '../feature/hooks'

/** A role's rights as programs say them, a module and what it may do there: the pair that there is for the module is that row, not a new one beside a removal. */
export const knownPairs: Hooks = {
  entity: 'roles',
  async beforeSave({ tx }, data, before) {
    const { perms } = data
    if (before === null || !Array.isArray(perms) || !perms.some(isUnnamed)) return data
    const rows = await tx.selectFrom('role_modules').select(['id', 'id_module'])
      .where('id_role', '=', before.id).where('date_deleted', 'is', null).execute()
    const known = new Map(rows.map((row) => [Number(row.id_module), Number(row.id)]))
    return { ...data, perms: perms.map((pair) => (isUnnamed(pair) ? named(pair, known) : pair)) }
  },
}

const isPair = (pair: Json): pair is JsonObject => typeof pair === 'object' && pair !== null && !Array.isArray(pair)

const isUnnamed = (pair: Json): pair is JsonObject => isPair(pair) && (pair.id === undefined || pair.id === null)

function named(pair: JsonObject, known: ReadonlyMap<number, number>): JsonObject {
  const id = known.get(Number(pair.id_module))
  return id === undefined ? pair : { ...pair, id }
}
