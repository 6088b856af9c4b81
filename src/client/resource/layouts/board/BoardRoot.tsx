import { styled } from '@mui/material/styles'
import { HIDDEN } from '../../../../ui/show/hidden-text'

/** One styled element for the whole board: hundreds of plain cards cost no styling each. */
export const BoardRoot = styled('div')(({ theme }) => {
  const { palette } = theme
  const tint = (colour: string, amount: number) => `color-mix(in srgb, ${colour} ${amount}%, ${palette.background.paper})`
  const ground = palette.mode === 'dark' ? '#161d24' : '#f4f6f8'
  return {
    position: 'relative', display: 'flex', gap: 10, padding: 10, minHeight: 0, flex: '1 1 auto', overflowX: 'auto', overflowY: 'hidden', alignItems: 'stretch',
    fontSize: theme.typography.pxToRem(13), transition: 'opacity 120ms 80ms',
    '&[data-stale=true]': { opacity: 0.55 },
    '&[data-narrow=true]': { padding: '10px 0 0', overflow: 'visible', display: 'block' },
    '& section': {
      position: 'relative', display: 'flex', flexDirection: 'column', flex: '1 0 216px', minWidth: 0, maxWidth: 360, minHeight: 160, maxHeight: 'calc(100dvh - 180px)', borderRadius: 8, backgroundColor: ground,
      border: '1px solid transparent',
    },
    '&[data-narrow=true] section': { maxWidth: 'none', maxHeight: 'none', minHeight: '50dvh' },
    '& header': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'center', gap: '2px 8px', padding: '8px 10px 6px' },
    // The strip of tabs has them already.
    '&&[data-narrow=true] h2, &&[data-narrow=true] .count': { display: 'none' },
    '& h2': { margin: 0, fontSize: 'inherit', fontWeight: 500, minWidth: 0, display: 'flex', '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' } },
    '& .count': { fontVariantNumeric: 'tabular-nums', color: palette.text.secondary, fontWeight: 600 },
    '& .sum': { gridColumn: '1 / -1', color: palette.text.secondary, fontSize: theme.typography.pxToRem(12), fontVariantNumeric: 'tabular-nums', '& b': { fontWeight: 600, color: palette.text.primary } },
    '& ul': { listStyle: 'none', margin: 0, padding: '2px 8px 8px', overflowY: 'auto', overscrollBehavior: 'contain', minHeight: 0, display: 'flex', flexDirection: 'column', gap: 7 },
    '& li': {
      position: 'relative', padding: '8px 10px', borderRadius: 8, border: `1px solid ${palette.divider}`, backgroundColor: palette.background.paper, cursor: 'pointer', flex: 'none',
      contentVisibility: 'auto', minWidth: 0, containIntrinsicSize: 'auto 92px', WebkitTouchCallout: 'none', listStyle: 'none',
    },
    '@media (pointer: coarse)': { '& li': { userSelect: 'none' }, '& .next': { minHeight: 44 }, '& .menu': { width: 40, height: 40, margin: '-8px -10px -8px 0' } },
    '& li:hover': { borderColor: palette.mode === 'dark' ? '#4a5866' : '#c3cbd3' },
    '& li:focus-within': { borderColor: palette.primary.main },
    '& li:has(a.name:focus-visible)': { borderColor: palette.primary.main, boxShadow: `0 0 0 2px ${palette.primary.main}` },
    '& li[data-selected=true]': { backgroundColor: tint(palette.primary.main, palette.mode === 'dark' ? 16 : 8) },
    '& li[data-busy=true]': { opacity: 0.55 },
    '& li[data-dim=true]': { color: palette.text.secondary, fontStyle: 'italic' },
    '& li[data-lifted=true]': { opacity: 0.5, borderStyle: 'dashed', borderColor: palette.primary.main },
    '& .head': { display: 'flex', alignItems: 'flex-start', gap: 8 },
    '& .head input': { margin: '2px 0 0', width: 16, height: 16, accentColor: palette.primary.main, flex: 'none' },
    '& a.name': { flex: 1, minWidth: 0, color: 'inherit', fontWeight: 600, textDecoration: 'none', overflowWrap: 'anywhere', display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical', overflow: 'hidden', outline: 'none', '&:hover': { textDecoration: 'underline' } },
    '& .menu': { flex: 'none', display: 'inline-flex', alignItems: 'center', justifyContent: 'center', width: 26, height: 26, margin: '-4px -6px -4px 0', padding: 0, border: 0, borderRadius: '50%', background: 'none', color: palette.text.secondary, cursor: 'pointer', '&:hover': { backgroundColor: palette.action.hover }, '&:focus-visible': { outline: `2px solid ${palette.primary.main}` } },
    '& .fact': { display: 'flex', gap: 6, lineHeight: '19px', marginTop: 2 },
    '& .fact .label': { flex: 'none', color: palette.text.secondary },
    '& .fact .value': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& .fact a': { color: 'inherit' },
    // A widget that takes the whole line says what it is by itself.
    '& .fact:has([data-whole]) .label': HIDDEN, '& .fact:has([data-whole]) .value': { flex: 1 },
    '& .age': { display: 'flex', alignItems: 'center', gap: 5, marginTop: 6, color: palette.text.secondary, fontSize: theme.typography.pxToRem(12) },
    '& .next': {
      display: 'flex', alignItems: 'center', justifyContent: 'center', gap: 6, width: '100%', minHeight: 32, marginTop: 7, padding: '4px 8px', borderRadius: 6, cursor: 'pointer',
      border: `1px solid ${palette.primary.main}`, background: 'none', color: palette.primary.main, font: 'inherit', fontWeight: 600,
      '&:hover': { backgroundColor: tint(palette.primary.main, 10) }, '&:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: 2 },
      '&[aria-disabled]': { cursor: 'default', opacity: 0.6 },
    },
    '& .none': { margin: 0, padding: '4px 12px 12px', color: palette.text.secondary },
    '& footer': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8, minHeight: 34, padding: '2px 10px', color: palette.text.secondary, fontSize: theme.typography.pxToRem(12), borderTop: `1px solid ${palette.divider}` },
    '& .marks': { position: 'relative', zIndex: 2 },
    '& .mark': { position: 'absolute', insetInline: 6, top: 0, display: 'flex', gap: 6, alignItems: 'flex-start', padding: '8px 10px', borderRadius: 8, lineHeight: '18px', fontWeight: 500, boxShadow: theme.shadows[3], color: palette.text.primary },
    '& section[data-mark=allowed]': { borderColor: palette.success.main, borderStyle: 'dashed' },
    '& section[data-mark=allowed] .mark': { backgroundColor: tint(palette.success.main, 18), '& svg': { color: palette.success.main } },
    '& section[data-mark=refused] > ul, & section[data-mark=refused] > header': { opacity: 0.45 },
    '& section[data-mark=refused] .mark': { backgroundColor: tint(palette.text.secondary, 14), fontWeight: 400, '& svg': { color: palette.text.secondary } },
    '& section[data-over=true]': { boxShadow: `0 0 0 2px ${palette.primary.main}` },
    '& section[data-mark=allowed][data-over=true]': { boxShadow: `0 0 0 3px ${palette.success.main}`, borderStyle: 'solid' },
    '& section[data-mark=refused][data-over=true]': { boxShadow: `0 0 0 2px ${palette.error.main}` },
  }
})
