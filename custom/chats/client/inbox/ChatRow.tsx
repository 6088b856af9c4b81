import SmartToy from '@mui/icons-material/SmartToy'
import Box from '@mui/material/Box'
import { TalkRow } from '#engine/client'
import { dateTimeText, useDisplayStyle, useSay, type Say } from '#engine/ui'
import type { ChatItem } from '../../model/chat-wire'

const MAX_SAID = 9

/** What a conversation is called: who writes, else their number. */
export const nameOf = ({ name, phone }: Pick<ChatItem, 'name' | 'phone'>, say: Say): string =>
  name ?? phone ?? say('chats.inbox.nameless')

/** A conversation in the list: who, what was said last, by which channel, whose it is, and what is not read yet. */
export function ChatRow({ item, chosen }: { item: ChatItem; chosen: boolean }) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const { id, cm_message, cm_type, cm_date_created, count_messages: unread, owner, bot, channel } = item
  const text = cm_message === null || cm_message === '' ? say('chats.inbox.no_text') : cm_message
  return (
    <TalkRow
      name={nameOf(item, say)}
      unread={unread}
      unreadMark={unread > MAX_SAID ? `+${MAX_SAID}` : String(unread)}
      unreadText={say('chats.inbox.unread', { smart_count: unread })}
      last={cm_type === 'out' ? say('chats.inbox.you', { text }) : text}
      below={
        <>
          <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
            {channel.name}
          </Box>
          <span aria-hidden>·</span>
          <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
            {cm_date_created === null ? '' : dateTimeText(cm_date_created, zone)}
          </Box>
          {owner && (
            <>
              <span aria-hidden>·</span>
              <Box component="span" sx={OWNER}>
                {owner.name}
              </Box>
            </>
          )}
          {bot === 1 && !owner && <SmartToy titleAccess={say('chats.talk.bot')} sx={{ fontSize: 15 }} />}
        </>
      }
      chosen={chosen}
      open={`/chats/${id}`}
    />
  )
}

const OWNER = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 } as const
