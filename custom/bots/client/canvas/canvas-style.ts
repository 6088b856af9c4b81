import type { Theme } from '@mui/material/styles'
import { alpha } from '@mui/material/styles'
import type { Channel, EdgeKind } from '../../model'

/** Colours of the kinds of edges; each has its dashes and its word as well. */
export const edgeTint =
  ({ palette }: Theme) =>
  (kind: EdgeKind | 'first'): string => {
    const isDark = palette.mode === 'dark'
    switch (kind) {
      case 'first':
        return palette.text.primary
      case 'next':
        return palette.text.secondary
      case 'positive':
        return isDark ? '#6fd08c' : '#1b7a3d'
      case 'default':
        return isDark ? '#f0a860' : '#a84e00'
      case 'child':
        return isDark ? '#7db4f5' : '#1d5fb4'
    }
  }

/** A bubble as a channel shows what a business writes. */
const bubbleOf = (channel: Channel, { palette }: Theme): { readonly bg: string; readonly fg: string } => {
  const isDark = palette.mode === 'dark'
  switch (channel) {
    case 'whatsapp':
      return isDark ? { bg: '#134d37', fg: '#eafaf1' } : { bg: '#d9fdd3', fg: '#111b21' }
    case 'telegram':
      return isDark ? { bg: '#2b5278', fg: '#f2f7fb' } : { bg: '#e3f0fb', fg: '#0f1c28' }
    case 'web':
      return isDark ? { bg: '#37404c', fg: '#f3f5f7' } : { bg: '#eef1f5', fg: '#1c2127' }
  }
}

/** One style for all nodes and edges, so that 500 of them cost no style sheet each. */
export const canvasStyle = (channel: Channel) => (theme: Theme) => {
  const { palette } = theme
  const bubble = bubbleOf(channel, theme)
  const tint = edgeTint(theme)
  return {
    '--xy-background-color': palette.background.default,
    '--xy-edge-label-background-color': palette.background.paper,
    '--xy-attribution-background-color': 'transparent',
    '& .react-flow__node': {
      fontSize: 13,
      lineHeight: 1.35,
      color: palette.text.primary,
      textAlign: 'start',
      borderRadius: '8px',
    },
    '& .react-flow__node:focus-visible': { outline: `3px solid ${palette.primary.main}`, outlineOffset: 2 },
    '& .react-flow__node-step': {
      width: 250,
      background: palette.background.paper,
      border: `1px solid ${palette.divider}`,
      boxShadow: `0 1px 3px ${alpha('#000', 0.16)}`,
      paddingBottom: '6px',
    },
    '& .react-flow__node-step.selected': {
      borderColor: palette.primary.main,
      boxShadow: `0 0 0 2px ${palette.primary.main}`,
    },
    '& .react-flow__node-step.lit': { borderColor: tint('positive'), borderWidth: 2 },
    '& .react-flow__node-step .head': {
      display: 'flex',
      alignItems: 'center',
      gap: '6px',
      padding: '6px 10px',
      borderBottom: `1px solid ${palette.divider}`,
    },
    '& .react-flow__node-step .head b': {
      fontWeight: 600,
      flex: 1,
      minWidth: 0,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    '& .mark, & .head .lit': {
      borderRadius: '9px',
      padding: '0 6px',
      fontSize: 12,
      fontWeight: 700,
      whiteSpace: 'nowrap',
    },
    '& .mark.error': { background: palette.error.main, color: palette.error.contrastText },
    '& .mark.warning': { border: `1px solid ${palette.text.secondary}` },
    '& .head .lit': { background: tint('positive'), color: palette.background.paper },
    '& .bubble': {
      margin: '8px 10px 2px',
      padding: '6px 10px',
      borderRadius: '10px 10px 10px 2px',
      background: bubble.bg,
      color: bubble.fg,
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
      display: '-webkit-box',
      WebkitLineClamp: 5,
      WebkitBoxOrient: 'vertical',
      overflow: 'hidden',
    },
    '& .fact': {
      margin: '6px 10px 0',
      fontSize: 12,
      color: palette.text.secondary,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    '& .exit': { position: 'relative', padding: '3px 14px 3px 10px', marginTop: '4px', minHeight: 22 },
    '& .exit span': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& .exit.button span': {
      border: `1px solid ${channel === 'whatsapp' ? palette.divider : tint('child')}`,
      borderRadius: channel === 'web' ? '14px' : '6px',
      padding: '2px 10px',
      textAlign: 'center',
      color: tint('child'),
      fontWeight: 500,
    },
    '& .exit.condition span': { background: palette.action.hover, borderRadius: '4px', padding: '2px 8px' },
    '& .exit.link': { fontSize: 12, textAlign: 'end', color: palette.text.secondary },
    '& .start': {
      padding: '8px 16px',
      borderRadius: '18px',
      background: palette.text.primary,
      color: palette.background.paper,
      fontWeight: 600,
    },
    '& .react-flow__handle': {
      width: 12,
      height: 12,
      background: palette.background.paper,
      border: `2px solid ${palette.text.secondary}`,
    },
    // A wider place to begin a line from than is drawn.
    '& .react-flow__handle::after': { content: '""', position: 'absolute', inset: -7 },
    '& .react-flow__handle.in': { borderRadius: '3px' },
    ...Object.fromEntries(
      (['first', 'next', 'positive', 'default', 'child'] as const).map((kind) => [
        `& .react-flow__handle.${kind}`,
        { borderColor: tint(kind) },
      ]),
    ),
    '& .react-flow__edge-text': { fontSize: 12 },
    '& .react-flow__edge.selected .react-flow__edge-path': {
      strokeWidth: '4px !important',
      filter: `drop-shadow(0 0 2px ${palette.primary.main})`,
    },
    '&.far .bubble, &.far .fact, &.far .exit, &.far .exit span': { color: 'transparent' },
    '&.far .react-flow__handle': { visibility: 'hidden' },
    '&.far .react-flow__node-step': { boxShadow: 'none' },
    '& .react-flow__controls-button': {
      background: palette.background.paper,
      borderColor: palette.divider,
      color: palette.text.primary,
      fill: palette.text.primary,
    },
  }
}
