import Add from '@mui/icons-material/Add'
import CenterFocusStrong from '@mui/icons-material/CenterFocusStrong'
import MyLocation from '@mui/icons-material/MyLocation'
import Remove from '@mui/icons-material/Remove'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState, type ReactNode } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import { useSay } from '#engine/ui'
import { MapOverlay } from './MapOverlay'
import { MyPlace, useMyPlace } from './MyPlace'

/** Zoom, fit and my place, at the lower right of the map. */
export function MapButtons({ onFit, small }: { onFit: (() => void) | null; small: boolean }) {
  const say = useSay()
  const map = useMap()
  const [zoom, setZoom] = useState(map.getZoom())
  const mine = useMyPlace()
  useMapEvents({ zoomend: () => setZoom(map.getZoom()) })
  return (
    <>
      <MapOverlay
        sx={{
          right: 10,
          bottom: 'calc(26px + var(--map-inset-bottom, 0px))',
          display: 'flex',
          flexDirection: 'column',
          gap: 1,
        }}
      >
        {!small && (
          <Group>
            {onFit && (
              <MapButton label={say('map.fit')} onClick={onFit}>
                <CenterFocusStrong fontSize="small" />
              </MapButton>
            )}
            <MapButton label={say('map.my_place')} onClick={mine.find} busy={mine.searching}>
              <MyLocation fontSize="small" />
            </MapButton>
          </Group>
        )}
        <Group>
          <MapButton label={say('map.zoom_in')} onClick={() => map.zoomIn()} disabled={zoom >= map.getMaxZoom()}>
            <Add fontSize="small" />
          </MapButton>
          <MapButton label={say('map.zoom_out')} onClick={() => map.zoomOut()} disabled={zoom <= map.getMinZoom()}>
            <Remove fontSize="small" />
          </MapButton>
        </Group>
      </MapOverlay>
      <MyPlace place={mine.place} failed={mine.failed} />
    </>
  )
}

const Group = ({ children }: { children: ReactNode }) => <Box sx={GROUP}>{children}</Box>

const GROUP = {
  display: 'flex',
  flexDirection: 'column',
  overflow: 'hidden',
  bgcolor: 'background.paper',
  boxShadow: 2,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  '& > * + *': { borderTop: 1, borderColor: 'divider' },
} as const

function MapButton({
  label,
  onClick,
  disabled = false,
  busy = false,
  children,
}: {
  label: string
  onClick: () => void
  disabled?: boolean
  busy?: boolean
  children: ReactNode
}) {
  // A tooltip that opens under a finger never closes.
  const hover = useMediaQuery('(hover: hover)', { noSsr: true })
  return (
    <Tooltip title={hover ? label : ''} placement="left">
      <span>
        <IconButton
          aria-label={label}
          aria-busy={busy}
          disabled={disabled}
          onClick={onClick}
          sx={{ borderRadius: 0, width: 34, height: 34, color: 'text.primary', outlineOffset: '-2px !important' }}
        >
          {children}
        </IconButton>
      </span>
    </Tooltip>
  )
}
