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

interface NoticeProps extends Omit<MessageProps, 'icon' | 'tone'> {
  readonly icon: keyof typeof ICONS
  /** Without space around it, in a place that has its own. */
  readonly tight?: boolean
}

/** A message instead of a list or a page, with the icon of the reason and space around it. */
export function Notice({ icon, tight = false, ...message }: NoticeProps) {
  const tone = icon === 'error' || icon === 'offline' ? 'error' : 'neutral'
  return (
    <Box sx={{ ...(!tight && { px: 3, py: { xs: 6, sm: 9 } }), m: message.page ? 'auto' : 0 }}>
      <Message {...message} icon={createElement(ICONS[icon])} tone={tone} />
    </Box>
  )
}
