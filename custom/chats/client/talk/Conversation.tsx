import ChatIcon from '@mui/icons-material/Chat'
import SyncProblem from '@mui/icons-material/SyncProblem'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import Skeleton from '@mui/material/Skeleton'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useRef, useState } from 'react'
import { LinkBase } from 'react-admin'
import { failureText, statusOf } from '#engine/client'
import { dateTimeText, Message, useDisplayStyle, useSay } from '#engine/ui'
import { nameOf } from '../inbox/ChatRow'
import { BesidePanel } from './BesidePanel'
import type { ChatDraft } from './chat-drafts'
import { Composer } from './Composer'
import { MessageLine } from './MessageLine'
import { TalkHead } from './TalkHead'
import { TemplateBox } from './TemplateBox'
import { useTalk } from './use-talk'

interface ConversationProps {
  readonly id: number
  readonly draft: ChatDraft
  readonly isPhone: boolean
  /** It is closed: back to the list. */
  readonly onLeft: () => void
  readonly onChanged: () => void
}

/**
 * One conversation: its messages, scrolled to the last, the box for the next, and beside it what is known of the
 * person.
 */
export function Conversation({ id, draft, isPhone, onLeft, onChanged }: ConversationProps) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('lg'), { noSsr: true })
  const [beside, setBeside] = useState(false)
  const talk = useTalk(id, draft, onChanged)
  const { chat, messages, failure } = talk
  const log = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)?.seq
  useEffect(() => {
    if (log.current && last !== undefined) log.current.scrollTop = log.current.scrollHeight
  }, [last])
  if (!chat) {
    return (
      <Box sx={{ flex: 1, minWidth: 0, p: 2 }}>
        {failure === null ? (
          [70, 45, 60].map((width) => (
            <Skeleton key={width} variant="rounded" height={40} width={`${width}%`} sx={{ mb: 1.5 }} />
          ))
        ) : (
          <Message
            icon={<SyncProblem />}
            tone="error"
            title={failureText(failure, say)}
            action={
              statusOf(failure) === 404 ? (
                <Button variant="outlined" component={LinkBase} to="/chats">
                  {say('chats.inbox.back')}
                </Button>
              ) : (
                <Button variant="outlined" onClick={talk.again}>
                  {say('actions.retry')}
                </Button>
              )
            }
          />
        )}
      </Box>
    )
  }
  const name = nameOf(chat, say)
  const until = chat.window_until
  const isOver = chat.free_text === 0
  const isOthers = chat.owner !== null && !talk.isMine
  const closed = isOthers ? say('chats.talk.taken') : isOver ? say('chats.talk.only_notes') : null
  return (
    <>
      <Box
        component="section"
        aria-label={say('chats.talk.log', { name })}
        sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}
      >
        <TalkHead
          talk={talk}
          chat={chat}
          isPhone={isPhone}
          onBeside={isWide ? undefined : () => setBeside(true)}
          onLeft={onLeft}
        />
        <Box
          ref={log}
          tabIndex={0}
          role="log"
          aria-label={say('chats.talk.log', { name })}
          sx={{ flex: 1, minHeight: 120, overflowY: 'auto', px: 2, py: 1.5 }}
        >
          {talk.more && (
            <Button size="small" onClick={() => void talk.older()} sx={{ display: 'block', mx: 'auto', mb: 1 }}>
              {say('chats.talk.older')}
            </Button>
          )}
          {messages.length === 0 && <Message icon={<ChatIcon />} title={say('chats.talk.none')} />}
          <Box
            component="ol"
            sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexDirection: 'column', gap: 1.25 }}
          >
            {messages.map((message) => (
              <MessageLine
                key={message.id}
                message={message}
                name={name}
                onRetry={
                  talk.mayWrite && (closed === null || (message.template === 1 && !isOthers))
                    ? () => void talk.retry(message.id)
                    : undefined
                }
                onFetch={talk.mayWrite ? () => void talk.fetchFile(message.id) : undefined}
              />
            ))}
          </Box>
        </Box>
        {talk.mayWrite && (
          <Box sx={{ px: 2, pt: 1, pb: 1.5, borderTop: 1, borderColor: 'divider' }}>
            {until !== null && !isOver && (
              <Box sx={{ fontSize: 12, color: 'text.secondary', mb: 0.5 }}>
                {say('chats.talk.window', { time: dateTimeText(until, zone) })}
              </Box>
            )}
            {chat.state === '0' && closed === null && (
              <Box sx={{ fontSize: 12, color: 'text.secondary', mb: 0.5 }}>{say('chats.talk.closed_hint')}</Box>
            )}
            {isOver && !isOthers && (
              <Box component="section" aria-label={say('chats.templates.title')} sx={{ mb: 1.5 }}>
                <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 1.25 }}>{say('chats.talk.window_over')}</Box>
                <TemplateBox id={id} onSend={talk.sendTemplate} />
              </Box>
            )}
            <Composer id={id} draft={draft} autoFocus={!isPhone && !isOver} closed={closed} onSend={talk.send} />
          </Box>
        )}
      </Box>
      {isWide ? (
        <Box sx={{ width: 300, flexShrink: 0, borderLeft: 1, borderColor: 'divider' }}>
          <BesidePanel chat={chat} />
        </Box>
      ) : (
        <Drawer
          anchor="right"
          open={beside}
          onClose={() => setBeside(false)}
          slotProps={{ paper: { sx: { width: 320, maxWidth: '90vw' } } }}
        >
          <BesidePanel chat={chat} />
        </Drawer>
      )}
    </>
  )
}
