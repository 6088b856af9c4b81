import VolumeOff from '@mui/icons-material/VolumeOff'
import VolumeUp from '@mui/icons-material/VolumeUp'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { InboxRows, isSoundOn, setSound } from '#engine/client'
import { useSay } from '#engine/ui'
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
      <Box sx={{ display: 'flex', alignItems: 'center', px: 2, pt: 1.5 }}>
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
      </Box>
      <Box sx={{ px: 2, py: 1, display: 'grid', gap: 1 }}>
        <TextField
          size="small"
          type="search"
          value={q}
          onChange={({ target }) => setQ(target.value)}
          placeholder={say('chats.inbox.search')}
          slotProps={{ htmlInput: { 'aria-label': say('chats.inbox.search'), maxLength: 100 } }}
        />
        <Box
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
        </Box>
      </Box>
      <InboxRows
        label={say('modules.chats')}
        items={answer?.items ?? null}
        failure={failure}
        onRetry={again}
        empty={{ title: say('chats.inbox.empty'), text: say('chats.inbox.empty_text') }}
        render={(item) => <ChatRow key={item.id} item={item} chosen={item.id === chosen} />}
      />
    </>
  )
}
