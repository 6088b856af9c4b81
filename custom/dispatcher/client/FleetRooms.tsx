import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useSay } from '../../../src/client/ui/style'
import { BottomSheet, sheetPeek_px, type SheetStop } from './BottomSheet'
import { HEAD_PX } from './FleetPanel'

interface Rooms {
  readonly map: ReactNode
  readonly panel: ReactNode
  /** Of the chosen vehicle, null while none is. */
  readonly card: ReactNode
}

const SIDE_PX = 360

/** At a desk: the list at the side, the map beside it, the card over the map. */
export function DeskRooms({ map, panel, card }: Rooms) {
  const say = useSay()
  return (
    <Box sx={{ display: 'flex', height: 'var(--page-height)', minHeight: 0 }}>
      <Box component="aside" aria-label={say('dispatcher.list')} sx={SIDE}>{panel}</Box>
      <Box sx={{ flex: 1, minWidth: 0, position: 'relative' }}>
        {map}
        {card && <Box sx={CARD}>{card}</Box>}
      </Box>
    </Box>
  )
}

/** On a phone: the map first, everything else in a sheet that is drawn up over it. */
export function PhoneRooms({ map, panel, card, stop, onStop }: Rooms & { stop: SheetStop; onStop: (stop: SheetStop) => void }) {
  return (
    <Box sx={{ ...PHONE, '--map-inset-bottom': `${sheetPeek_px(HEAD_PX)}px` }}>
      {map}
      <BottomSheet stop={stop} onStop={onStop} head_px={HEAD_PX}>
        {card && stop !== 'peek' ? <Box sx={{ overflow: 'auto' }}>{card}</Box> : (
          // Who searches wants to see what is found.
          <Box
            sx={PANEL}
            onFocus={({ target }) => {
              if (stop === 'peek' && target instanceof HTMLInputElement) onStop('half')
            }}
          >
            {panel}
          </Box>
        )}
      </BottomSheet>
    </Box>
  )
}

const SIDE = {
  width: SIDE_PX, flexShrink: 0, display: 'flex', flexDirection: 'column', minHeight: 0, pt: 1.5,
  bgcolor: 'background.paper', borderInlineEnd: 1, borderColor: 'divider',
} as const

const CARD = {
  position: 'absolute', top: 12, right: 12, zIndex: 1, width: 340, maxWidth: 'calc(100% - 24px)',
  maxHeight: 'calc(100% - 24px)', overflow: 'auto',
  bgcolor: 'background.paper', borderRadius: 1.5, boxShadow: 4, border: 1, borderColor: 'divider',
} as const

const PANEL = { flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' } as const

const PHONE = { position: 'relative', height: 'var(--page-height)', overflow: 'hidden' } as const
