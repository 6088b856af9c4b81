import type { Json, JsonObject } from '../../../model/json'
import { withoutGroups, type RightRow } from '../../../model/rights/permissions'
import type { Tx } from '../../platform/database/database'
import type { Hooks } from '../../language/feature/hooks'
import { livingRows } from '../../platform/database/engine-tables'

/**
 * A role's rights as programs say them, a row of the menu and what may be done there: a group stands for what is in it,
 * and the pair that there is for a module is that row, not a new one beside a removal.
 */
export const knownPairs: Hooks = {
  entity: 'roles',
  async beforeSave({ tx }, data, before) {
    const { perms } = data
    if (!Array.isArray(perms) || !perms.some(isUnnamed)) return data
    const rows = await menuRows(tx)
    const groups = new Set(rows.flatMap(({ id, group }) => (group ? [id] : [])))
    // A group that was said before has been taken at its word already.
    const said = perms.filter(isPair).filter((pair) => isUnnamed(pair) || !groups.has(Number(pair.id_module)))
    const meant = withoutGroups(
      rows,
      new Map(said.map((pair) => [Number(pair.id_module), { see: isOn(pair.see), edit: isOn(pair.edit) }])),
    )
    const known = await knownIds(tx, before)
    const named = (pair: JsonObject): JsonObject => {
      const id = pair.id ?? known.get(Number(pair.id_module))
      return id === undefined ? pair : { ...pair, id }
    }
    const told = new Set(said.map(({ id_module }) => Number(id_module)))
    const opened = [...meant]
      .filter(([id]) => !told.has(id))
      .map(([id_module, { see, edit }]) => named({ id_module, see: see ? 1 : 0, edit: edit ? 1 : 0 }))
    return { ...data, perms: [...perms.map((pair) => (isPair(pair) ? named(pair) : pair)), ...opened] }
  },
}

const isPair = (pair: Json): pair is JsonObject => typeof pair === 'object' && pair !== null && !Array.isArray(pair)
const isUnnamed = (pair: Json): boolean => isPair(pair) && (pair.id === undefined || pair.id === null)
const isOn = (flag: Json | undefined): boolean => flag === 1 || flag === true

async function menuRows(tx: Tx): Promise<readonly RightRow[]> {
  const rows = await livingRows(tx, 'modules')
    .select(['id', 'id_parent', 'level'])
    .where('level', 'in', ['0', '1'])
    .orderBy('id')
    .execute()
  return rows.map(({ id, id_parent, level }) => ({
    id: Number(id),
    id_parent: id_parent === null ? null : Number(id_parent),
    group: level === '0',
  }))
}

async function knownIds(tx: Tx, before: JsonObject | null): Promise<ReadonlyMap<number, number>> {
  if (before === null) return new Map()
  const rows = await livingRows(tx, 'role_modules')
    .select(['id', 'id_module'])
    .where('id_role', '=', Number(before.id))
    .execute()
  return new Map(rows.map((row) => [Number(row.id_module), Number(row.id)]))
}
