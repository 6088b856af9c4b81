import ArrowBack from '@mui/icons-material/ArrowBack'
import ForumIcon from '@mui/icons-material/Chat'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import List from '@mui/material/List'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { Message, useSay, dateTimeText, useDisplayStyle } from '#engine/ui'
import { Thread } from '../thread/Thread'
import { useDriverInbox, useThread } from '../thread/use-thread'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import type { CallResponse } from '#engine/model'
import { FailedNotice } from '#engine/client'
import type { inboxCall } from '../../model/messages-call'

/** A driver with the last message, and the number of unread ones. */
function InboxRow({
  item,
  chosen,
  onChoose,
}: {
  item: CallResponse<typeof inboxCall>['items'][number]
  chosen: boolean
  onChoose: () => void
}) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const { driver, last, unread } = item
  return (
    <ListItem disablePadding>
      <ListItemButton
        selected={chosen}
        aria-current={chosen ? 'true' : undefined}
        onClick={onChoose}
        sx={{ display: 'block', px: 2, py: 1 }}
      >
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
          <Box sx={{ ...ONE_LINE, flex: 1, fontWeight: unread > 0 ? 700 : 500, fontSize: 14 }}>
            {[driver.name, driver.surname].filter(Boolean).join(' ')}
          </Box>
          {unread > 0 && (
            <Box sx={COUNT} aria-label={say('drivers.messages.count', { smart_count: unread })} role="img">
              {unread}
            </Box>
          )}
        </Box>
        <Box sx={{ ...ONE_LINE, fontSize: 13, color: 'text.secondary' }}>
          {last.from_driver === 1 ? last.body : say('drivers.messages.you', { body: last.body })}
        </Box>
        <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{dateTimeText(last.date_created, zone)}</Box>
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

/**
 * Screen `/driver_messages`: the drivers who wait for an answer, and the thread of one; on a phone one after the other.
 */
export default function InboxScreen() {
  const say = useSay()
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const [chosen, setChosen] = useState<number | null>(null)
  const { answer: inbox, failure, again } = useDriverInbox()
  const showList = !phone || chosen === null
  return (
    <Paper
      square
      elevation={0}
      sx={{ display: 'flex', height: 'var(--page-height)', minHeight: 360, overflow: 'hidden' }}
    >
      {showList && (
        <Box
          sx={{
            width: { xs: 1, sm: 320 },
            flexShrink: 0,
            display: 'flex',
            flexDirection: 'column',
            borderRight: { sm: 1 },
            borderColor: { sm: 'divider' },
          }}
        >
          <Typography variant="h1" sx={{ px: 2, py: 1.5 }}>
            {say('modules.driver_messages')}
          </Typography>
          <Box sx={{ flex: 1, overflowY: 'auto' }}>
            {!inbox &&
              failure === null &&
              [1, 2, 3].map((row) => <Skeleton key={row} variant="rounded" height={56} sx={{ mx: 2, mb: 1 }} />)}
            {!inbox && failure !== null && <FailedNotice tight failure={failure} onRetry={again} />}
            {inbox?.items.length === 0 && (
              <Message
                icon={<ForumIcon />}
                title={say('drivers.messages.empty')}
                text={say('drivers.messages.empty_text')}
              />
            )}
            {inbox && inbox.items.length > 0 && (
              <List disablePadding aria-label={say('modules.driver_messages')}>
                {inbox.items.map((item) => (
                  <InboxRow
                    key={item.driver.id}
                    item={item}
                    chosen={item.driver.id === chosen}
                    onChoose={() => setChosen(item.driver.id)}
                  />
                ))}
              </List>
            )}
          </Box>
        </Box>
      )}
      {chosen === null ? (
        !phone && (
          <Box sx={{ flex: 1, display: 'grid', placeItems: 'center' }}>
            <Message icon={<ForumIcon />} title={say('drivers.messages.choose')} />
          </Box>
        )
      ) : (
        <OpenThread key={chosen} id_driver={chosen} onBack={phone ? () => setChosen(null) : undefined} />
      )}
    </Paper>
  )
}

function OpenThread({ id_driver, onBack }: { id_driver: number; onBack?: () => void }) {
  const say = useSay()
  const state = useThread(id_driver)
  const { driver } = state.thread ?? {}
  return (
    <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          px: 2,
          py: 1,
          minHeight: 56,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        {onBack && (
          <IconButton aria-label={say('drivers.messages.back')} onClick={onBack} edge="start">
            <ArrowBack />
          </IconButton>
        )}
        <Typography variant="h2" component={onBack ? 'h1' : 'h2'} noWrap>
          {[driver?.name, driver?.surname].filter(Boolean).join(' ')}
        </Typography>
      </Box>
      <Thread state={state} autoFocus />
    </Box>
  )
}
