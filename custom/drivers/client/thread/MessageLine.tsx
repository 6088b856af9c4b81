import Box from '@mui/material/Box'
import { dateTimeText, useDisplayStyle, useSay } from '#engine/ui'
import type { DriverMessage } from '../../model/messages-call'

/** One message: the driver's on the left, the operators' on the right with who wrote it and whether he has read it. */
export function MessageLine({ message, driver }: { message: DriverMessage; driver: string }) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const own = message.from_driver === 0
  const author = own ? [message.us_name, message.us_surname].filter(Boolean).join(' ') : driver
  return (
    <Box component="li" sx={{ display: 'flex', flexDirection: 'column', alignItems: own ? 'flex-end' : 'flex-start' }}>
      <Box sx={{ ...BUBBLE, bgcolor: own ? 'action.selected' : 'background.paper', ...message.urgent === 1 && URGENT }}>
        {message.urgent === 1 && <Box component="strong" sx={{ display: 'block', fontSize: 12, color: 'error.main' }}>{say('drivers.messages.urgent')}</Box>}
        {message.body}
      </Box>
      <Box sx={{ fontSize: 12, color: 'text.secondary', mt: 0.25 }}>
        {[author, dateTimeText(message.date_created, zone), own && say(message.date_read ? 'drivers.messages.read' : 'drivers.messages.unread')].filter(Boolean).join(' · ')}
      </Box>
    </Box>
  )
}

const BUBBLE = {
  maxWidth: '85%', px: 1.5, py: 1, borderRadius: 2, border: 1, borderColor: 'divider', fontSize: 14, lineHeight: '20px', whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const
const URGENT = { borderColor: 'error.main' } as const
