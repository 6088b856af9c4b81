import { styled } from '@mui/material/styles'
import { TableRoot } from '../../list/TableRoot'

/** The list's table with cells that are typed into; their inputs have no frame of their own. */
export const InlineRoot = styled(TableRoot)(({ theme }) => {
  const line = `1px solid ${theme.palette.divider}`
  const changed = `color-mix(in srgb, ${theme.palette.warning.main} ${theme.palette.mode === 'dark' ? 22 : 14}%, ${theme.palette.background.paper})`
  return {
    '& tbody tr[data-row] > td': { borderInlineEnd: line, height: 38 },
    '& tbody tr[data-row] > td.cell': { padding: 0, minWidth: 110, maxWidth: 340, overflow: 'visible', cursor: 'text' },
    '& tbody tr[data-row] > td[data-cell]:not(.cell)': {
      backgroundColor: theme.palette.mode === 'dark' ? '#161c23' : '#f7f8fa',
      color: theme.palette.text.secondary,
    },
    '& td .far': { padding: '8px 10px', minHeight: 37, overflow: 'hidden', textOverflow: 'ellipsis' },
    '& td[data-cell]:focus': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 },
    '& tbody tr[data-row] > td[data-changed=true]': {
      backgroundColor: changed,
      boxShadow: `inset 3px 0 ${theme.palette.warning.main}`,
    },
    '& tbody tr[data-row] > td[aria-invalid=true]': { boxShadow: `inset 0 0 0 1px ${theme.palette.error.main}` },
    '& td .MuiOutlinedInput-root': {
      fontSize: theme.typography.pxToRem(13),
      backgroundColor: theme.palette.background.paper,
    },
    '& td .MuiFormHelperText-root': { padding: '0 10px 4px', margin: 0, whiteSpace: 'normal' },
    '& .trouble > td': {
      whiteSpace: 'normal',
      padding: '6px 10px',
      color: theme.palette.error.main,
      backgroundColor: `color-mix(in srgb, ${theme.palette.error.main} 6%, ${theme.palette.background.paper})`,
    },
  }
})
