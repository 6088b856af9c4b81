import type { Identifier } from 'react-admin'
import type { JsonObject } from '../../../../model/json'

/** Rows of a tree, each before its children. */
export interface TreeRows {
  readonly rows: readonly JsonObject[]
  readonly depth: ReadonlyMap<Identifier, number>
  /** Children of each row, in their order; `null`: those at the top. */
  readonly under: ReadonlyMap<Identifier | null, readonly Identifier[]>
  readonly parent: ReadonlyMap<Identifier, Identifier | null>
}

/**
 * Puts rows, in the order of siblings, into the order of their tree; a row whose parent is not among them is at the
 * top.
 */
export function treeRows(list: readonly JsonObject[]): TreeRows {
  const byId = new Map(list.map((row) => [rowId(row), row]))
  const parent = new Map<Identifier, Identifier | null>()
  const under = new Map<Identifier | null, Identifier[]>()
  for (const row of list) {
    const above = (row['id_parent'] ?? null) as Identifier | null
    const known = above !== null && byId.has(above) ? above : null
    parent.set(rowId(row), known)
    under.set(known, [...(under.get(known) ?? []), rowId(row)])
  }
  const rows: JsonObject[] = []
  const depth = new Map<Identifier, number>()
  const walk = (ids: readonly Identifier[], level: number): void => {
    for (const id of ids) {
      const row = byId.get(id)
      if (!row || depth.has(id)) continue
      depth.set(id, level)
      rows.push(row)
      walk(under.get(id) ?? [], level + 1)
    }
  }
  walk(under.get(null) ?? [], 0)
  return { rows, depth, under, parent }
}

/** The rows that no folded row hides. */
export function openRows({ rows, parent }: TreeRows, isFolded: (id: Identifier) => boolean): readonly JsonObject[] {
  const hidden = new Set<Identifier>()
  return rows.filter((row) => {
    const above = parent.get(rowId(row)) ?? null
    const isHidden = above !== null && (hidden.has(above) || isFolded(above))
    if (isHidden) hidden.add(rowId(row))
    return !isHidden
  })
}

export const rowId = (row: JsonObject): Identifier => row['id'] as Identifier
