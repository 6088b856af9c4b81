import { useListContext, type Identifier } from 'react-admin'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useScreen } from '../screen'
import type { RowEvents } from './Row'

/** What the rows of a page are told to do, and what they hold while it is shown: the active row, the open ones, the menu. */
export function useRowEvents(ids: readonly Identifier[]) {
  const list = useListContext()
  const screen = useScreen()
  const [active, setActive] = useState<Identifier | null>(null)
  const [expanded, setExpanded] = useState<ReadonlySet<Identifier>>(new Set())
  const [menu, setMenu] = useState<{ id: Identifier; anchor: HTMLElement } | null>(null)
  const lastPicked = useRef<Identifier | null>(null)
  const live = useRef({ ids, list, screen })
  useEffect(() => { live.current = { ids, list, screen } })

  const events = useMemo<RowEvents>(() => ({
    open: (id) => live.current.screen.open(id),
    menu: (id, anchor) => setMenu({ id, anchor }),
    focus: setActive,
    expand: (id) => setExpanded((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id]))),
    select(id, range) {
      const { ids: page, list: { selectedIds, onSelect, onToggleItem } } = live.current
      const from = lastPicked.current === null ? -1 : page.indexOf(lastPicked.current)
      lastPicked.current = id
      if (!range || from < 0) return onToggleItem(id)
      const to = page.indexOf(id)
      const between = page.slice(Math.min(from, to), Math.max(from, to) + 1)
      onSelect([...new Set([...selectedIds, ...between])])
    },
  }), [])
  return { events, active: active !== null && ids.includes(active) ? active : null, expanded, menu, closeMenu: () => setMenu(null) }
}
