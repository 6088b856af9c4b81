import ChatIcon from '@mui/icons-material/Chat'
import VolumeOff from '@mui/icons-material/VolumeOff'
import VolumeUp from '@mui/icons-material/VolumeUp'
import BoxPart from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import IconButton from '@mui/material/IconButton'
import List from '@mui/material/List'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { FailedNotice, isSoundOn, setSound } from '#engine/client'
import { Message, useSay } from '#engine/ui'
import { BOXES } from '../../model/chat-wire'
import { ChatRow } from './ChatRow'
import type { Inbox } from './use-inbox'

/** The conversations by whose they are, with a search by name or number. */
export function ChatList({ inbox, chosen }: { inbox: Inbox; chosen: number | null }) {
  const say = useSay()
  const [on, setOn] = useState(isSoundOn)
  const { answer, failure, again, box, setBox, q, setQ } = inbox
  const sound = say(on ? 'chats.talk.sound_off' : 'chats.talk.sound_on')
  return (
    <>
      <BoxPart sx={{ display: 'flex', alignItems: 'center', px: 2, pt: 1.5 }}>
        <Typography variant="h1" sx={{ flex: 1 }}>
          {say('modules.chats')}
        </Typography>
        <IconButton
          aria-label={sound}
          title={sound}
          onClick={() => {
            setSound(!on)
            setOn(!on)
          }}
        >
          {on ? <VolumeUp fontSize="small" /> : <VolumeOff fontSize="small" />}
        </IconButton>
      </BoxPart>
      <BoxPart sx={{ px: 2, py: 1, display: 'grid', gap: 1 }}>
        <TextField
          size="small"
          type="search"
          value={q}
          onChange={({ target }) => setQ(target.value)}
          placeholder={say('chats.inbox.search')}
          slotProps={{ htmlInput: { 'aria-label': say('chats.inbox.search'), maxLength: 100 } }}
        />
        <BoxPart
          role="group"
          aria-label={say('chats.inbox.boxes_label')}
          sx={{ display: 'flex', gap: 0.75, flexWrap: 'wrap' }}
        >
          {BOXES.map((one) => (
            <Chip
              key={one}
              size="small"
              clickable
              component="button"
              aria-pressed={one === box}
              color={one === box ? 'primary' : 'default'}
              variant={one === box ? 'filled' : 'outlined'}
              label={`${say(`chats.inbox.boxes.${one}`)}${answer ? ` ${answer.counts[one]}` : ''}`}
              onClick={() => setBox(one)}
            />
          ))}
        </BoxPart>
      </BoxPart>
      <BoxPart sx={{ flex: 1, overflowY: 'auto', borderTop: 1, borderColor: 'divider' }}>
        {!answer &&
          failure === null &&
          [1, 2, 3, 4].map((row) => <Skeleton key={row} variant="rounded" height={56} sx={{ mx: 2, my: 1 }} />)}
        {!answer && failure !== null && (
          <BoxPart sx={{ p: 3 }}>
            <FailedNotice tight failure={failure} onRetry={again} />
          </BoxPart>
        )}
        {answer?.items.length === 0 && (
          <BoxPart sx={{ p: 3 }}>
            <Message icon={<ChatIcon />} title={say('chats.inbox.empty')} text={say('chats.inbox.empty_text')} />
          </BoxPart>
        )}
        {answer && answer.items.length > 0 && (
          <List disablePadding aria-label={say('modules.chats')}>
            {answer.items.map((item) => (
              <ChatRow key={item.id} item={item} chosen={item.id === chosen} />
            ))}
          </List>
        )}
      </BoxPart>
    </>
  )
}
