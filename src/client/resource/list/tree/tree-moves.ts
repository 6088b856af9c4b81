import type { Identifier } from 'react-admin'
import type { TreeRows } from './tree-rows'

/** Where a row is dropped: beside another one, or under it. */
export type Drop = 'before' | 'after' | 'into'

/** A row's new parent, and the order of those that hang there then. */
export interface TreeMove {
  readonly parent: Identifier | null
  readonly order: readonly Identifier[]
}

/** What a drop means; null where it would hang the row under itself or change nothing. */
export function dropped(tree: TreeRows, id: Identifier, drop: Drop, over: Identifier): TreeMove | null {
  if (isWithin(tree, over, id)) return null
  const parent = drop === 'into' ? over : (tree.parent.get(over) ?? null)
  const there = (tree.under.get(parent) ?? []).filter((one) => one !== id)
  const at = drop === 'into' ? there.length : there.indexOf(over) + (drop === 'after' ? 1 : 0)
  return changed(tree, id, { parent, order: [...there.slice(0, at), id, ...there.slice(at)] })
}

/** One place up or down among those that hang beside it. */
export function stepped(tree: TreeRows, id: Identifier, by: -1 | 1): TreeMove | null {
  const parent = tree.parent.get(id) ?? null
  const beside = tree.under.get(parent) ?? []
  const other = beside[beside.indexOf(id) + by]
  return other === undefined ? null : dropped(tree, id, by < 0 ? 'before' : 'after', other)
}

/** Under the row before it (1), or beside the one it hangs under (-1). */
export function indented(tree: TreeRows, id: Identifier, by: -1 | 1): TreeMove | null {
  const parent = tree.parent.get(id) ?? null
  if (by < 0) return parent === null ? null : dropped(tree, id, 'after', parent)
  const beside = tree.under.get(parent) ?? []
  const before = beside[beside.indexOf(id) - 1]
  return before === undefined ? null : dropped(tree, id, 'into', before)
}

/** Whether a row is another one or hangs somewhere under it. */
function isWithin({ parent }: TreeRows, id: Identifier, top: Identifier): boolean {
  for (let at: Identifier | null = id; at !== null; at = parent.get(at) ?? null) if (at === top) return true
  return false
}

function changed(tree: TreeRows, id: Identifier, move: TreeMove): TreeMove | null {
  const before = tree.under.get(move.parent) ?? []
  const isSame = (tree.parent.get(id) ?? null) === move.parent && move.order.every((one, i) => one === before[i])
  return isSame ? null : move
}
