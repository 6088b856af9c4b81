import Box from '@mui/material/Box'
import { useRef, useState, useId, type ReactNode } from 'react'
import { useSay } from '../../ui/show/style'
import { Brand } from './Brand'
import List from '@mui/material/List'
import { useStore } from 'react-admin'
import type { NavigationItem } from '../../model/shell-answers'
import { useShell } from '../console/shell-context'
import { NavigationBadge } from './NavigationBadge'
import { NavigationEntry } from './NavigationEntry'
import ButtonBase from '@mui/material/ButtonBase'
import ExpandMore from '@mui/icons-material/ExpandMore'
import { Icon } from '../../ui/show/Icon'

/** A part of the menu with a heading, which can be closed; the narrow menu shows a line instead of the heading. */
function NavigationFold({
  item: { title, type, icon, badge },
  narrow,
  open,
  onToggle,
  children,
}: {
  item: NavigationItem
  narrow: boolean
  open: boolean
  onToggle: () => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <Box component="li" sx={{ listStyle: 'none', mt: 1 }}>
      {narrow ? (
        <Line />
      ) : (
        <ButtonBase aria-expanded={open} aria-controls={id} onClick={onToggle} sx={HEADING}>
          {type === 'collapse' && icon && <Icon name={icon} size={18} />}
          <Box component="span" className="name" sx={{ flex: 1, textAlign: 'start', whiteSpace: 'nowrap' }}>
            {title}
          </Box>
          <NavigationBadge badge={badge} />
          <ExpandMore
            aria-hidden
            sx={{ fontSize: 16, transform: open ? 'none' : 'rotate(-90deg)', transition: 'transform 150ms' }}
          />
        </ButtonBase>
      )}
      <Box component="ul" id={id} hidden={!open} sx={{ p: 0, m: 0, listStyle: 'none' }}>
        {children}
      </Box>
    </Box>
  )
}

// The line is as high as the heading, so that no entry moves when the menu opens under the mouse pointer.
const HEIGHT = 28

const HEADING = {
  width: 1,
  height: HEIGHT,
  px: 1.5,
  gap: 1,
  borderRadius: 1,
  justifyContent: 'flex-start',
  fontSize: '0.75rem',
  fontWeight: 600,
  outlineOffset: '-2px !important',
  // A badge keeps its colours.
  '& > svg, & > .name': { opacity: 0.72 },
  '&:hover > svg, &:hover > .name': { opacity: 1 },
} as const

const Line = () => (
  <Box aria-hidden sx={{ height: HEIGHT, display: 'flex', alignItems: 'center', px: 1 }}>
    <Box sx={{ flex: 1, borderTop: 1, borderColor: 'currentColor', opacity: 0.16 }} />
  </Box>
)

/** The menu as the server has it: groups, folds and entries. */
export function NavigationTree({ narrow, onGo }: { narrow: boolean; onGo?: () => void }) {
  const { menu } = useShell()
  return (
    <List
      sx={{ flex: 1, minHeight: 0, overflowY: 'auto', overflowX: 'hidden', py: 0.5, px: 1, scrollbarWidth: 'thin' }}
    >
      {menu.map((item) => (
        <Branch key={item.id} item={item} narrow={narrow} onGo={onGo} />
      ))}
    </List>
  )
}

interface BranchProps {
  readonly item: NavigationItem
  readonly narrow: boolean
  readonly onGo?: () => void
}

function Branch({ item, narrow, onGo }: BranchProps) {
  const [closed, setClosed] = useStore<readonly string[]>('navigation.closed', [])
  const inner = (children: readonly NavigationItem[] = []) =>
    children.map((child) => <Branch key={child.id} item={child} narrow={narrow} onGo={onGo} />)
  if (item.type === 'divider')
    return (
      <Box
        component="li"
        aria-hidden
        sx={{ my: 0.5, mx: 1, borderTop: 1, borderColor: 'currentColor', opacity: 0.16 }}
      />
    )
  if (item.type === 'group' || item.type === 'collapse') {
    const open = !closed.includes(item.id)
    const toggle = (): void => setClosed(open ? [...closed, item.id] : closed.filter((id) => id !== item.id))
    return (
      <NavigationFold item={item} narrow={narrow} open={open} onToggle={toggle}>
        {inner(item.children)}
      </NavigationFold>
    )
  }
  return <NavigationEntry item={item} narrow={narrow} onGo={onGo} />
}

// Spec §9.
export const WIDE = 280
const NARROW = 64
const HOVER_DELAY_MS = 150

export const SURFACE = {
  bgcolor: 'menu.main',
  color: 'menu.contrastText',
  display: 'flex',
  flexDirection: 'column',
} as const

/** The menu at the side: wide, or folded to its icons and then opened over the page by the mouse or the keyboard. */
export function SideNavigation({ folded }: { folded: boolean }) {
  const say = useSay()
  const { peeking, handlers } = usePeek()
  const narrow = folded && !peeking
  return (
    <Box
      sx={{
        width: folded ? NARROW : WIDE,
        flexShrink: 0,
        position: 'relative',
        transition: 'width 150ms',
        zIndex: 'appBar',
      }}
    >
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
