import Box from '@mui/material/Box'
import { useListContext, useTranslate, type Identifier } from 'react-admin'
import { useLayoutEffect, useRef, useState } from 'react'
import type { JsonObject } from '../../../model/json'
import { EntriesMenu } from '../actions/EntriesMenu'
import { useVerbs } from '../actions/verbs'
import { useScope } from '../scope'
import { LiveText } from '../../../ui/LiveText'
import { ROW_HEIGHT_PX, useDensity, type ColumnChoice } from './preferences'
import { Row } from './Row'
import { useRowEntries } from './row-entries'
import { useRowEvents } from './row-events'
import { useRowKeys } from './row-keys'
import { useRowOrder } from './row-order'
import { SkeletonRows } from './SkeletonRows'
import { useTree } from './tree/tree-list'
import { useTreeKeys } from './tree/tree-keys'
import { useTreeOrder } from './tree/use-tree-order'
import { TableHead, type TableShape } from './TableHead'
import { TableRoot } from './TableRoot'

/** The page of rows as a table: sticky head and action column, scrolling inside itself. */
export function ListTable({ choice }: { choice: ColumnChoice }) {
  const { data, isPending, isPlaceholderData, selectedIds, sort, perPage, refetch } = useListContext()
  const { resource, entity, title, mayEdit, nameOf } = useScope()
  const translate = useTranslate()
  const verbs = useVerbs()
  const [density] = useDensity()
  const frame = useRef<HTMLDivElement>(null)
  const rows = (data ?? []) as readonly JsonObject[]
  const ids = rows.map((record) => record['id'] as Identifier)
  const tree = useTree()
  const flatOrder = useRowOrder(resource.name, ids)
  const treeOrder = useTreeOrder(resource.name, refetch)
  const order = tree ? treeOrder : flatOrder
  const isSortable = mayEdit && entity.traits.includes('sortable') && sort.field === 'rank' && sort.order === 'ASC'
  const shown = order.draft ? rows.toSorted((one, other) => placeIn(order.draft, one) - placeIn(order.draft, other)) : rows
  const shape: TableShape = {
    columns: choice.shown,
    selects: mayEdit || resource.actions.some((action) => action.on.includes('bulk')),
    expands: resource.list.details.length > 0,
    // Rows of a tree that are listed one by one hang in several places, and no order here would be theirs.
    drags: isSortable && (tree !== null || !entity.traits.includes('tree')),
  }
  const { events, active, expanded, menu, closeMenu } = useRowEvents(ids)
  const menuRecord = rows.find((record) => record['id'] === menu?.id)
  const entries = useRowEntries(menuRecord, shape.drags ? order : null)
  useRowKeys(frame, ids, active, events)
  useTreeKeys(active)
  return (
    <Box ref={frame} sx={{ overflow: 'auto', minHeight: 76, flex: '0 1 auto', overscrollBehaviorX: 'contain', containerType: 'inline-size' }}>
      <TableRoot
        aria-label={title}
        aria-busy={isPlaceholderData || undefined}
        data-overflow={useOverflow(frame)}
        style={{ '--row-height': `${ROW_HEIGHT_PX[density]}px` } as object}
      >
        <TableHead shape={shape} />
        <tbody>
          {isPending
            ? <SkeletonRows shape={shape} count={Math.min(perPage, 25)} />
            : shown.map((record) => {
              const id = record['id'] as Identifier
              return (
                <Row
                  key={id} record={record} shape={shape} events={events} order={order}
                  selected={selectedIds.includes(id)} expanded={expanded.has(id)} active={id === (active ?? ids[0])}
                  busy={verbs.busy.has(id)} dragged={order.dragged === id}
                />
              )
            })}
        </tbody>
      </TableRoot>
      <EntriesMenu
        anchor={(menuRecord && menu?.anchor) ?? null} entries={entries} onClose={closeMenu}
        label={translate('list.row_menu', { name: menuRecord ? nameOf(menuRecord) : '' })}
      />
      <LiveText text={order.told} />
    </Box>
  )
}

const placeIn = (ids: readonly Identifier[] | null, record: JsonObject): number => ids?.indexOf(record['id'] as Identifier) ?? 0

/** Whether the table is wider than its frame, so that the action column shows that it floats. */
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
