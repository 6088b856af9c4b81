import Place from '@mui/icons-material/Place'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import { TalkLine } from '#engine/client'
import { dateTimeText, useDisplayStyle, useSay } from '#engine/ui'
import type { ChatMessage } from '../../model/chat-wire'
import { MessageFile } from './MessageFile'
import { sendReasonText } from './reason-text'

/** One message: what was said, by whom and when, and how far it has come. */
export function MessageLine({
  message,
  name,
  onRetry,
  onFetch,
}: {
  message: ChatMessage
  name: string
  onRetry?: () => void
  onFetch?: () => void
}) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const { type, by_bot, us_name, state, reason, lat, lng, file, buttons } = message
  const who = type === 'in' ? name : by_bot === 1 ? say('chats.talk.bot') : (us_name ?? say('chats.talk.house'))
  return (
    <TalkLine
      own={type !== 'in'}
      look={LOOKS[type]}
      isFailed={state === 'failed'}
      below={
        <>
          {[
            who,
            dateTimeText(message.date_created, zone),
            message.template === 1 ? say('chats.templates.one') : '',
            type === 'out' && state !== null ? say(`chats.talk.states.${state}`) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
          {state === 'failed' && <> · {sendReasonText(reason ?? 'other', say)}</>}
          {state === 'failed' && onRetry && (
            <Button size="small" color="error" onClick={onRetry} sx={{ marginInlineStart: 0.5, py: 0, minWidth: 0 }}>
              {say('chats.talk.retry')}
            </Button>
          )}
        </>
      }
    >
      {type === 'note' && <Box sx={{ fontSize: 12, fontWeight: 600 }}>{say('chats.talk.note')}</Box>}
      {file && <MessageFile id={message.id} file={file} onFetch={onFetch} />}
      {message.message}
      {lat !== null && lng !== null && (
        <Box sx={{ display: 'flex', gap: 0.5, alignItems: 'center', mt: message.message ? 0.5 : 0 }}>
          <Place sx={{ fontSize: 16 }} aria-hidden />
          <Link
            href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`}
            target="_blank"
            rel="noopener noreferrer"
            color="inherit"
          >
            {say('chats.talk.open_map')} ({lat.toFixed(5)}, {lng.toFixed(5)})
          </Link>
        </Box>
      )}
      {buttons.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mt: 0.75 }}>
          {buttons.map(({ id, title }) => (
            <Chip key={id} label={title} size="small" variant="outlined" />
          ))}
        </Box>
      )}
    </TalkLine>
  )
}

const LOOKS = {
  in: {},
  out: { bgcolor: 'action.hover' },
  note: { borderStyle: 'dashed', borderColor: 'warning.main' },
} as const
