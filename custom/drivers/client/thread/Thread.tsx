import ChatIcon from '@mui/icons-material/Chat'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useEffect, useRef } from 'react'
import { Message, useSay, dateTimeText, useDisplayStyle } from '#engine/ui'
import { FailedNotice, TalkLine } from '#engine/client'
import { Composer } from './Composer'
import type { ThreadState } from './use-thread'
import type { DriverMessage } from '../../model/messages-call'

/**
 * One message: the driver's on the left, the operators' on the right with its author and whether the driver has read
 * it.
 */
function MessageLine({ message, driver }: { message: DriverMessage; driver: string }) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const own = message.from_driver === 0
  const author = own ? [message.us_name, message.us_surname].filter(Boolean).join(' ') : driver
  const isUrgent = message.urgent === 1
  return (
    <TalkLine
      own={own}
      look={{ bgcolor: own ? 'action.selected' : 'background.paper', ...(isUrgent && URGENT) }}
      below={[
        author,
        dateTimeText(message.date_created, zone),
        own && say(message.date_read ? 'drivers.messages.read' : 'drivers.messages.unread'),
      ]
        .filter(Boolean)
        .join(' · ')}
    >
      {isUrgent && (
        <Box component="strong" sx={{ display: 'block', fontSize: 12, color: 'error.main' }}>
          {say('drivers.messages.urgent')}
        </Box>
      )}
      {message.body}
    </TalkLine>
  )
}

const URGENT = { borderColor: 'error.main' } as const

/** A driver's thread, scrolled to the last message, and the box for a new one. */
export function Thread({ state, autoFocus = false }: { state: ThreadState; autoFocus?: boolean }) {
  const say = useSay()
  const { thread, failure, maySend, again, send } = state
  const end = useRef<HTMLDivElement>(null)
  const last = thread?.items.at(-1)?.id
  useEffect(() => {
    const box = end.current
    if (box && last !== undefined) box.scrollTop = box.scrollHeight
  }, [last])
  const name = thread ? [thread.driver.name, thread.driver.surname].filter(Boolean).join(' ') : ''
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, gap: 1.5 }}>
      <Box
        ref={end}
        tabIndex={0}
        role="log"
        aria-label={say('drivers.messages.thread', { name })}
        sx={{ flex: 1, minHeight: 160, overflowY: 'auto', px: 2, pt: 1.5 }}
      >
        {!thread &&
          failure === null &&
          [70, 45, 60].map((width) => (
            <Skeleton key={width} variant="rounded" height={40} width={`${width}%`} sx={{ mb: 1.5 }} />
          ))}
        {!thread && failure !== null && <FailedNotice tight failure={failure} onRetry={again} />}
        {thread?.items.length === 0 && (
          <Message icon={<ChatIcon />} title={say('drivers.messages.none')} text={say('drivers.messages.none_text')} />
        )}
        {thread && thread.items.length > 0 && (
          <Box
            component="ol"
            sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexDirection: 'column', gap: 1.5 }}
          >
            {thread.items.map((message) => (
              <MessageLine key={message.id} message={message} driver={name} />
            ))}
          </Box>
        )}
      </Box>
      {thread && maySend && (
        <Box sx={{ px: 2, pb: 1.5 }}>
          <Composer onSend={send} autoFocus={autoFocus} />
        </Box>
      )}
    </Box>
  )
}
