import SmartToy from '@mui/icons-material/SmartToy'
import Box from '@mui/material/Box'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import { LinkBase } from 'react-admin'
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
    <ListItem disablePadding>
      <ListItemButton
        component={LinkBase}
        to={`/chats/${id}`}
        selected={chosen}
        aria-current={chosen ? 'true' : undefined}
        sx={{ display: 'block', px: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}
      >
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
          <Box sx={{ ...ONE_LINE, flex: 1, fontWeight: unread > 0 ? 700 : 500, fontSize: 14 }}>{nameOf(item, say)}</Box>
          {unread > 0 && (
            <Box sx={COUNT} aria-label={say('chats.inbox.unread', { smart_count: unread })} role="img">
              {unread > MAX_SAID ? `+${MAX_SAID}` : unread}
            </Box>
          )}
        </Box>
        <Box sx={{ ...ONE_LINE, fontSize: 13, color: 'text.secondary' }}>
          {cm_type === 'out' ? say('chats.inbox.you', { text }) : text}
        </Box>
        <Box sx={{ display: 'flex', gap: 0.75, alignItems: 'center', fontSize: 12, color: 'text.secondary' }}>
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
              <Box component="span" sx={ONE_LINE}>
                {owner.name}
              </Box>
            </>
          )}
          {bot === 1 && !owner && <SmartToy titleAccess={say('chats.talk.bot')} sx={{ fontSize: 15 }} />}
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
