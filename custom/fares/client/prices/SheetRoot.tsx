import { alpha, styled } from '@mui/material/styles'
import { COLUMN_PX, HEAD_PX, NAMES_PX, ROW_PX } from './grid-shape'

/** The sheet's frame: one styled element around plain ones, since there are hundreds of cells. */
export const SheetRoot = styled('div')(({ theme }) => {
  const line = `1px solid ${theme.palette.divider}`
  const head = theme.palette.mode === 'dark' ? '#1e262f' : '#f6f8fa'
  const tint = (colour: string) => `color-mix(in srgb, ${colour} 16%, ${theme.palette.background.paper})`
  return {
    position: 'relative',
    overflow: 'auto',
    border: line,
    borderRadius: theme.shape.borderRadius,
    backgroundColor: theme.palette.background.paper,
    fontSize: theme.typography.pxToRem(13),
    fontVariantNumeric: 'tabular-nums',
    userSelect: 'none',
    overscrollBehavior: 'contain',
    '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -1 },
    '& .row, & .heads': { position: 'absolute', left: 0, height: ROW_PX, width: '100%' },
    '& .heads': { position: 'sticky', top: 0, height: HEAD_PX, zIndex: 3, backgroundColor: head },
    '& .head, & .name, & .corner': {
      position: 'absolute', top: 0, boxSizing: 'border-box', padding: '0 8px', display: 'flex', alignItems: 'center', backgroundColor: head,
      color: theme.palette.text.secondary, borderBottom: line, borderRight: line, fontWeight: 500, overflow: 'hidden',
    },
    '& .head': { width: COLUMN_PX, height: HEAD_PX, justifyContent: 'flex-end', textAlign: 'right' },
    '& .head > span': { display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical', overflow: 'hidden', lineHeight: 1.25, overflowWrap: 'anywhere' },
    '& .name, & .corner': { position: 'sticky', left: 0, width: NAMES_PX, zIndex: 2 },
    '& .name': { height: ROW_PX, gap: 6 },
    '& .name > span:last-of-type': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& .corner': { height: HEAD_PX, zIndex: 4, fontSize: theme.typography.pxToRem(12), fontWeight: 400 },
    '& .dot': { flex: 'none', width: 10, height: 10, borderRadius: 5, border: line },
    '& .on': { color: theme.palette.text.primary, backgroundColor: tint(theme.palette.primary.main) },
    '& .cell': {
      position: 'absolute', top: 0, boxSizing: 'border-box', width: COLUMN_PX, height: ROW_PX, padding: '0 8px', lineHeight: `${ROW_PX - 1}px`,
      textAlign: 'right', borderBottom: line, borderRight: line, whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis', cursor: 'cell',
    },
    // A trip within a zone is on the diagonal.
    '& .same': { backgroundColor: theme.palette.action.hover },
    '& .changed': { backgroundColor: tint(theme.palette.warning.main), fontWeight: 600 },
    '& .conflict': { backgroundColor: tint(theme.palette.info.main), boxShadow: `inset 3px 0 0 ${theme.palette.info.main}` },
    '& .bad': { backgroundColor: tint(theme.palette.error.main), color: theme.palette.error.main, boxShadow: `inset 3px 0 0 ${theme.palette.error.main}` },
    '& .chosen': { backgroundImage: `linear-gradient(${alpha(theme.palette.primary.main, 0.1)}, ${alpha(theme.palette.primary.main, 0.1)})` },
    '& .selection, & .pull': { position: 'absolute', pointerEvents: 'none', boxSizing: 'border-box', border: `2px solid ${theme.palette.primary.main}`, zIndex: 1 },
    '& .pull': { borderStyle: 'dashed' },
    '& .handle': {
      position: 'absolute', right: -5, bottom: -5, width: 9, height: 9, backgroundColor: theme.palette.primary.main,
      border: `1px solid ${theme.palette.background.paper}`, cursor: 'crosshair', pointerEvents: 'auto',
    },
    '& .editor': {
      position: 'absolute', boxSizing: 'border-box', width: COLUMN_PX, height: ROW_PX, zIndex: 2, padding: '0 8px', textAlign: 'right', font: 'inherit',
      border: `2px solid ${theme.palette.primary.main}`, outline: 0, color: theme.palette.text.primary, backgroundColor: theme.palette.background.paper,
    },
  }
})
