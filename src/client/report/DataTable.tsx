import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'

/** A table that scrolls in its own frame where it is wider than the page. */
export function DataTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      sx={{ overflowX: 'auto', '@media print': { overflow: 'visible' } }}
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      <Table>{children}</Table>
    </Box>
  )
}

const Table = styled('table')(({ theme }) => ({
  borderCollapse: 'collapse',
  width: '100%',
  fontSize: 13.5,
  '& th, & td': {
    padding: '6px 8px',
    textAlign: 'start',
    fontWeight: 400,
    borderBottom: `1px solid ${theme.palette.divider}`,
    verticalAlign: 'middle',
  },
  '& thead th': { color: theme.palette.text.secondary, whiteSpace: 'nowrap', fontSize: 12.5 },
  '& tfoot th, & tfoot td': { fontWeight: 600, borderBottom: 0 },
  // Where there is little room, it is for names and numbers.
  [theme.breakpoints.down('sm')]: { '& .blank': { display: 'none' }, '& th, & td': { padding: '6px 5px' } },
  '& .number': { textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
}))
