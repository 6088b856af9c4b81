import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import ExpandMore from '@mui/icons-material/ExpandMore'
import { useId, type ReactNode } from 'react'
import { Icon } from '../ui/Icon'

/** A headed part of the menu that can be closed. */
export function NavigationFold({ title, icon, open, onToggle, children }: {
  title: string
  icon?: string | null
  open: boolean
  onToggle: () => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <Box component="li" sx={{ listStyle: 'none', mt: 1 }}>
      <ButtonBase
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
        sx={{
          width: 1,
          minHeight: 28,
          px: 1.5,
          gap: 1,
          borderRadius: 1,
          justifyContent: 'flex-start',
          fontSize: '0.75rem',
          fontWeight: 600,
          opacity: 0.72,
          outlineOffset: '-2px !important',
          '&:hover': { opacity: 1 },
        }}
      >
        {icon && <Icon name={icon} size={18} />}
        <Box component="span" sx={{ flex: 1, textAlign: 'start', whiteSpace: 'nowrap' }}>{title}</Box>
        <ExpandMore aria-hidden sx={{ fontSize: 16, transform: open ? 'none' : 'rotate(-90deg)', transition: 'transform 150ms' }} />
      </ButtonBase>
      <Box component="ul" id={id} hidden={!open} sx={{ p: 0, m: 0, listStyle: 'none' }}>{children}</Box>
    </Box>
  )
}
