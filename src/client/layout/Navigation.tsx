import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import { useRef, useState } from 'react'
import { useSay } from '../../ui/style'
import { Brand } from './Brand'
import { NavigationTree } from './NavigationTree'

// Spec §9.
const WIDE = 280
const NARROW = 64
const HOVER_DELAY_MS = 150

const SURFACE = { bgcolor: 'menu.main', color: 'menu.contrastText', display: 'flex', flexDirection: 'column' } as const

/** The menu at the side: wide, or folded to its icons and then opened over the page by the mouse or the keyboard. */
export function SideNavigation({ folded }: { folded: boolean }) {
  const say = useSay()
  const { peeking, handlers } = usePeek()
  const narrow = folded && !peeking
  return (
    <Box sx={{ width: folded ? NARROW : WIDE, flexShrink: 0, position: 'relative', transition: 'width 150ms', zIndex: 'appBar' }}>
      <Box
        component="nav"
        aria-label={say('shell.navigation')}
        {...(folded ? handlers : {})}
        sx={{
          ...SURFACE,
          position: 'absolute',
          insetBlock: 0,
          insetInlineStart: 0,
          width: narrow ? NARROW : WIDE,
          overflow: 'hidden',
          borderInlineEnd: 1,
          borderColor: 'divider',
          transition: 'width 150ms',
          boxShadow: folded && peeking ? 6 : 0,
        }}
      >
        <Brand narrow={narrow} />
        <NavigationTree narrow={narrow} />
      </Box>
    </Box>
  )
}

/** The same menu as a drawer over a small screen. */
export function MobileNavigation({ open, onClose }: { open: boolean; onClose: () => void }) {
  const say = useSay()
  return (
    <Drawer open={open} onClose={onClose} slotProps={{ paper: { sx: { ...SURFACE, width: WIDE, maxWidth: '85vw' } } }}>
      <Box component="nav" aria-label={say('shell.navigation')} sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
        <Brand narrow={false} />
        <NavigationTree narrow={false} onGo={onClose} />
      </Box>
    </Drawer>
  )
}

/** Open while the mouse rests on it (after a moment) or the focus is inside. */
function usePeek() {
  const [peeking, setPeeking] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const after = (open: boolean, ms: number): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setPeeking(open), ms)
  }
  return {
    peeking,
    handlers: {
      onMouseEnter: () => after(true, HOVER_DELAY_MS),
      onMouseLeave: () => after(false, HOVER_DELAY_MS),
      onFocus: (event: React.FocusEvent) => {
        if (event.target.matches(':focus-visible')) after(true, 0)
      },
      onBlur: (event: React.FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) after(false, 0)
      },
    },
  }
}
