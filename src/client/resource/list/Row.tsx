import DragIcon from '@mui/icons-material/DragIndicator'
import ExpandIcon from '@mui/icons-material/KeyboardArrowRight'
import MoreIcon from '@mui/icons-material/MoreVert'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import { LinkBase, useTranslate, type Identifier } from 'react-admin'
import { lazy, memo, Suspense, type MouseEvent } from 'react'
import { holds } from '../../../model/rules/holds'
import type { JsonObject } from '../../../model/json'
import { FieldValue } from '../FieldValue'
import { recordPath } from '../../provider/paths'
import { useScope } from '../scope'
import { LinkStops } from '../../../ui/show/AppLink'
import { isPressable } from './pressable'
import type { HandOrder } from './row-order'
import { cellClass, type HeadShape, cellCount } from './TableHead'
import { TreeMark, TreePath } from './tree/TreeMark'
import { valueIn, type ShownColumn } from '../columns'

const RowDetails = lazy(() => import('./RowDetails'))

/**
 * The column whose cells link to their records: the first plain text; where a record has no name, its number; else the
 * first column without links of its own, dates before marks of a state.
 *
 * @returns its index; -1 where every column links elsewhere
 */
export function linkColumn(columns: readonly ShownColumn[]): number {
  for (const isRoute of [isName, isNumber, isFact, isMark]) {
    const place = columns.findIndex(isRoute)
    if (place >= 0) return place
  }
  return -1
}

const isName = ({ f, view, from, holder, badge }: ShownColumn): boolean =>
  view.plain === true && f !== 'id' && !from && !holder && !badge
const isNumber = ({ f }: ShownColumn): boolean => f === 'id'
const isFact = ({ view, from, badge }: ShownColumn): boolean =>
  !from && !badge && !view.badge && !view.wide && !view.leads
const isMark = ({ view, from }: ShownColumn): boolean => !from && !view.leads

/**
 * Events that a row reports to the table; the same functions for every row, so that a row is drawn again only for its
 * own changes.
 */
export interface RowEvents {
  open(id: Identifier): void
  menu(id: Identifier, anchor: HTMLElement): void
  select(id: Identifier, range: boolean): void
  expand(id: Identifier): void
  focus(id: Identifier): void
}

interface RowProps {
  readonly record: JsonObject
  readonly shape: HeadShape
  readonly events: RowEvents
  readonly order: HandOrder
  readonly selected: boolean
  readonly expanded: boolean
  readonly active: boolean
  readonly busy: boolean
  readonly dragged: boolean
}

export const ListRow = memo(function Row({
  record,
  shape,
  events,
  order,
  selected,
  expanded,
  active,
  busy,
  dragged,
}: RowProps) {
  const translate = useTranslate()
  const { resource, nameOf, contextOf } = useScope()
  const id = record['id'] as Identifier
  const name = nameOf(record)
  const nameAt = linkColumn(shape.columns)
  // One row at a time is walked with Tab; arrows lead from row to row.
  const stop = active ? undefined : -1
  const onClick = (event: MouseEvent<HTMLTableRowElement>) => {
    if (isPressable(event.target) || window.getSelection()?.toString()) return
    if (event.ctrlKey || event.metaKey) window.open(recordPath(resource, id), '_blank')
    else events.open(id)
  }
  return (
    <LinkStops value={active}>
      <tr
        data-row={id}
        data-selected={selected}
        data-busy={busy}
        data-dragged={dragged}
        data-drop={order.drop?.(id)}
        data-dim={resource.list.dim ? holds(resource.list.dim, contextOf(record)) : undefined}
        tabIndex={active ? 0 : -1}
        onClick={onClick}
        onFocus={() => events.focus(id)}
        {...(shape.drags ? order.target(id) : {})}
      >
        {shape.drags && (
          <td className="narrow">
            <IconButton
              size="small"
              className="grip"
              disableRipple
              aria-label={translate('list.drag', { name })}
              {...order.handle(id, name)}
              tabIndex={stop}
              sx={{ p: 0.25 }}
            >
              <DragIcon fontSize="small" />
            </IconButton>
          </td>
        )}
        {shape.selects && (
          <td className="narrow">
            <Checkbox
              size="small"
              sx={{ p: 0.5 }}
              checked={selected}
              disabled={busy}
              onChange={(event) =>
                events.select(id, (event.nativeEvent as unknown as { shiftKey?: boolean }).shiftKey === true)
              }
              slotProps={{ input: { tabIndex: stop, 'aria-label': translate('list.select_row', { name }) } }}
            />
          </td>
        )}
        {shape.expands && (
          <td className="narrow">
            <IconButton
              size="small"
              sx={{ p: 0.25 }}
              tabIndex={stop}
              aria-expanded={expanded}
              aria-label={translate(expanded ? 'list.collapse' : 'list.expand', { name })}
              onClick={() => events.expand(id)}
            >
              <ExpandIcon
                fontSize="small"
                sx={{ transition: 'transform 120ms', transform: expanded ? 'rotate(90deg)' : 'none' }}
              />
            </IconButton>
          </td>
        )}
        {shape.columns.map((column, index) => (
          <td key={column.f} className={cellClass(column)}>
            {index === Math.max(0, nameAt) && <TreeMark record={record} name={name} />}
            {index === nameAt ? (
              // A dash is no name for a screen reader.
              <LinkBase
                to={recordPath(resource, id)}
                className="name"
                tabIndex={stop}
                aria-label={(valueIn(column, record) ?? '') === '' ? name : undefined}
              >
                <TreePath record={record} />
                <FieldValue column={column} record={record} />
              </LinkBase>
            ) : (
              <FieldValue column={column} record={record} />
            )}
          </td>
        ))}
        <td className="action">
          <IconButton
            size="small"
            sx={{ p: 0.5 }}
            tabIndex={stop}
            disabled={busy}
            aria-haspopup="menu"
            aria-label={translate('list.row_menu', { name })}
            onClick={(event) => events.menu(id, event.currentTarget)}
          >
            <MoreIcon fontSize="small" />
          </IconButton>
        </td>
      </tr>
      {expanded && (
        <tr className="details">
          <td colSpan={cellCount(shape)} aria-label={translate('list.details')}>
            <div>
              <Suspense>
                <RowDetails record={record} columns={shape.columns} />
              </Suspense>
            </div>
          </td>
        </tr>
      )}
    </LinkStops>
  )
})
