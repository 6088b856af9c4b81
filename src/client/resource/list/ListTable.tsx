import Box from '@mui/material/Box'
import { useListContext, useTranslate, type Identifier } from 'react-admin'
import { useLayoutEffect, useRef, useState, useEffect, useMemo, type RefObject } from 'react'
import type { JsonObject } from '../../../model/json'
import { EntriesMenu } from '../actions/EntriesMenu'
import { useVerbs } from '../actions/verbs'
import { useScope } from '../scope'
import { LiveText } from '../../../ui/show/LiveText'
import { ROW_HEIGHT_PX, useDensity, type ColumnChoice } from './preferences'
import { ListRow, type RowEvents } from './Row'
import { useRowEntries } from './row-entries'
import { useRowOrder } from './row-order'
import { useTree } from './tree/tree-context'
import { useTreeKeys } from './tree/tree-keys'
import { TableHead, type HeadShape, cellCount } from './TableHead'
import { TableRoot } from './TableRoot'
import Skeleton from '@mui/material/Skeleton'
import { useScreen } from '../screen'
import { useKeys } from '../../../ui/keys'

/** `j` `k` (and the arrows) go from row to row, `Enter` opens, `e` edits, `d` duplicates, `x` selects. */
function useRowKeys(
  frame: RefObject<HTMLElement | null>,
  ids: readonly Identifier[],
  active: Identifier | null,
  events: RowEvents,
): void {
  const translate = useTranslate()
  const screen = useScreen()
  const { mayEdit, mayCreate } = useScope()
  const rowOf = (id: Identifier | undefined) =>
    id === undefined
      ? null
      : (frame.current?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(String(id))}"]`) ?? null)
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
      keys: 'd',
      label: translate('list.key_duplicate'),
      run: () => {
        if (active !== null) screen.copy?.(active)
      },
      active: onRow && mayCreate && screen.copy !== undefined,
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

/** The event handlers of a page's rows, and their state while it is shown: the active row, the open ones, the menu. */
function useRowEvents(ids: readonly Identifier[]) {
  const list = useListContext()
  const screen = useScreen()
  const [active, setActive] = useState<Identifier | null>(null)
  const [expanded, setExpanded] = useState<ReadonlySet<Identifier>>(new Set())
  const [menu, setMenu] = useState<{ id: Identifier; anchor: HTMLElement } | null>(null)
  const lastPicked = useRef<Identifier | null>(null)
  const live = useRef({ ids, list, screen })
  useEffect(() => {
    live.current = { ids, list, screen }
  })

  const events = useMemo<RowEvents>(
    () => ({
      open: (id) => live.current.screen.open(id),
      menu: (id, anchor) => setMenu({ id, anchor }),
      focus: setActive,
      expand: (id) =>
        setExpanded((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id]))),
      select(id, range) {
        const {
          ids: page,
          list: { selectedIds, onSelect, onToggleItem },
        } = live.current
        const from = lastPicked.current === null ? -1 : page.indexOf(lastPicked.current)
        lastPicked.current = id
        if (!range || from < 0) return onToggleItem(id)
        const to = page.indexOf(id)
        const between = page.slice(Math.min(from, to), Math.max(from, to) + 1)
        onSelect([...new Set([...selectedIds, ...between])])
      },
    }),
    [],
  )
  return {
    events,
    active: active !== null && ids.includes(active) ? active : null,
    expanded,
    menu,
    closeMenu: () => setMenu(null),
  }
}

// Uneven widths look like text; the same ones each time do not flicker.
const WIDTHS = [68, 44, 82, 56, 74, 38, 62]

/** Rows of the right height until the first page is loaded. */
function SkeletonRows({ shape, count }: { shape: HeadShape; count: number }) {
  const cells = cellCount(shape)
  const leading = cells - shape.columns.length - 1
  return Array.from({ length: count }, (_row, row) => (
    <tr key={row} data-row="" aria-hidden style={{ cursor: 'default' }}>
      {Array.from({ length: cells }, (_cell, cell) => (
        <td key={cell} className={cell < leading ? 'narrow' : cell === cells - 1 ? 'action' : undefined}>
          {cell >= leading && cell < cells - 1 && (
            <Skeleton
              variant="text"
              width={`${WIDTHS[(row * 3 + cell * 5) % WIDTHS.length]}%`}
              sx={{ fontSize: 13, minWidth: 32 }}
            />
          )}
        </td>
      ))}
    </tr>
  ))
}

