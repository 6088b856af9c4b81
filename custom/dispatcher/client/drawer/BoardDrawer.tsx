import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useId, type ReactNode } from 'react'
import { useSay } from '#engine/ui'
import { DRAWERS, type SideDrawer } from '../fleet/use-fleet-view'

export const DRAWER_PX = 344

/**
 * At the map's edge: the vehicles, the shifts or the queues of the zones, and below them the card of the chosen
 * vehicle.
 */
export function BoardDrawer({
  drawer,
  card,
  onDrawer,
  children,
}: {
  drawer: SideDrawer
  card: ReactNode
  onDrawer: (drawer: SideDrawer | null) => void
  children: ReactNode
}) {
  const say = useSay()
  const id = useId()
  return (
    <Box component="aside" aria-label={say('dispatcher.drawer')} sx={DRAWER}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          borderBottom: 1,
          borderColor: 'divider',
          paddingInlineEnd: 0.5,
          flexShrink: 0,
        }}
      >
        <Tabs value={drawer} onChange={(_, next: SideDrawer) => onDrawer(next)} sx={{ flex: 1 }}>
          {DRAWERS.map((one) => (
            <Tab key={one} value={one} id={`${id}-${one}`} aria-controls={`${id}-room`} label={say(TITLES[one])} />
          ))}
        </Tabs>
        <IconButton aria-label={say('dispatcher.drawer_close')} onClick={() => onDrawer(null)}>
          <Close fontSize="small" />
        </IconButton>
      </Box>
      <Box role="tabpanel" id={`${id}-room`} aria-labelledby={`${id}-${drawer}`} sx={ROOM}>
        {children}
      </Box>
      {card && <Box sx={CARD}>{card}</Box>}
    </Box>
  )
}

const TITLES = { vehicles: 'dispatcher.list', shifts: 'dispatcher.shifts.title', ranks: 'ranks.title' } as const
// In a window without room for both, it lies over the map.
const DRAWER = {
  position: 'absolute',
  insetBlock: 0,
  insetInlineEnd: 0,
  width: DRAWER_PX,
  maxWidth: 1,
  zIndex: 2,
  display: 'flex',
  flexDirection: 'column',
  bgcolor: 'background.paper',
  borderInlineStart: 1,
  borderColor: 'divider',
  boxShadow: 3,
  flexShrink: 0,
  '@media (min-width: 1360px)': { position: 'relative', boxShadow: 'none' },
} as const
const ROOM = { flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' } as const
const CARD = { flexShrink: 0, maxHeight: '60%', overflow: 'auto', borderTop: 1, borderColor: 'divider' } as const
