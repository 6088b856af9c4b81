import { sql } from 'kysely'
import { mainKind } from '../../../model/application'
import type { Db } from '../../platform/database/database'
import { groupKey } from '../modules/module-list'
import { groupName, moduleName } from '../modules/module-names'
import type { Runtime } from '../runtime'
import { livingRows } from '../../platform/database/engine-tables'

/** Something that a role may be given, or a group of such, in the order of the menu. */
export interface PermissionRow {
  readonly id: number
  readonly id_parent: number | null
  /** The module in which this right allows some moves alone; null: it is a module or a group. */
  readonly of: number | null
  readonly key: string
  readonly name: string
  readonly group: boolean
  readonly root: boolean
}

/**
 * The rows of the common menu, by which rights go, that stand for something that is there; the right of some moves
 * comes after its module.
 */
export async function permissionRows(
  { modules, words, model }: Runtime,
  db: Db,
  language: string,
): Promise<readonly PermissionRow[]> {
  const there = modules()
  const byKey = new Map(there.map((module) => [module.key, module]))
  const groups = new Map(there.flatMap(({ group }) => (group === null ? [] : [[groupKey(group), group] as const])))
  const rows = await livingRows(db, 'modules')
    .select([
      'id',
      'id_parent',
      'level',
      'key',
      'name',
      'root',
      sql<string | null>`made_from::json ->> 'name'`.as('made_name'),
    ])
    .where('type_user', '=', mainKind(model().application))
    .where('state', '=', '1')
    .orderBy('rank')
    .orderBy('id')
    .execute()
  const named = rows.flatMap((row): readonly PermissionRow[] => {
    const { key, name, made_name } = row as {
      readonly key: string
      readonly name: string
      readonly made_name: string | null
    }
    const group = row.level === '0'
    const [module, title] = [byKey.get(key), groups.get(key)]
    if (!group && !module) return []
    // A name from administrators as it is; an unchanged one in the reader's language.
    const said =
      name !== made_name
        ? name
        : module
          ? moduleName(words, language, module)
          : title === undefined
            ? name
            : groupName(words, language, title)
    return [
      {
        id: Number(row.id),
        id_parent: row.id_parent === null ? null : Number(row.id_parent),
        of: null,
        key,
        name: said,
        group,
        root: row.root === true,
      },
    ]
  })
  const ids = new Map(named.map(({ id, key }) => [key, id]))
  return named.map((row) =>
    byKey.get(row.key)?.route === null
      ? { ...row, of: ids.get(row.key.slice(0, row.key.lastIndexOf('.'))) ?? null }
      : row,
  )
}
