import { useTranslate, type Identifier } from 'react-admin'
import type { RefObject } from 'react'
import { useKeys } from '../../../ui/keys'
import { useScope } from '../scope'
import { useScreen } from '../screen'
import type { RowEvents } from './Row'

/** `j` `k` (and the arrows) go from row to row, `Enter` opens, `e` edits, `x` selects. */
export function useRowKeys(
  frame: RefObject<HTMLElement | null>,
  ids: readonly Identifier[],
  active: Identifier | null,
  events: RowEvents,
): void {
  const translate = useTranslate()
  const screen = useScreen()
  const { mayEdit } = useScope()
  const rowOf = (id: Identifier | undefined) =>
    id === undefined ? null : (frame.current?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(String(id))}"]`) ?? null)
  const step = (by: 1 | -1) => {
    const focused = frame.current?.contains(document.activeElement) ?? false
    const at = active === null || !focused ? (by > 0 ? -1 : ids.length) : ids.indexOf(active)
    const row = rowOf(ids[Math.max(0, Math.min(ids.length - 1, at + by))])
    row?.focus()
    row?.scrollIntoView({ block: 'nearest' })
  }
  const onRow = active !== null
  useKeys([
    { keys: 'j', label: translate('list.key_row_next'), run: () => step(1), active: ids.length > 0 },
    { keys: 'k', label: translate('list.key_row_prev'), run: () => step(-1), active: ids.length > 0 },
    { keys: 'arrowdown', label: translate('list.key_row_next'), run: () => step(1), active: onRow },
    { keys: 'arrowup', label: translate('list.key_row_prev'), run: () => step(-1), active: onRow },
    {
      keys: 'enter',
      label: translate('list.key_open'),
      run: () => {
        if (active !== null) screen.open(active)
      },
      active: onRow,
    },
    {
      keys: 'e',
      label: translate('list.key_edit'),
      run: () => {
        if (active !== null) screen.edit(active)
      },
      active: onRow && mayEdit,
    },
    {
      keys: 'x',
      label: translate('list.key_select'),
      run: () => {
        if (active !== null) events.select(active, false)
      },
      active: onRow && mayEdit,
    },
  ])
}
