import { styled } from '@mui/material/styles'

/** One styled element for the whole table: a hundred rows of plain cells cost no styling each. */
export const TableRoot = styled('table')(({ theme }) => {
  const line = `1px solid ${theme.palette.divider}`
  const edge = `inset 0 1px ${theme.palette.primary.main}, inset 0 -1px ${theme.palette.primary.main}`
  const tint = (amount: number) =>
    `color-mix(in srgb, ${theme.palette.primary.main} ${amount}%, ${theme.palette.background.paper})`
  const sticky = {
    position: 'sticky',
    right: 0,
    backgroundColor: 'var(--row)',
    width: 44,
    padding: '0 6px',
    textAlign: 'center',
  } as const
  return {
    width: '100%',
    borderCollapse: 'separate',
    borderSpacing: 0,
    fontSize: theme.typography.pxToRem(13),
    '--row': theme.palette.background.paper,
    '& th, & td': {
      textAlign: 'start',
      whiteSpace: 'nowrap',
      padding: '0 10px',
      borderBottom: line,
      verticalAlign: 'middle',
    },
    '& .right': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
    '& .center': { textAlign: 'center' },
    '& .narrow': { width: 34, padding: '0 0 0 6px' },
    '& .id': { width: 56, color: theme.palette.text.secondary },
    '& thead th': {
      position: 'sticky',
      top: 0,
      zIndex: 2,
      height: 38,
      backgroundColor: theme.palette.mode === 'dark' ? '#1e262f' : '#fafbfc',
      color: theme.palette.text.secondary,
      fontWeight: 500,
      fontSize: theme.typography.pxToRem(12.5),
    },
    '& tbody tr[data-row]': { height: 'var(--row-height)', cursor: 'pointer' },
    '& tbody tr[data-row] > td': {
      maxWidth: 340,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      backgroundColor: 'var(--row)',
    },
    '& tbody tr[data-row]:hover': { '--row': theme.palette.mode === 'dark' ? '#202a34' : '#f7f9fb' },
    '& tbody tr[data-selected=true], & tbody tr[data-selected=true]:hover': {
      '--row': tint(theme.palette.mode === 'dark' ? 16 : 8),
    },
    '& tbody tr[data-row]:focus-visible': { outline: 'none' },
    '& tbody tr[data-row]:focus-visible > td': {
      boxShadow: edge,
    },
    '& tbody tr[data-row]:focus-visible > td:first-of-type': {
      boxShadow: `${edge}, inset 3px 0 ${theme.palette.primary.main}`,
    },
    '& tbody tr[data-busy=true] > td': { opacity: 0.5 },
    // Fainter but still readable: the colour of secondary text.
    '& tbody tr[data-dim=true] > td': { color: theme.palette.text.secondary, fontStyle: 'italic' },
    '& tbody tr[data-dragged=true] > td': { opacity: 0.35 },
    '& tbody tr[data-drop=before] > td': { boxShadow: `inset 0 2px ${theme.palette.primary.main}` },
    '& tbody tr[data-drop=after] > td': { boxShadow: `inset 0 -2px ${theme.palette.primary.main}` },
    '& tbody tr[data-drop=into]': { '--row': tint(16) },
    '& tbody tr:last-of-type > td': { borderBottom: 0 },
    '& .action': sticky,
    '& thead th.action': { zIndex: 3, backgroundColor: theme.palette.mode === 'dark' ? '#1e262f' : '#fafbfc' },
    '&[data-overflow=true] .action': { boxShadow: `inset 1px 0 ${theme.palette.divider}` },
    '&[aria-busy=true] tbody': { opacity: 0.55, transition: 'opacity 120ms 80ms' },
    '& a': { color: 'inherit' },
    '& a.name': { fontWeight: 500, textDecoration: 'none', '&:hover': { textDecoration: 'underline' } },
    '& .sort': {
      font: 'inherit',
      color: 'inherit',
      background: 'none',
      border: 0,
      padding: 0,
      cursor: 'pointer',
      display: 'inline-flex',
      alignItems: 'center',
      gap: 4,
      borderRadius: 3,
      verticalAlign: 'middle',
      '&:hover': { color: theme.palette.text.primary },
    },
    '& .right .sort': { flexDirection: 'row-reverse' },
    '& th[aria-sort] .sort': { color: theme.palette.text.primary, fontWeight: 600 },
    '& .arrow': { fontSize: 14, opacity: 0 },
    '& .sort:hover .arrow, & .sort:focus-visible .arrow': { opacity: 0.5 },
    '& th[aria-sort] .sort .arrow': { opacity: 1 },
    '& .details > td': {
      padding: '12px 16px 16px 52px',
      whiteSpace: 'normal',
      backgroundColor: theme.palette.mode === 'dark' ? '#171e26' : '#fafbfc',
    },
    // They stay in view, however wide the table is.
    '& .details > td > div': { position: 'sticky', insetInlineStart: 52, width: 'calc(100cqi - 68px)' },
    '& .grip': { cursor: 'grab', touchAction: 'none' },
  }
})
