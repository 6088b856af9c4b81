/** A row of the menu as rights see it: a group, or something that a role may be given. */
export interface RightRow {
  readonly id: number
  readonly id_parent: number | null
  readonly group: boolean
}

export type Right = 'see' | 'edit'
export type Rights = { readonly [right in Right]: boolean }
/** Rights by modules; groups have none of their own. */
export type RightsOf = ReadonlyMap<number, Rights>
/** What a box shows of several modules. */
export type BoxState = 'all' | 'some' | 'none'

const CLOSED: Rights = { see: false, edit: false }
export const NO_RIGHTS: RightsOf = new Map()

/** What a role's rights come to in a module: its own pair, else what the role has everywhere (`all_modules`). */
export const rightsIn = (own: RightsOf, id: number, everywhere: Rights = CLOSED): Rights => own.get(id) ?? everywhere

/** What a role has everywhere, as `all_modules` says it. */
export const everywhereOf = (all: unknown): Rights => ({ see: all === '1' || all === '2', edit: all === '2' })

/** The modules at a row or below it, however deep; null: all of them. */
export function modulesAt(rows: readonly RightRow[], id: number | null): readonly number[] {
  if (id === null) return rows.flatMap((row) => (row.group ? [] : [row.id]))
  const below = new Map<number | null, RightRow[]>()
  for (const row of rows) below.set(row.id_parent, [...(below.get(row.id_parent) ?? []), row])
  const met = new Set<number>()
  const under = (row: RightRow): readonly number[] => {
    if (met.has(row.id)) return []
    met.add(row.id)
    return [...(row.group ? [] : [row.id]), ...(below.get(row.id) ?? []).flatMap(under)]
  }
  return rows.filter((row) => row.id === id).flatMap(under)
}

/**
 * Gives or takes a right in some modules, those of a group or of all when its box is ticked. Who edits sees, so giving
 * the one gives the other, and taking the sight takes both.
 */
export function give(
  own: RightsOf,
  ids: readonly number[],
  right: Right,
  on: boolean,
  everywhere: Rights = CLOSED,
): RightsOf {
  const next = new Map(own)
  for (const id of ids) {
    const { see, edit } = rightsIn(own, id, everywhere)
    next.set(id, right === 'edit' ? { see: see || on, edit: on } : { see: on, edit: on && edit })
  }
  return next
}

/**
 * What the box of a row shows: a group's is ticked once all that is in it has the right, and half so as soon as one
 * has.
 */
export function checkState(own: RightsOf, ids: readonly number[], right: Right, everywhere: Rights = CLOSED): BoxState {
  const given = ids.filter((id) => rightsIn(own, id, everywhere)[right]).length
  return given === 0 ? 'none' : given === ids.length ? 'all' : 'some'
}

/**
 * Rights as a program may say them, with those of groups: a group's are those of all in it, unless the program names
 * some of these itself, whose parent it then ticked because of them. What comes of it has modules alone.
 */
export function withoutGroups(rows: readonly RightRow[], said: RightsOf): RightsOf {
  const groups = new Set(rows.flatMap((row) => (row.group ? [row.id] : [])))
  const named = new Map([...said].filter(([id]) => !groups.has(id)))
  const meant = new Map(named)
  for (const [id, rights] of said) {
    if (!groups.has(id)) continue
    const inside = modulesAt(rows, id)
    // A group in a group that is named says it nearer.
    const nearer = new Set(
      [...said.keys()]
        .filter((other) => other !== id && groups.has(other))
        .flatMap((other) => (isBelow(rows, other, id) ? modulesAt(rows, other) : [])),
    )
    if (inside.some((one) => named.has(one))) continue
    for (const one of inside) if (!nearer.has(one)) meant.set(one, rights)
  }
  return meant
}

function isBelow(rows: readonly RightRow[], id: number, above: number): boolean {
  const parents = new Map(rows.map((row) => [row.id, row.id_parent]))
  const met = new Set<number>()
  for (let at = parents.get(id) ?? null; at !== null && !met.has(at); at = parents.get(at) ?? null) {
    if (at === above) return true
    met.add(at)
  }
  return false
}

/** Modules in which two roles have other rights. */
export const differing = (
  ids: readonly number[],
  one: (id: number) => Rights,
  other: (id: number) => Rights,
): ReadonlySet<number> => new Set(ids.filter((id) => one(id).see !== other(id).see || one(id).edit !== other(id).edit))
