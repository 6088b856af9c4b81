import Box from '@mui/material/Box'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import type { ReactNode } from 'react'
import { LinkBase } from 'react-admin'

interface TalkRowProps {
  readonly name: string
  readonly unread: number
  /** The count of unread messages as it is shown, and as screen readers say it. */
  readonly unreadMark?: string
  readonly unreadText: string
  /** What was said last. */
  readonly last: string
  /** When, and what else is told in small. */
  readonly below: ReactNode
  readonly chosen: boolean
  /** Where it leads, or what a press does. */
  readonly open: string | (() => void)
}

/** A conversation in an inbox: with whom, how much is unread, what was said last and when. */
export function TalkRow({
  name,
  unread,
  unreadMark = String(unread),
  unreadText,
  last,
  below,
  chosen,
  open,
}: TalkRowProps) {
  return (
    <ListItem disablePadding>
      <ListItemButton
        {...(typeof open === 'string' ? { component: LinkBase, to: open } : { onClick: open })}
        selected={chosen}
        aria-current={chosen ? 'true' : undefined}
        sx={{ display: 'block', px: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}
      >
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
          <Box sx={{ ...ONE_LINE, flex: 1, fontWeight: unread > 0 ? 700 : 500, fontSize: 14 }}>{name}</Box>
          {unread > 0 && (
            <Box sx={COUNT} aria-label={unreadText} role="img">
              {unreadMark}
            </Box>
          )}
        </Box>
        <Box sx={{ ...ONE_LINE, fontSize: 13, color: 'text.secondary' }}>{last}</Box>
        <Box sx={{ display: 'flex', gap: 0.75, alignItems: 'center', fontSize: 12, color: 'text.secondary' }}>
          {below}
        </Box>
      </ListItemButton>
    </ListItem>
  )
}

const ONE_LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 } as const
const COUNT = {
  minWidth: 20,
  height: 20,
  px: 0.75,
  borderRadius: 10,
  bgcolor: 'error.dark',
  color: 'common.white',
  fontSize: 12,
  lineHeight: '20px',
  textAlign: 'center',
  fontWeight: 700,
} as const
