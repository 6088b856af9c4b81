import { styled } from '@mui/material/styles'

/** Lines of one height under a heading that stays; wide enough for a phone without scrolling sideways. */
export const MatrixRoot = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  maxHeight: 'min(70vh, 720px)',
  overflow: 'auto',
  '& table': { width: '100%', borderCollapse: 'separate', borderSpacing: 0 },
  '& thead': { position: 'sticky', top: 0, zIndex: 1, background: theme.palette.background.paper },
  '& thead th': { fontWeight: 500, padding: '8px 6px', fontSize: '0.8125rem' },
  '& thead tr.all > *': { borderBottom: `1px solid ${theme.palette.divider}` },
  '& th:first-of-type': {
    textAlign: 'start',
    fontWeight: 400,
    padding: '2px 12px',
    overflowWrap: 'anywhere',
    fontSize: '0.875rem',
  },
  '& td': { textAlign: 'center', width: 72, padding: 0, fontSize: '0.8125rem' },
  '& td.text': { textAlign: 'start', width: 'auto', padding: '6px 12px' },
  '& tbody tr:hover': { background: theme.palette.action.hover },
  '& tr.group': { background: theme.palette.action.selected },
  '& tr.group > th:first-of-type, & tr.all > th:first-of-type': { fontWeight: 600 },
  '& .box': { display: 'grid', placeItems: 'center', minHeight: 32, cursor: 'pointer' },
  '& input': { width: 18, height: 18, margin: 0, accentColor: theme.palette.primary.main, cursor: 'inherit' },
  '& input:disabled': { cursor: 'default' },
  '& .other': { color: theme.palette.text.secondary },
  '& .differs': { color: theme.palette.warning.main, fontWeight: 600 },
  [theme.breakpoints.down('sm')]: { '& td:not(.text)': { width: 52 } },
}))
