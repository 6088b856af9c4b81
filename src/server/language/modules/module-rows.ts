import { sql, type NotNull } from 'kysely'
import type { Json, JsonObject } from '../../../model/json'
import type { Tx } from '../../platform/database/database'
import type { Words } from '../runtime'
import { groupKey, type Module } from './module-list'
import { groupName, moduleName } from './module-names'
import { engineTables } from '../../platform/database/engine-tables'

interface Row {
  readonly id: number
  readonly key: string
  readonly url: string | null
  readonly made_from: string | null
  readonly [column: string]: unknown
}

/** Columns that belong to administrators once they change them. */
interface Owned {
  readonly id_parent: number | null
  readonly name: string
  readonly icon: string | null
  readonly rank: number
}
/** What only the metadata decides. */
interface Fixed {
  readonly type_user: string
  readonly key: string
  readonly level: '0' | '1'
  readonly url: string | null
  readonly root: boolean
}

/**
 * Updates every existing menu to the metadata.
 * @param common the kind of people whose menu is used by all who have none of their own
 * @returns keys of the new modules
 */
export async function putMenus(tx: Tx, modules: readonly Module[], words: Words, common: string): Promise<string[]> {
  const made = await putModuleRows(tx, modules, words, common)
  const others = await engineTables(tx)
    .selectFrom('modules')
    .select('type_user')
    .distinct()
    .where('type_user', '<>', common)
    .execute()
  for (const { type_user } of others) await putModuleRows(tx, modules, words, String(type_user))
  return made
}

/**
 * Adds the missing rows of groups and modules. In the others it changes what the metadata changed and no administrator
 * has touched: `made_from` holds what the metadata said last. A module that is gone keeps its row. Rights need no rows:
 * a role's `all_modules` covers it.
 * @param type_user whose menu they are in
 * @returns keys of the new modules
 */
export async function putModuleRows(
  tx: Tx,
  modules: readonly Module[],
  words: Words,
  type_user: string,
): Promise<string[]> {
  const rows = await engineTables(tx)
    .selectFrom('modules')
    .select([
      'id',
      'key',
      'url',
      'id_parent',
      'name',
      'icon',
      'rank',
      sql<string | null>`made_from::text`.as('made_from'),
    ])
    .where('type_user', '=', type_user)
    .$narrowType<{ key: NotNull }>()
    .execute()
  const known = new Map(rows.map((row) => [row.key, row]))
  const groups = new Map<string | null, number | null>([[null, null]])
  const inOrder = [...modules].sort((a, b) => a.order - b.order)
  for (const { group, order } of inOrder) {
    if (group === null || groups.has(group)) continue
    // A group is placed where its first module is.
    const wanted = { id_parent: null, name: groupName(words, 'es', group), icon: null, rank: order }
    groups.set(
      group,
      await putRow(tx, known, { type_user, key: groupKey(group), level: '0', url: null, root: false }, wanted),
    )
  }
  for (const module of inOrder) {
    const { key, group, icon, order, route, root } = module
    const wanted = { id_parent: groups.get(group) ?? null, name: moduleName(words, 'es', module), icon, rank: order }
    await putRow(tx, known, { type_user, key, level: '1', url: route, root }, wanted)
  }
  return inOrder.map(({ key }) => key).filter((key) => !known.has(key))
}

async function putRow(tx: Tx, known: ReadonlyMap<string, Row>, fixed: Fixed, wanted: Owned): Promise<number> {
  const row = known.get(fixed.key)
  if (row) return follow(tx, row, fixed, wanted)
  const made = await engineTables(tx)
    .insertInto('modules')
    .values({ ...fixed, ...wanted, made_from: JSON.stringify(wanted) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(made.id)
}

async function follow(tx: Tx, row: Row, { url }: Fixed, wanted: Owned): Promise<number> {
  const made = JSON.parse(row.made_from ?? '{}') as JsonObject
  const columns = Object.entries(wanted) as [keyof Owned, Json][]
  if (row.url === url && columns.every(([column, value]) => made[column] === value)) return row.id
  const untouched = columns.filter(([column]) => (row[column] ?? null) === made[column])
  await engineTables(tx)
    .updateTable('modules')
    .set({ ...Object.fromEntries(untouched), url, made_from: JSON.stringify(wanted) })
    .where('id', '=', row.id)
    .execute()
  return row.id
}
