import { styled } from '@mui/material/styles'

export const BAR_PX = 22
export const HOUR_PX = 46

/** One styled element around the days: bars and cells cost no styling each. */
export const CalendarRoot = styled('div')(({ theme }) => {
  const line = `1px solid ${theme.palette.divider}`
  const tint = (amount: number) => `color-mix(in srgb, ${theme.palette.primary.main} ${amount}%, ${theme.palette.background.paper})`
  const dark = theme.palette.mode === 'dark'
  return {
    overflow: 'auto', minHeight: 0, flex: '0 1 auto', fontSize: theme.typography.pxToRem(12.5), userSelect: 'none', overscrollBehavior: 'contain',
    '& .row': { display: 'grid', gridTemplateColumns: 'var(--columns)', minWidth: 'var(--least, 0)' },
    '& .head': { position: 'sticky', top: 0, zIndex: 4, backgroundColor: dark ? '#1e262f' : '#fafbfc', color: theme.palette.text.secondary, borderBottom: line },
    '& .head > *': { padding: '8px 10px', fontWeight: 500, textAlign: 'start', minWidth: 0 },
    '& .cell': { position: 'relative', minWidth: 0, borderInlineStart: line, borderBottom: line, outlineOffset: -2 },
    '& .cell:first-of-type': { borderInlineStart: 0 },
    '& .week:last-of-type .cell': { borderBottom: 0 },
    '& .week .cell': { minHeight: 'var(--week-height)', paddingTop: 30 },
    '& .cell[data-creates=true]': { cursor: 'pointer' },
    '& .cell:hover': { backgroundColor: dark ? '#1d262f' : '#fafbfd' },
    '& .cell[data-beside=true]': { backgroundColor: dark ? '#161c23' : '#f6f7f9' },
    '& .cell[data-beside=true] .number': { color: theme.palette.text.secondary },
    '& .cell[data-over=true]': { backgroundColor: tint(10) },
    '& .number': {
      position: 'absolute', top: 4, insetInlineStart: 6, minWidth: 24, height: 22, padding: '0 5px', borderRadius: 11, border: 0, background: 'none', font: 'inherit', color: 'inherit',
      cursor: 'pointer', display: 'inline-flex', alignItems: 'center', justifyContent: 'center', '&:hover': { backgroundColor: theme.palette.action.hover },
    },
    '& [data-today=true] .number': { backgroundColor: theme.palette.primary.main, color: theme.palette.primary.contrastText, fontWeight: 600 },
    '& .more': {
      position: 'absolute', insetInlineStart: 6, padding: '0 6px', height: 20, borderRadius: 4, border: 0, background: 'none', font: 'inherit', fontWeight: 500, color: theme.palette.text.secondary,
      cursor: 'pointer', '&:hover': { backgroundColor: theme.palette.action.hover, color: theme.palette.text.primary },
    },
    '& .bar': {
      position: 'absolute', zIndex: 1, display: 'flex', height: BAR_PX - 2, borderRadius: 4, overflow: 'hidden', backgroundColor: tint(dark ? 26 : 13), color: theme.palette.text.primary,
      borderInlineStart: `3px solid var(--mark, ${theme.palette.primary.main})`, '&:hover': { backgroundColor: tint(dark ? 36 : 20) }, '&:focus-within': { zIndex: 2 },
    },
    '& .bar[data-begun=true]': { borderStartStartRadius: 0, borderEndStartRadius: 0 },
    '& .bar[data-goes=true]': { borderStartEndRadius: 0, borderEndEndRadius: 0 },
    '& .bar[data-dim=true]': { color: theme.palette.text.secondary, fontStyle: 'italic' },
    '& .bar[data-look=left]': { opacity: 0.45 },
    '& .bar[data-look=ghost]': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2, zIndex: 3, pointerEvents: 'none', boxShadow: theme.shadows[3] },
    '& .bar a': { flex: 1, minWidth: 0, padding: '0 6px', lineHeight: `${BAR_PX - 2}px`, color: 'inherit', textDecoration: 'none', whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis', outlineOffset: -2, touchAction: 'manipulation' },
    '& .bar[data-moves=true] a': { cursor: 'grab' },
    '& .bar .time': { color: theme.palette.text.secondary, marginInlineEnd: 4, fontVariantNumeric: 'tabular-nums' },
    '& .bar[data-dim=true] .time': { color: 'inherit' },
    '& .end': { flex: 'none', width: 8, cursor: 'ew-resize', touchAction: 'none' },
    '& .block': { height: 'auto', display: 'block' },
    '& .block a': { display: 'block', height: '100%', lineHeight: '17px', padding: '2px 6px', whiteSpace: 'normal' },
    '& .block .time': { display: 'block', marginInlineEnd: 0 },
    '& .block[data-low=true] .time': { display: 'inline', marginInlineEnd: 4 },
    '& .block .end': { position: 'absolute', insetInline: 0, bottom: 0, width: 'auto', height: 7, cursor: 'ns-resize' },
    '& .hour': { height: HOUR_PX, borderBottom: `1px solid color-mix(in srgb, ${theme.palette.divider} 60%, transparent)` },
    '& .hour-name': { fontSize: theme.typography.pxToRem(11.5), color: theme.palette.text.secondary, textAlign: 'end', paddingInlineEnd: 8, transform: 'translateY(-8px)', whiteSpace: 'nowrap' },
    '& .row:first-of-type > .hour-name': { transform: 'none' },
    '& .now': { position: 'absolute', insetInline: 0, zIndex: 2, height: 0, borderTop: `2px solid ${theme.palette.error.main}`, pointerEvents: 'none' },
    '& .whole': { borderBottom: line, position: 'relative', backgroundColor: theme.palette.background.paper },
    '& .whole .cell': { borderBottom: 0, minHeight: 'var(--whole-height)' },
    '&[aria-busy=true] .bar': { opacity: 0.7, transition: 'opacity 120ms 150ms' },
  }
})
