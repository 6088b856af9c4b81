import { sql, type NotNull } from 'kysely'
import type { Actor } from '../../../model/rights/actor'
import type { NavigationItem } from '../../../model/shell-answers'
import { holdsForUser } from '../../../model/rules/holds'
import type { Db } from '../../platform/database/database'
import type { Words } from '../runtime'
import { groupKey, type Module } from './module-list'
import { groupName, moduleName } from './module-names'
import { modulePage } from './has-page'
import { isOwnEntry, isWebAddress } from './name-modules'
import { livingRows } from '../../platform/database/engine-tables'

/** Of `menu.for`: everybody of a kind that is staff. */
const STAFF = 'staff'

interface ModuleRow {
  readonly id: number
  readonly id_parent: number | null
  /** The type of user whose menu it is in. */
  readonly type_user: string
  readonly level: string
  readonly key: string
  readonly url: string | null
  readonly name: string
  /** The name from the metadata; a different one was given by an administrator. */
  readonly made_name: string | null
  readonly icon: string | null
  readonly root: boolean
  readonly badge: string | null
  readonly badge_bg: string | null
  readonly badge_fg: string | null
  readonly exact: boolean
}

const COLUMNS = [
  'id',
  'id_parent',
  'type_user',
  'level',
  'key',
  'url',
  'name',
  'icon',
  'root',
  'badge',
  'badge_bg',
  'badge_fg',
  'exact',
] as const

/** Rows of the active modules in the administrators' order. */
export async function readModuleRows(db: Db): Promise<readonly ModuleRow[]> {
  return await livingRows(db, 'modules')
    .select([...COLUMNS, sql<string | null>`made_from->>'name'`.as('made_name')])
    .where('state', '=', '1')
    .orderBy('rank')
    .orderBy('id')
    .$narrowType<{ key: NotNull; root: NotNull; exact: NotNull }>()
    .execute()
}

/**
 * The rows of the menu of a type of user: its own where administrators made one, else the common one.
 * @param common the kind of people whose menu that is
 */
export function menuRows(rows: readonly ModuleRow[], type: unknown, common: string): readonly ModuleRow[] {
  const own = rows.filter(({ type_user }) => type_user === type)
  return own.length > 0 ? own : rows.filter(({ type_user }) => type_user === common)
}

/** Whether somebody has the right to a module, and is one of those whom it is for. */
export const isForActor = ({ key, see }: Module, { rights, facts }: Actor): boolean =>
  rights[key]?.see === true && (see === undefined || holdsForUser(see, { facts }))

/** The tree an actor sees: existing modules that they may see, under their groups; empty groups are left out. */
export function menuOf(
  rows: readonly ModuleRow[],
  modules: readonly Module[],
  actor: Actor,
  words: Words,
  language: string,
): NavigationItem[] {
  const there = new Map(modules.map((module) => [module.key, module]))
  const groups = new Map(modules.flatMap(({ group }) => (group === null ? [] : [[groupKey(group), group]])))

  const entry = (row: ModuleRow): NavigationItem[] => {
    const { key, icon, name } = row
    // A name from administrators as it is; an unchanged one in the reader's language.
    const renamed = name !== row.made_name
    if (row.level === '0') {
      const children = divided(rows.filter(({ id_parent }) => id_parent === row.id).flatMap(entry))
      const group = groups.get(key)
      const title = renamed || group === undefined ? name : groupName(words, language, group)
      return children.length === 0
        ? []
        : [{ id: key, title, type: row.id_parent === null ? 'group' : 'collapse', icon, ...badgeOf(row), children }]
    }
    if (row.level === '2') return [{ id: key, title: name, type: 'divider', icon: null }]
    if (row.root && !actor.root) return []
    if (isOwnEntry(key)) return ownEntry(row, modules, actor)
    const module = there.get(key)
    if (
      !module ||
      module.route === null ||
      !isForActor(module, actor) ||
      module.isClosedTo?.(actor) ||
      !isFor(module.for, actor)
    )
      return []
    const { called } = module
    const named = called && !isFor(called.but, actor) ? called : module
    const title = renamed ? name : moduleName(words, language, named)
    return [
      {
        id: key,
        title,
        type: 'item',
        icon,
        url: module.route,
        ...authOf(module.root || row.root, module.for),
        ...marksOf(row),
      },
    ]
  }

  // Entries of a group that is gone or switched off are hidden with it: no root leads to them.
  return divided(rows.filter(({ id_parent }) => id_parent === null).flatMap(entry))
}

/** A line parts what is before it from what is after it: where the reader may see nothing of either there is none. */
const divided = (items: readonly NavigationItem[]): NavigationItem[] =>
  items.filter(
    ({ type }, at) =>
      type !== 'divider' ||
      (at > 0 && items.slice(at + 1).some((after) => after.type !== 'divider') && items[at - 1]?.type !== 'divider'),
  )

/** A link that people made: whoever may see the page it leads to finds it. */
function ownEntry(row: ModuleRow, modules: readonly Module[], actor: Actor): NavigationItem[] {
  const { key, url, name, icon } = row
  if (url === null) return []
  const said = { icon, url, ...authOf(row.root), ...marksOf(row) }
  if (isWebAddress(url)) return [{ id: key, title: name, type: 'link', target: '_blank', ...said }]
  const page = modulePage(modules, url)
  return page === null || isForActor(page, actor) ? [{ id: key, title: name, type: 'item', ...said }] : []
}

/** Whether somebody is of those whom an entry is for. */
const isFor = (kind: Module['for'], { root, operator, facts }: Actor): boolean =>
  kind === undefined || root || (kind === STAFF ? operator : facts[kind] === true)

/** Nobody is sent an entry that is not for them; programs read for whom it is. */
function authOf(root: boolean, kind?: Module['for']): Pick<NavigationItem, 'auth'> {
  return root ? { auth: ['admin'] } : kind === STAFF ? { auth: ['admin', 'staff'] } : {}
}

const badgeOf = ({ badge, badge_bg, badge_fg }: ModuleRow): Pick<NavigationItem, 'badge'> =>
  badge ? { badge: { title: badge, ...(badge_bg && { bg: badge_bg }), ...(badge_fg && { fg: badge_fg }) } } : {}

const marksOf = (row: ModuleRow): Pick<NavigationItem, 'badge' | 'exact'> => ({
  ...badgeOf(row),
  ...(row.exact && { exact: true as const }),
})
