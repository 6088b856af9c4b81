import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import type { ReactNode } from 'react'
import { useSay } from '#engine/ui'

export type Room = 'canvas' | 'outline' | 'step' | 'problems' | 'try' | 'replay'

interface RoomsProps {
  readonly room: Room
  readonly rooms: readonly (readonly [room: Room, label: string])[]
  readonly onRoom: (room: Room) => void
  /** A form stands in it. */
  readonly isWide: boolean
  readonly children: ReactNode
}

/** What stands beside the canvas, and on a phone instead of it: one room at a time. */
export function Rooms({ room, rooms, onRoom, isWide, children }: RoomsProps) {
  const say = useSay()
  return (
    <Box
      sx={{
        width: { xs: '100%', md: isWide ? 520 : 420 },
        flexShrink: 0,
        display: 'flex',
        flexDirection: 'column',
        minHeight: 0,
        borderInlineStart: { md: 1 },
        borderColor: { md: 'divider' },
        bgcolor: 'background.paper',
      }}
    >
      <Tabs
        value={room}
        onChange={(_, next: Room) => onRoom(next)}
        variant="scrollable"
        scrollButtons={false}
        aria-label={say('bots.flow.rooms')}
        sx={{ borderBottom: 1, borderColor: 'divider', flexShrink: 0 }}
      >
        {rooms.map(([value, label]) => (
          <Tab
            key={value}
            value={value}
            label={label}
            id={`flow-tab-${value}`}
            aria-controls="flow-room"
            sx={{ minWidth: 0, px: 1.5 }}
          />
        ))}
      </Tabs>
      <Box
        id="flow-room"
        role="tabpanel"
        aria-labelledby={`flow-tab-${room}`}
        tabIndex={-1}
        sx={{ flex: 1, minHeight: 0, overflow: room === 'canvas' ? 'hidden' : 'auto', position: 'relative' }}
      >
        {children}
      </Box>
    </Box>
  )
}
