import ArrowDownIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpIcon from '@mui/icons-material/ArrowUpward'
import Checkbox from '@mui/material/Checkbox'
import { useListContext, useTranslate, type Identifier } from 'react-admin'
import type { ShownColumn } from '../columns'

export interface HeadShape {
  readonly columns: readonly ShownColumn[]
  readonly selects: boolean
  readonly expands: boolean
  readonly drags: boolean
}

/** Alignment of a column; the id is as narrow as it can be. */
/** Of a text's column. */
const MIN_TEXT = 170

export const cellClass = ({ f, view }: ShownColumn): string => (f === 'id' ? `${view.align} id` : view.align)

/** How many cells a row of a table has. */
export const cellCount = ({ columns, selects, expands, drags }: HeadShape): number =>
  columns.length + 1 + Number(selects) + Number(expands) + Number(drags)

export function TableHead({ shape }: { shape: HeadShape }) {
  const translate = useTranslate()
  return (
    <thead>
      <tr>
        {shape.drags && <th className="narrow" aria-label={translate('list.drag', { name: '' })} />}
        {shape.selects && (
          <th className="narrow">
            <SelectPage />
          </th>
        )}
        {shape.expands && <th className="narrow" aria-label={translate('list.details')} />}
        {shape.columns.map((column) => (
          <ColumnHead key={column.f} column={column} />
        ))}
        <th className="action" aria-label={translate('list.actions')} />
      </tr>
    </thead>
  )
}

function ColumnHead({ column }: { column: ShownColumn }) {
  const { sort, setSort } = useListContext()
  const translate = useTranslate()
  const sorted = sort.field === column.f
  const Arrow = sorted && sort.order === 'DESC' ? ArrowDownIcon : ArrowUpIcon
  return (
    <th
      scope="col"
      className={cellClass(column)}
      // A table without room takes it from the texts that wrap: an address of four lines is not read.
      style={column.width ? { width: column.width, minWidth: Math.min(column.width, MIN_TEXT) } : undefined}
      aria-sort={sorted ? (sort.order === 'ASC' ? 'ascending' : 'descending') : undefined}
    >
      {column.sortable ? (
        <button
          type="button"
          className="sort"
          title={translate('list.sort_by', { name: column.label })}
          onClick={() => setSort({ field: column.f, order: sorted && sort.order === 'ASC' ? 'DESC' : 'ASC' })}
        >
          {column.label}
          <Arrow className="arrow" aria-hidden />
        </button>
      ) : (
        column.label
      )}
    </th>
  )
}

function SelectPage() {
  const { data = [], selectedIds, onSelect } = useListContext()
  const translate = useTranslate()
  const page: Identifier[] = data.map(({ id }) => id)
  const chosen = page.filter((id) => selectedIds.includes(id))
  const all = page.length > 0 && chosen.length === page.length
  return (
    <Checkbox
      size="small"
      sx={{ p: 0.5 }}
      disabled={page.length === 0}
      checked={all}
      indeterminate={chosen.length > 0 && !all}
      onChange={() =>
        onSelect(all ? selectedIds.filter((id) => !page.includes(id)) : [...new Set([...selectedIds, ...page])])
      }
      slotProps={{ input: { 'aria-label': translate('list.select_page') } }}
    />
  )
}
