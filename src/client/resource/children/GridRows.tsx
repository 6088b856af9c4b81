import DeleteIcon from '@mui/icons-material/Close'
import DragIcon from '@mui/icons-material/DragIndicator'
import IconButton from '@mui/material/IconButton'
import { useTranslate } from 'react-admin'
import { memo } from 'react'
import { useGridRow } from './use-grid-row'
import { FrameModeProvider } from '../../../ui/inputs/FieldFrame'
import { HIDDEN } from '../../../ui/show/hidden-text'
import type { ChildShape } from './child-shape'
import { GridCell } from '../grid/GridCell'
import type { GridEvents } from './grid-events'
import { GridRoot } from './GridRoot'
import type { GridOrder } from './row-order'
import type { GridRow } from '../../provider/grid-rows'
import { InnerRows } from './inner-rows'

export interface GridRowsProps {
  readonly source: string
  readonly label: string
  readonly shape: ChildShape
  readonly rows: readonly GridRow[]
  readonly keys: readonly number[]
  readonly errorsOf: (at: number) => string
  readonly disabled: boolean
  readonly events: GridEvents
  readonly order: GridOrder
}

/** The rows of a grid as a table of inputs, as wide as it needs inside a frame that scrolls. */
export function GridTable({ source, label, shape, rows, keys, errorsOf, disabled, events, order }: GridRowsProps) {
  const translate = useTranslate()
  const drags = shape.sortable && !disabled
  return (
    <GridRoot>
      <table aria-label={label}>
        <thead>
          <tr>
            {drags && (
              <th className="narrow">
                <span style={HIDDEN}>{translate('grid.order')}</span>
              </th>
            )}
            {shape.columns.map(({ f, label: head, field, view }) => (
              <th key={f} className={view.align}>
                {head}
                {field.required && (
                  <span aria-hidden className="mark">
                    {' '}
                    *
                  </span>
                )}
              </th>
            ))}
            <th className="narrow last">
              <span style={HIDDEN}>{translate('list.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <TableRow
              key={keys[at]}
              source={source}
              shape={shape}
              row={row}
              at={at}
              errors={errorsOf(at)}
              disabled={disabled}
              events={events}
              order={drags ? order : null}
              count={rows.length}
            />
          ))}
        </tbody>
      </table>
    </GridRoot>
  )
}

export interface OneRowProps {
  readonly source: string
  readonly shape: ChildShape
  readonly row: GridRow
  readonly at: number
  /** Messages by field, as one text (see `useRowErrors`). */
  readonly errors: string
  readonly disabled: boolean
  readonly events: GridEvents
  readonly order: GridOrder | null
  /** Rows of the grid. */
  readonly count: number
}

const TableRow = memo(function TableRow(props: OneRowProps) {
  const { shape, at, disabled, events, order } = props
  const translate = useTranslate()
  const { element, near, onFocus, lists, messages, shared, place } = useGridRow<HTMLTableRowElement>(props)
  const columns = shape.columns.length + (order ? 2 : 1)
  return (
    <>
      <tr ref={element} onFocus={onFocus} data-dragged={order?.dragged === at} {...order?.target(at)}>
        {order && (
          <td className="narrow">
            <IconButton
              data-grip={at}
              size="small"
              className="grip"
              disableRipple
              aria-label={translate('grid.drag', place)}
              {...order.handle(at)}
            >
              <DragIcon fontSize="small" />
            </IconButton>
          </td>
        )}
        <FrameModeProvider value="cell">
          {shape.columns.map((column, index) => (
            <td key={column.f} data-cell={`${at}-${index}`} className={column.view.align}>
              <GridCell
                {...shared}
                column={column}
                label={translate('grid.cell', { label: column.label, ...place })}
                error={messages[column.f]}
                near={near}
              />
            </td>
          ))}
        </FrameModeProvider>
        <td className="narrow last">
          {!disabled && (
            <IconButton size="small" aria-label={translate('grid.remove', place)} onClick={() => events.remove(at)}>
              <DeleteIcon fontSize="small" />
            </IconButton>
          )}
        </td>
      </tr>
      {shape.columns
        .filter(({ f }) => lists.names.includes(f))
        .map((column) => (
          <tr key={column.f}>
            <td colSpan={columns} className="inner">
              <InnerRows
                {...shared}
                column={column}
                label={translate('grid.cell', { label: column.label, ...place })}
              />
            </td>
          </tr>
        ))}
    </>
  )
})
