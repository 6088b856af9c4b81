import { styled, type Theme } from '@mui/material/styles'

const cells = (theme: Theme) =>
  ({
    '& .wrong': {
      backgroundColor: `color-mix(in srgb, ${theme.palette.error.main} 10%, transparent)`,
      boxShadow: `inset 0 0 0 1px ${theme.palette.error.main}`,
    },
    '& .warned': { backgroundColor: `color-mix(in srgb, ${theme.palette.warning.main} 12%, transparent)` },
    '& .cell': {
      font: 'inherit',
      color: 'inherit',
      background: 'none',
      border: 0,
      padding: '6px 0',
      width: '100%',
      textAlign: 'start',
      display: 'block',
      minHeight: 30,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
    },
    '& button.cell': { cursor: 'text' },
    '& .error, & .note': {
      display: 'block',
      fontSize: theme.typography.pxToRem(11.5),
      lineHeight: 1.3,
      whiteSpace: 'normal',
    },
    '& .error': { color: theme.palette.error.main },
    '& .note': { color: theme.palette.text.secondary },
  }) as const

/** The staged rows as a table: one styled element for all of its cells. */
export const RowTable = styled('table')(({ theme }) => ({
  ...cells(theme),
  borderCollapse: 'separate',
  borderSpacing: 0,
  minWidth: '100%',
  fontSize: theme.typography.pxToRem(13),
  '& th, & td': {
    textAlign: 'start',
    padding: '0 10px',
    borderBottom: `1px solid ${theme.palette.divider}`,
    whiteSpace: 'nowrap',
  },
  '& thead th': {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    height: 36,
    fontWeight: 500,
    color: theme.palette.text.secondary,
    backgroundColor: theme.palette.mode === 'dark' ? '#1e262f' : '#fafbfc',
  },
  '& td': { height: 38, verticalAlign: 'middle', maxWidth: 320 },
  '& .number': {
    width: 56,
    textAlign: 'right',
    color: theme.palette.text.secondary,
    fontVariantNumeric: 'tabular-nums',
  },
  '& .state': { minWidth: 170, maxWidth: 280, whiteSpace: 'normal', lineHeight: 1.3 },
  '& tr[data-excluded=true] td:not(.state)': { color: theme.palette.text.disabled, textDecoration: 'line-through' },
}))

/** The staged rows on a phone. */
export const CardList = styled('ul')(({ theme }) => ({
  ...cells(theme),
  margin: 0,
  padding: 0,
  fontSize: theme.typography.pxToRem(13),
  '& .wrong': { ...cells(theme)['& .wrong'], padding: '4px 8px', borderRadius: 4 },
  // The corners of a district fill a screen.
  '& .text': {
    display: '-webkit-box',
    WebkitLineClamp: 3,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  '& li[data-excluded=true]': { color: theme.palette.text.disabled },
}))
