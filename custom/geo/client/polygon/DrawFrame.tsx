import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'

/**
 * The frame of a map with drawing: leaflet-draw's tools in the console's colours; Escape cancels a drawing, not the
 * surrounding form.
 */
export function DrawFrame({ isDrawing, children }: { isDrawing: boolean; children: ReactNode }) {
  return (
    <Frame
      onKeyDown={(event) => {
        if (isDrawing && event.key === 'Escape') event.stopPropagation()
      }}
    >
      {children}
    </Frame>
  )
}

const Frame = styled('div')(({ theme }) => ({
  height: '100%',
  '& .leaflet-bar': { border: `1px solid ${theme.palette.divider}`, borderRadius: 4, boxShadow: theme.shadows[2] },
  '& .leaflet-draw-toolbar a': {
    width: 34,
    height: 34,
    backgroundColor: theme.palette.background.paper,
    borderRadius: 4,
    backgroundPosition: '-28px 2px',
  },
  // The tools' icons exist in black only.
  ...(theme.palette.mode === 'dark' && {
    '& .leaflet-draw-toolbar a': {
      width: 34,
      height: 34,
      backgroundColor: '#dfe5ec',
      borderRadius: 4,
      backgroundPosition: '-28px 2px',
    },
  }),
  '& .leaflet-draw-toolbar a.leaflet-draw-draw-polygon': { backgroundPosition: '-28px 2px' },
  '& .leaflet-draw-toolbar a.leaflet-draw-draw-rectangle': { backgroundPosition: '-59px 2px' },
  '& .leaflet-draw-actions': { left: 36 },
  '& .leaflet-draw-actions a': {
    height: 34,
    lineHeight: '34px',
    fontFamily: theme.typography.fontFamily,
    fontSize: 13,
    textDecoration: 'none',
    backgroundColor: theme.palette.primary.main,
    color: theme.palette.primary.contrastText,
    borderLeftColor: 'rgba(255,255,255,0.3)',
  },
  '& .leaflet-draw-actions a:hover': { backgroundColor: theme.palette.primary.dark },
  '& .leaflet-draw-tooltip': { fontFamily: theme.typography.fontFamily, backgroundColor: 'rgba(0,0,0,0.75)' },
  // Large enough for a finger, with the middle of a side fainter than a corner (leaflet-draw makes it so).
  '& .leaflet-editing-icon': { borderRadius: '50%', borderColor: '#33404d' },
  // leaflet-draw takes every browser with touch support for a phone, and a district has hundreds of corners.
  '@media (hover: hover) and (pointer: fine)': {
    '& .leaflet-editing-icon': {
      width: '12px !important',
      height: '12px !important',
      margin: '-6px 0 0 -6px !important',
    },
  },
}))