/** The page of rows as a table: sticky head and action column, scrolling inside itself. */
export function ListTable({ choice }: { choice: ColumnChoice }) {
  const { data, isPending, isPlaceholderData, selectedIds, sort, perPage } = useListContext()
  const { resource, entity, title, mayEdit, nameOf } = useScope()
  const translate = useTranslate()
  const verbs = useVerbs()
  const [density] = useDensity()
  const frame = useRef<HTMLDivElement>(null)
  const rows = (data ?? []) as readonly JsonObject[]
  const ids = rows.map((record) => record['id'] as Identifier)
  const tree = useTree()
  const flatOrder = useRowOrder(resource.name, ids)
  const order = tree?.order ?? flatOrder
  const isSortable = mayEdit && entity.traits.includes('sortable') && sort.field === 'rank' && sort.order === 'ASC'
  const shown = order.draft
    ? rows.toSorted((one, other) => placeIn(order.draft, one) - placeIn(order.draft, other))
    : rows
  const shape: HeadShape = {
    columns: choice.shown,
    selects:
      mayEdit || Boolean(resource.print?.length) || resource.actions.some((action) => action.on.includes('bulk')),
    expands: resource.list.details.length > 0,
    // Rows of a tree listed one by one have different parents, so an order among them would mean nothing.
    drags: isSortable && (tree !== null || !entity.traits.includes('tree')),
  }
  const { events, active, expanded, menu, closeMenu } = useRowEvents(ids)
  const menuRecord = rows.find((record) => record['id'] === menu?.id)
  const entries = useRowEntries(menuRecord, shape.drags ? order : null)
  useRowKeys(frame, ids, active, events)
  useTreeKeys(active)
  return (
    <Box
      ref={frame}
      sx={{
        overflow: 'auto',
        minHeight: 76,
        flex: '0 1 auto',
        overscrollBehaviorX: 'contain',
        containerType: 'inline-size',
      }}
    >
      <TableRoot
        aria-label={title}
        aria-busy={isPlaceholderData || undefined}
        data-overflow={useOverflow(frame)}
        style={{ '--row-height': `${ROW_HEIGHT_PX[density]}px` } as object}
      >
        <TableHead shape={shape} />
        <tbody>
          {isPending ? (
            <SkeletonRows shape={shape} count={Math.min(perPage, 25)} />
          ) : (
            shown.map((record) => {
              const id = record['id'] as Identifier
              return (
                <ListRow
                  key={id}
                  record={record}
                  shape={shape}
                  events={events}
                  order={order}
                  selected={selectedIds.includes(id)}
                  expanded={expanded.has(id)}
                  active={id === (active ?? ids[0])}
                  busy={verbs.busy.has(id)}
                  dragged={order.dragged === id}
                />
              )
            })
          )}
        </tbody>
      </TableRoot>
      <EntriesMenu
        anchor={(menuRecord && menu?.anchor) ?? null}
        entries={entries}
        onClose={closeMenu}
        label={translate('list.row_menu', { name: menuRecord ? nameOf(menuRecord) : '' })}
      />
      <LiveText text={order.announcement} />
    </Box>
  )
}

const placeIn = (ids: readonly Identifier[] | null, record: JsonObject): number =>
  ids?.indexOf(record['id'] as Identifier) ?? 0

/** Whether the table is wider than its frame; then the action column is drawn as floating. */
function useOverflow(frame: { readonly current: HTMLElement | null }): boolean {
  const [over, setOver] = useState(false)
  useLayoutEffect(() => {
    const box = frame.current
    if (!box) return
    const measure = () => setOver(box.scrollWidth > box.clientWidth + 1)
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    if (box.firstElementChild) observer.observe(box.firstElementChild)
    return () => observer.disconnect()
  }, [frame])
  return over
}
