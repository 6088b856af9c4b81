import ArrowBack from '@mui/icons-material/ArrowBack'
import PersonSearch from '@mui/icons-material/Person'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { LinkBase } from 'react-admin'
import { dateTimeText, useConfirm, useDisplayStyle, useSay, type Say } from '#engine/ui'
import type { ChatItem } from '../../model/chat-wire'
import { nameOf } from '../inbox/ChatRow'
import type { Talk } from './use-talk'

/** Who writes, who answers and since when, and what can be done with the conversation. */
export function TalkHead({
  talk,
  chat,
  isPhone,
  onBeside,
  onLeft,
}: {
  talk: Talk
  chat: ChatItem
  isPhone: boolean
  onBeside?: () => void
  onLeft: () => void
}) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const [confirm, question] = useConfirm()
  const { mayWrite, isMine } = talk
  const { owner, state } = chat
  const isOthers = owner !== null && !isMine
  const claim = async (): Promise<void> => {
    const sure =
      !isOthers ||
      (await confirm({
        title: say('chats.talk.take_title'),
        text: say('chats.talk.take_text', { name: owner.name }),
        accept: say('chats.talk.claim'),
        cancel: say('chats.talk.keep'),
      }))
    if (sure) await talk.claim()
  }
  const close = async (): Promise<void> => {
    // A closed conversation returns to the list (spec 2 §5).
    if (await talk.close()) onLeft()
  }
  return (
    // On a phone all stands on one line; on the narrowest what can be done goes below, together.
    <Box sx={{ ...HEAD, gap: isPhone ? 0.5 : 1, px: isPhone ? 1 : 2 }}>
      {isPhone && (
        <IconButton component={LinkBase} to="/chats" aria-label={say('chats.inbox.back')}>
          <ArrowBack />
        </IconButton>
      )}
      <Box sx={{ flex: 1, minWidth: 120 }}>
        <Typography variant="h2" component={isPhone ? 'h1' : 'h2'} noWrap>
          {nameOf(chat, say)}
        </Typography>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {[chat.channel.name, ownerText(chat, isMine, say, zone)].join(' · ')}
        </Typography>
      </Box>
      {onBeside && (
        <IconButton aria-label={say('chats.beside.show')} title={say('chats.beside.show')} onClick={onBeside}>
          <PersonSearch fontSize="small" />
        </IconButton>
      )}
      {mayWrite && (
        <Box sx={{ display: 'flex', gap: 'inherit', marginInlineStart: 'auto' }}>
          {isMine && (
            <Button size="small" color="inherit" onClick={() => void talk.release()}>
              {say('chats.talk.release')}
            </Button>
          )}
          {!isMine && (
            <Button variant="outlined" size="small" onClick={() => void claim()}>
              {say('chats.talk.claim')}
            </Button>
          )}
          {state === '1' && !isOthers && (
            <Button size="small" color="inherit" onClick={() => void close()}>
              {say('chats.talk.close')}
            </Button>
          )}
        </Box>
      )}
      {question}
    </Box>
  )
}

const HEAD = {
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  py: 1,
  borderBottom: 1,
  borderColor: 'divider',
} as const

function ownerText({ owner, state, bot, date_owned }: ChatItem, isMine: boolean, say: Say, zone: string): string {
  const time = date_owned === null ? '' : dateTimeText(date_owned, zone)
  if (state === '0') return say('chats.talk.is_closed')
  if (owner) return isMine ? say('chats.talk.mine', { time }) : say('chats.talk.owner', { name: owner.name, time })
  return say(bot === 1 ? 'chats.talk.bot_owns' : 'chats.talk.nobody')
}
