import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import ExpandMore from '@mui/icons-material/ExpandMore'
import { useId, type ReactNode } from 'react'
import { Icon } from '../../ui/Icon'

/** A headed part of the menu that can be closed; in the narrow menu a line stands for its heading. */
export function NavigationFold({ title, icon, narrow, open, onToggle, children }: {
  title: string
  icon?: string | null
  narrow: boolean
  open: boolean
  onToggle: () => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <Box component="li" sx={{ listStyle: 'none', mt: 1 }}>
      {narrow ? <Line /> : (
        <ButtonBase aria-expanded={open} aria-controls={id} onClick={onToggle} sx={HEADING}>
          {icon && <Icon name={icon} size={18} />}
          <Box component="span" sx={{ flex: 1, textAlign: 'start', whiteSpace: 'nowrap' }}>{title}</Box>
          <ExpandMore aria-hidden sx={{ fontSize: 16, transform: open ? 'none' : 'rotate(-90deg)', transition: 'transform 150ms' }} />
        </ButtonBase>
      )}
      <Box component="ul" id={id} hidden={!open} sx={{ p: 0, m: 0, listStyle: 'none' }}>{children}</Box>
    </Box>
  )
}

// The line is as high as the heading, so that no entry moves when the menu opens under the mouse.
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
  opacity: 0.72,
  outlineOffset: '-2px !important',
  '&:hover': { opacity: 1 },
} as const

const Line = () => (
  <Box aria-hidden sx={{ height: HEIGHT, display: 'flex', alignItems: 'center', px: 1 }}>
    <Box sx={{ flex: 1, borderTop: 1, borderColor: 'currentColor', opacity: 0.16 }} />
  </Box>
)
