import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import FilterIcon from '@mui/icons-material/FilterAltOffOutlined'
import EmptyIcon from '@mui/icons-material/InboxOutlined'
import LockedIcon from '@mui/icons-material/LockOutlined'
import OfflineIcon from '@mui/icons-material/CloudOffOutlined'
import LostIcon from '@mui/icons-material/SearchOff'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

const ICONS = { error: ErrorIcon, filter: FilterIcon, empty: EmptyIcon, lost: LostIcon, locked: LockedIcon, offline: OfflineIcon }
const FAILURES: readonly (keyof typeof ICONS)[] = ['error', 'offline']

/** What stands in the place of content: why there is none, and the one next step. */
export function Notice({ icon, title, text, caption, action, page = false }: {
  icon: keyof typeof ICONS; title: string; text?: string; caption?: string; action?: ReactNode
  /** It is all that the page says: in its middle, with the page's heading. */
  page?: boolean
}) {
  const NoticeIcon = ICONS[icon]
  const failed = FAILURES.includes(icon)
  return (
    <Stack role={failed ? 'alert' : undefined} sx={{ m: page ? 'auto' : 0, alignItems: 'center', textAlign: 'center', px: 3, py: { xs: 6, sm: 9 }, gap: 0.5 }}>
      <NoticeIcon aria-hidden sx={{ fontSize: 36, mb: 1, color: failed ? 'error.main' : 'text.disabled' }} />
      <Typography variant="h2" component={page ? 'h1' : 'p'}>{title}</Typography>
      {text && <Typography sx={{ color: 'text.secondary', maxWidth: 460 }}>{text}</Typography>}
      {caption && <Typography variant="caption" sx={{ color: 'text.secondary' }}>{caption}</Typography>}
      {action && <Stack direction="row" sx={{ mt: 2, gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>{action}</Stack>}
    </Stack>
  )
}
