import type { Tx } from '../database/database'
import type { Words } from '../runtime'
import { groupKey, type Module } from './module-list'
import { groupName, moduleName } from './module-names'

interface Row { readonly id: number; readonly key: string; readonly url: string | null }

/**
 * Puts the rows of groups and modules there that are missing and leaves the others as administrators have made them, but for
 * the route, which is the metadata's. A module that is gone keeps its row. Rights need no rows: a role's `all_modules` covers it.
 * @returns keys of the new modules
 */
export async function putModuleRows(tx: Tx, modules: readonly Module[], words: Words): Promise<string[]> {
  const rows = await tx.selectFrom('modules').select(['id', 'key', 'url']).execute() as unknown as Row[]
  const known = new Map(rows.map((row) => [row.key, row]))
  const groups = new Map<string, number>()
  const added: string[] = []
  for (const module of [...modules].sort((a, b) => a.order - b.order)) {
    const row = known.get(module.key)
    if (!row) {
      const id_parent = module.group === null ? null : groups.get(module.group) ?? await groupRow(tx, module.group, module.order, known, words)
      if (module.group !== null && id_parent !== null) groups.set(module.group, id_parent)
      await tx.insertInto('modules').values({
        id_parent, level: '1', key: module.key, name: moduleName(words, 'es', module), url: module.route, icon: module.icon, rank: module.order, root: module.root,
      }).execute()
      added.push(module.key)
    } else if (row.url !== module.route) {
      await tx.updateTable('modules').set({ url: module.route }).where('id', '=', row.id).execute()
    }
  }
  return added
}

async function groupRow(tx: Tx, group: string, order: number, known: ReadonlyMap<string, Row>, words: Words): Promise<number> {
  const row = known.get(groupKey(group))
  if (row) return row.id
  // Its first module's place among all is its own.
  const made = await tx.insertInto('modules').values({ level: '0', key: groupKey(group), name: groupName(words, 'es', group), rank: order })
    .returning('id').executeTakeFirstOrThrow() as { id: number }
  return made.id
}
