import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import type { JsonObject } from '../../../model/json'
import { isSeen } from '../../../model/rights/hidden'
import type { CellProps } from '../../../ui/field-view'
import { AppLink } from '../../../ui/show/AppLink'
import { Faint } from '../../../ui/show/Faint'
import { useLookup } from '../../../ui/lookup'
import type { ShownColumn } from '../columns'
import { useChildShape } from './child-shape'
import { GridRoot } from './GridRoot'
import { useRowContext } from '../grid/row-context'
import { gridRowsOf } from '../../provider/grid-rows'

/** A table that scrolls need not break words; a text without any is no wider than a phone. */
const CELLS = {
  '& td': { padding: '7px 10px', minWidth: 90, maxWidth: 300, overflowWrap: 'break-word' },
  '& td.right': { minWidth: 76, whiteSpace: 'nowrap' },
} as const

/** The rows of a record on its page. */
export default function ChildrenTable({ field, value }: CellProps) {
  const translate = useTranslate()
  const { columns: all } = useChildShape(field)
  const columns = all.filter((column) => !column.field.children)
  const lists = all.filter((column) => column.field.children)
  const rows = gridRowsOf(value)
  if (rows.length === 0)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate('grid.empty')}
      </Typography>
    )
  return (
    // It scrolls where it is too narrow, by the keyboard too.
    <GridRoot tabIndex={0} role="group" aria-label={translate('grid.count', { smart_count: rows.length })} sx={CELLS}>
      <table>
        <thead>
          <tr>
            {columns.map(({ f, label, view }) => (
              <th key={f} className={view.align}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <Line key={String(row['id'] ?? at)} columns={columns} lists={lists} row={row} />
          ))}
        </tbody>
      </table>
    </GridRoot>
  )
}

/** A row, and below it the rows that it has. */
function Line({
  columns,
  lists,
  row,
}: {
  columns: readonly ShownColumn[]
  lists: readonly ShownColumn[]
  row: JsonObject
}) {
  const context = useRowContext(row)
  const lookup = useLookup()
  const below = lists.filter(({ f, field }) => gridRowsOf(row[f]).length > 0 && isSeen(field, context))
  return (
    <>
      <tr>
        {columns.map(({ f, field, from, view, Cell }) => {
          const value = row[f] ?? null
          const isEmpty = value === null || !isSeen(from ?? field, context)
          const id = from && !field.ref ? row[from.name] : null
          const href = from && (typeof id === 'number' || typeof id === 'string') ? lookup.href?.(from, id, row) : null
          const cell = isEmpty ? <Faint /> : <Cell field={field} value={value} record={row} />
          return (
            <td key={f} className={view.align}>
              {href && !isEmpty ? (
                <AppLink to={href} color="inherit">
                  {cell}
                </AppLink>
              ) : (
                cell
              )}
            </td>
          )
        })}
      </tr>
      {below.map(({ f, field, label, Cell }) => (
        <tr key={f}>
          <td colSpan={columns.length} className="inner">
            <div style={{ contain: 'inline-size' }}>
              <Typography variant="body2" sx={{ color: 'text.secondary', mb: 0.5 }}>
                {label}
              </Typography>
              <Cell field={field} value={row[f] ?? null} record={row} />
            </div>
          </td>
        </tr>
      ))}
    </>
  )
}
