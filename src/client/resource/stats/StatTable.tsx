import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'

interface StatTableProps {
  readonly title: string
  /** What its rows are, and the numbers beside them. */
  readonly by: string
  readonly columns: readonly { readonly key: string; readonly name: string }[]
  readonly max_px: number
  /** `StatRow`s. */
  readonly children: ReactNode
}

/** The numbers behind a chart; it scrolls below its head. */
export const StatTable = ({ title, by, columns, max_px, children }: StatTableProps) => (
  <Box sx={{ maxHeight: max_px, overflow: 'auto' }} tabIndex={0} role="region" aria-label={title}>
    <Table>
      <thead>
        <tr>
          <th scope="col">{by}</th>
          {columns.map(({ key, name }) => (
            <th key={key} scope="col" className="number">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </Table>
  </Box>
)

/** A row: what it is of, and its numbers, in the order of the columns. */
export const StatRow = ({ name, numbers }: { readonly name: ReactNode; readonly numbers: readonly ReactNode[] }) => (
  <tr>
    <th scope="row">{name}</th>
    {numbers.map((number, at) => (
      // A cell is known by its column.
      <td key={at} className="number">
        {number}
      </td>
    ))}
  </tr>
)

/** A text of such a table that leads to its rows, where it may. */
export const RowsLink = ({ text, onOpen }: { readonly text: string; readonly onOpen: (() => void) | null }) =>
  onOpen ? (
    <Link
      component="button"
      type="button"
      onClick={onOpen}
      sx={{ fontSize: 'inherit', verticalAlign: 'baseline', textAlign: 'start' }}
    >
      {text}
    </Link>
  ) : (
    text
  )

const Table = styled('table')(({ theme }) => ({
  borderCollapse: 'collapse',
  width: '100%',
  fontSize: 13,
  '& th, & td': {
    padding: '4px 8px',
    textAlign: 'start',
    fontWeight: 400,
    borderBottom: `1px solid ${theme.palette.divider}`,
  },
  '& thead th': {
    color: theme.palette.text.secondary,
    position: 'sticky',
    top: 0,
    background: theme.palette.background.paper,
  },
  '& .number': { textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
}))
