import ChatIcon from '@mui/icons-material/Chat'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { Message, useSay } from '#engine/ui'
import { chatDrafts } from '../talk/chat-drafts'
import { Conversation } from '../talk/Conversation'
import { ChatList } from './ChatList'
import { useInbox } from './use-inbox'

/**
 * Screen `/chats` and `/chats/:id`: the conversations, and one of them with what is known of the person; on a phone one
 * after the other.
 */
export default function InboxScreen() {
  const say = useSay()
  const navigate = useNavigate()
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'), { noSsr: true })
  const { id } = useParams()
  const chosen = id !== undefined && /^\d{1,9}$/.test(id) ? Number(id) : null
  const inbox = useInbox()
  // What was typed or attached and not sent stays with its conversation while the screen is open.
  const [drafts] = useState(chatDrafts)
  useEffect(() => drafts.stop, [drafts])
  const leave = (): void => {
    inbox.again()
    void navigate('/chats')
  }
  return (
    <Paper
      square
      elevation={0}
      sx={{ display: 'flex', height: 'var(--page-height)', minHeight: 360, overflow: 'hidden' }}
    >
      {(!phone || chosen === null) && (
        <Box
          sx={{
            width: { xs: 1, md: 340 },
            flexShrink: 0,
            display: 'flex',
            flexDirection: 'column',
            borderRight: { md: 1 },
            borderColor: { md: 'divider' },
          }}
        >
          <ChatList inbox={inbox} chosen={chosen} />
        </Box>
      )}
      {chosen !== null && (
        <Conversation
          key={chosen}
          id={chosen}
          draft={drafts.of(chosen)}
          isPhone={phone}
          onLeft={leave}
          onChanged={inbox.again}
        />
      )}
      {chosen === null && !phone && (
        <Box sx={{ flex: 1, display: 'grid', placeItems: 'center' }}>
          <Message icon={<ChatIcon />} title={say('chats.inbox.choose')} />
        </Box>
      )}
    </Paper>
  )
}
