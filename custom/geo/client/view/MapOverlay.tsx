import Box from '@mui/material/Box'
import type { SxProps, Theme } from '@mui/material/styles'
import L from 'leaflet'
import { useEffect, useRef, type ReactNode } from 'react'

/** Something on top of the map that is not part of it: pressing, dragging or scrolling it does not affect the map. */
export function MapOverlay({ children, sx }: { children: ReactNode; sx?: SxProps<Theme> }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!box.current) return
    L.DomEvent.disableClickPropagation(box.current)
    L.DomEvent.disableScrollPropagation(box.current)
  }, [])
  return (
    <Box ref={box} sx={[{ position: 'absolute', zIndex: 800 }, ...(Array.isArray(sx) ? sx : [sx])]}>
      {children}
    </Box>
  )
}
