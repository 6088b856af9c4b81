import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import FilterIcon from '@mui/icons-material/FilterAltOffOutlined'
import EmptyIcon from '@mui/icons-material/InboxOutlined'
import LostIcon from '@mui/icons-material/SearchOff'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

const ICONS = { error: ErrorIcon, filter: FilterIcon, empty: EmptyIcon, lost: LostIcon }

/** What stands in the place of content: why there is none, and the one next step. */
export function Notice({ icon, title, text, caption, action }: {
  icon: keyof typeof ICONS; title: string; text?: string; caption?: string; action?: ReactNode
}) {
  const NoticeIcon = ICONS[icon]
  return (
    <Stack role={icon === 'error' ? 'alert' : undefined} sx={{ alignItems: 'center', textAlign: 'center', px: 3, py: { xs: 6, sm: 9 }, gap: 0.5 }}>
      <NoticeIcon aria-hidden sx={{ fontSize: 36, mb: 1, color: icon === 'error' ? 'error.main' : 'text.disabled' }} />
      <Typography variant="h2" component="p">{title}</Typography>
      {text && <Typography sx={{ color: 'text.secondary', maxWidth: 460 }}>{text}</Typography>}
      {caption && <Typography variant="caption" sx={{ color: 'text.secondary' }}>{caption}</Typography>}
      {action && <Stack sx={{ mt: 2 }}>{action}</Stack>}
    </Stack>
  )
}
