import ChatIcon from '@mui/icons-material/Chat'
import Box from '@mui/material/Box'
import List from '@mui/material/List'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { Message } from '../../ui/show/Message'
import { FailedNotice } from '../console/FailedNotice'

interface InboxFrameProps {
  readonly isPhone: boolean
  /** The conversations, with whatever narrows them. */
  readonly list: ReactNode
  /** The one that is chosen. */
  readonly talk: ReactNode | null
  /** Says that one is to be chosen. */
  readonly choose: string
  readonly width_px: number
}

/** An inbox: conversations at the side, one of them beside; on a phone one after the other. */
export function InboxFrame({ isPhone, list, talk, choose, width_px }: InboxFrameProps) {
  return (
    <Paper
      square
      elevation={0}
      sx={{ display: 'flex', height: 'var(--page-height)', minHeight: 360, overflow: 'hidden' }}
    >
      {(!isPhone || talk === null) && (
        <Box
          sx={{
            width: isPhone ? 1 : width_px,
            flexShrink: 0,
            display: 'flex',
            flexDirection: 'column',
            ...(!isPhone && { borderRight: 1, borderColor: 'divider' }),
          }}
        >
          {list}
        </Box>
      )}
      {talk}
      {talk === null && !isPhone && (
        <Box sx={{ flex: 1, display: 'grid', placeItems: 'center' }}>
          <Message icon={<ChatIcon />} title={choose} />
        </Box>
      )}
    </Paper>
  )
}

interface InboxRowsProps<Item> {
  readonly label: string
  /** Not there yet: null. */
  readonly items: readonly Item[] | null
  readonly failure: unknown
  readonly onRetry: () => void
  readonly empty: { readonly title: string; readonly text: string }
  readonly render: (item: Item) => ReactNode
}

/** The conversations of an inbox, or why there are none. */
export function InboxRows<Item>({ label, items, failure, onRetry, empty, render }: InboxRowsProps<Item>) {
  return (
    <Box sx={{ flex: 1, overflowY: 'auto', borderTop: 1, borderColor: 'divider' }}>
      {items === null &&
        failure === null &&
        [1, 2, 3, 4].map((row) => <Skeleton key={row} variant="rounded" height={56} sx={{ mx: 2, my: 1 }} />)}
      {items === null && failure !== null && (
        <Box sx={{ p: 3 }}>
          <FailedNotice tight failure={failure} onRetry={onRetry} />
        </Box>
      )}
      {items?.length === 0 && (
        <Box sx={{ p: 3 }}>
          <Message icon={<ChatIcon />} {...empty} />
        </Box>
      )}
      {items !== null && items.length > 0 && (
        <List disablePadding aria-label={label}>
          {items.map(render)}
        </List>
      )}
    </Box>
  )
}
