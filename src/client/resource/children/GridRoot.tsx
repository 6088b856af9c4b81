import { styled } from '@mui/material/styles'

/** One styled element around a whole grid; the inputs of its cells have no frame of their own until they are used. */
export const GridRoot = styled('div')(({ theme }) => {
  const line = `1px solid ${theme.palette.divider}`
  return {
    overflowX: 'auto',
    border: line,
    borderRadius: theme.shape.borderRadius,
    '& table': { width: '100%', borderCollapse: 'separate', borderSpacing: 0, fontSize: theme.typography.pxToRem(13) },
    '& th, & td': { textAlign: 'start', padding: '2px 4px', borderBottom: line, verticalAlign: 'top' },
    '& th': {
      padding: '8px 10px',
      whiteSpace: 'nowrap',
      fontWeight: 500,
      fontSize: theme.typography.pxToRem(12.5),
      color: theme.palette.text.secondary,
      backgroundColor: theme.palette.mode === 'dark' ? '#1e262f' : '#fafbfc',
    },
    '& td': { minWidth: 136 },
    '& td.inner': { padding: '8px 12px 14px', backgroundColor: theme.palette.mode === 'dark' ? '#1e262f' : '#fafbfc' },
    '& td.inner td': { backgroundColor: theme.palette.background.paper },
    // What is left of the width is for words.
    '& td.right': { width: '1%', minWidth: 124, textAlign: 'right' },
    '& th.right': { textAlign: 'right' },
    '& .narrow': { width: 34, minWidth: 34, padding: '4px 2px', textAlign: 'center' },
    // The remove button is always in view, however wide the grid is.
    '& .last': { position: 'sticky', right: 0, zIndex: 1 },
    '& td.last': { backgroundColor: theme.palette.background.paper },
    '& .mark': { color: theme.palette.error.main },
    '& tbody tr:last-of-type > td': { borderBottom: 0 },
    '& tr[data-dragged=true] > td': { opacity: 0.45 },
    '& .grip': { cursor: 'grab', touchAction: 'none' },
    '& td .MuiOutlinedInput-root': { fontSize: theme.typography.pxToRem(13) },
    '& td .MuiOutlinedInput-root:not(:hover, .Mui-focused, .Mui-error) .MuiOutlinedInput-notchedOutline': {
      borderColor: 'transparent',
    },
    '& td .far': { padding: '8px 10px', minHeight: 36, outlineOffset: -2 },
    '& td .MuiFormHelperText-root': { padding: '0 6px 4px' },
  }
})
