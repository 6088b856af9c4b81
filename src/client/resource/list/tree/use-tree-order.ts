import { useEvent, useTranslate, type Identifier } from 'react-admin'
import { useEffect, useMemo, useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import { useProvider } from '../../../console/provider'
import { useFailure } from '../../../../ui/failure'
import type { HandOrder } from '../row-order'
import type { TreeRows } from './tree-rows'

/** Where a row is dropped: before or after another one, or under it. */
type Drop = 'before' | 'after' | 'into'

/**
 * Whether a drop takes a row with rows of its own under another one that has some: two groups are seldom meant to be
 * one.
 */
export const joins = ({ under }: TreeRows, id: Identifier, drop: Drop, over: Identifier): boolean =>
  drop === 'into' && [id, over].every((one) => (under.get(one) ?? []).length > 0)

/** A row's new parent, and the new order of the rows under it. */
interface TreeMove {
  readonly parent: Identifier | null
  readonly order: readonly Identifier[]
}

/** The move that a drop means; null where it would put the row under itself or change nothing. */
export function dropped(tree: TreeRows, id: Identifier, drop: Drop, over: Identifier): TreeMove | null {
  if (isWithin(tree, over, id)) return null
  const parent = drop === 'into' ? over : (tree.parent.get(over) ?? null)
  const there = (tree.under.get(parent) ?? []).filter((one) => one !== id)
  const at = drop === 'into' ? there.length : there.indexOf(over) + (drop === 'after' ? 1 : 0)
  return changed(tree, id, { parent, order: [...there.slice(0, at), id, ...there.slice(at)] })
}

/** One place up or down among its siblings. */
export function stepped(tree: TreeRows, id: Identifier, by: -1 | 1): TreeMove | null {
  const parent = tree.parent.get(id) ?? null
  const siblings = tree.under.get(parent) ?? []
  const other = siblings[siblings.indexOf(id) + by]
  return other === undefined ? null : dropped(tree, id, by < 0 ? 'before' : 'after', other)
}

/** Under the row before it (1), or next to its parent (-1). */
export function indented(tree: TreeRows, id: Identifier, by: -1 | 1): TreeMove | null {
  const parent = tree.parent.get(id) ?? null
  if (by < 0) return parent === null ? null : dropped(tree, id, 'after', parent)
  const siblings = tree.under.get(parent) ?? []
  const before = siblings[siblings.indexOf(id) - 1]
  return before === undefined ? null : dropped(tree, id, 'into', before)
}

/** Whether a row is another one or somewhere under it. */
function isWithin({ parent }: TreeRows, id: Identifier, top: Identifier): boolean {
  for (let at: Identifier | null = id; at !== null; at = parent.get(at) ?? null) if (at === top) return true
  return false
}

function changed(tree: TreeRows, id: Identifier, move: TreeMove): TreeMove | null {
  const before = tree.under.get(move.parent) ?? []
  const isSame = (tree.parent.get(id) ?? null) === move.parent && move.order.every((one, i) => one === before[i])
  return isSame ? null : move
}

// Dropping on a row's upper or lower edge means before or after it, on the rest of it under it.
const EDGE = 0.28

/**
 * Moves and orders the rows of a tree: by dragging, by the arrow keys on the grip (left and right change the level), by
 * the menu.
 */
export function useTreeOrder(
  resource: string,
  tree: TreeRows | null,
  fold: (id: Identifier, folded: boolean) => void,
  refetch: () => unknown,
  mayJoin: (id: Identifier, into: Identifier) => Promise<boolean>,
): HandOrder {
  const provider = useProvider()
  const fail = useFailure()
  const translate = useTranslate()
  const [dragged, setDragged] = useState<Identifier | null>(null)
  const [over, setOver] = useState<{ readonly id: Identifier; readonly drop: Drop } | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const live = useRef({ tree, dragged, over })
  useEffect(() => {
    live.current = { tree, dragged, over }
  })

  const save = useEvent(async (id: Identifier, move: TreeMove | null) => {
    if (!move || !live.current.tree) return
    // The new parent is unfolded, or the row would seem to be gone.
    if (move.parent !== null) fold(move.parent, false)
    const isHung = (live.current.tree.parent.get(id) ?? null) !== move.parent
    try {
      await provider.resort(resource, move.order, isHung ? { id, parent: move.parent } : undefined)
    } catch (failure) {
      fail(failure)
    } finally {
      await refetch()
    }
  })

  return useMemo(() => {
    const act = (id: Identifier, name: string, move: TreeMove | null) => {
      if (!move) return
      setAnnouncement(translate('list.moved', { name, place: move.order.indexOf(id) + 1 }))
      void save(id, move)
    }
    return {
      draft: null,
      dragged,
      announcement,
      drop: (id) => (over?.id === id ? over.drop : undefined),
      move: (id, by, name) => act(id, name, live.current.tree && stepped(live.current.tree, id, by)),
      canMove: (id, by) => tree !== null && stepped(tree, id, by) !== null,
      handle: (id, name) => ({
        draggable: true,
        onDragStart: (event: DragEvent<HTMLElement>) => {
          const row = event.currentTarget.closest('tr')
          if (row) event.dataTransfer.setDragImage(row, 16, 16)
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', String(id))
          live.current = { ...live.current, dragged: id }
          setDragged(id)
        },
        onDragEnd: () => {
          setDragged(null)
          setOver(null)
        },
        onKeyDown: (event: KeyboardEvent) => {
          const now = live.current.tree
          if (!now || !/^Arrow(Up|Down|Left|Right)$/.test(event.key)) return
          event.preventDefault()
          event.stopPropagation()
          const by = event.key === 'ArrowUp' || event.key === 'ArrowLeft' ? -1 : 1
          act(
            id,
            name,
            event.key === 'ArrowUp' || event.key === 'ArrowDown' ? stepped(now, id, by) : indented(now, id, by),
          )
        },
      }),
      target: (id) => ({
        onDragOver: (event: DragEvent<HTMLElement>) => {
          const { dragged: moved, tree: now } = live.current
          if (moved === null || !now) return
          const drop = zoneOf(event)
          const allowed = dropped(now, moved, drop, id) !== null
          if (allowed) event.preventDefault()
          setOver(allowed ? { id, drop } : null)
        },
        onDrop: (event: DragEvent<HTMLElement>) => {
          event.preventDefault()
          const { dragged: moved, tree: now } = live.current
          setOver(null)
          if (moved === null || !now) return
          const [drop, move] = [zoneOf(event), dropped(now, moved, zoneOf(event), id)]
          const asked = move && joins(now, moved, drop, id) ? mayJoin(moved, id) : Promise.resolve(true)
          void asked.then(async (may) => {
            if (may) await save(moved, move)
          })
        },
      }),
    }
  }, [save, translate, tree, dragged, over, announcement, mayJoin])
}

function zoneOf(event: DragEvent<HTMLElement>): Drop {
  const { top, height } = event.currentTarget.getBoundingClientRect()
  const at = (event.clientY - top) / Math.max(1, height)
  return at < EDGE ? 'before' : at > 1 - EDGE ? 'after' : 'into'
}
