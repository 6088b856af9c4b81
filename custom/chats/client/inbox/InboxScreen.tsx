import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { InboxFrame } from '#engine/client'
import { useSay } from '#engine/ui'
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
    <InboxFrame
      isPhone={phone}
      width_px={340}
      choose={say('chats.inbox.choose')}
      list={<ChatList inbox={inbox} chosen={chosen} />}
      talk={
        chosen === null ? null : (
          <Conversation
            key={chosen}
            id={chosen}
            draft={drafts.of(chosen)}
            isPhone={phone}
            onLeft={leave}
            onChanged={inbox.again}
          />
        )
      }
    />
  )
}
