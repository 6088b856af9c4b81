import OfflineIcon from '@mui/icons-material/CloudOffOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import FilterIcon from '@mui/icons-material/FilterAltOffOutlined'
import EmptyIcon from '@mui/icons-material/InboxOutlined'
import LockedIcon from '@mui/icons-material/LockOutlined'
import LostIcon from '@mui/icons-material/SearchOff'
import Box from '@mui/material/Box'
import { createElement } from 'react'
import { Message, type MessageProps } from './Message'

const ICONS = {
  error: ErrorIcon,
  offline: OfflineIcon,
  filter: FilterIcon,
  empty: EmptyIcon,
  lost: LostIcon,
  locked: LockedIcon,
}

/** A message instead of a list or a page, with the icon of the reason and space around it. */
export function Notice({ icon, ...message }: Omit<MessageProps, 'icon' | 'tone'> & { icon: keyof typeof ICONS }) {
  const tone = icon === 'error' || icon === 'offline' ? 'error' : 'neutral'
  return (
    <Box sx={{ px: 3, py: { xs: 6, sm: 9 }, m: message.page ? 'auto' : 0 }}>
      <Message {...message} icon={createElement(ICONS[icon])} tone={tone} />
    </Box>
  )
}
