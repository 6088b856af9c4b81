import Box from '@mui/material/Box'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import type { CallResponse } from '#engine/model'
import { dateTimeText, useDisplayStyle, useSay } from '#engine/ui'
import type { inboxCall } from '../../model/messages-call'

/** A driver with the last that was said, and how much of it nobody has read. */
export function InboxRow({ item, chosen, onChoose }: { item: CallResponse<typeof inboxCall>['items'][number]; chosen: boolean; onChoose: () => void }) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const { driver, last, unread } = item
  return (
    <ListItem disablePadding>
      <ListItemButton selected={chosen} aria-current={chosen ? 'true' : undefined} onClick={onChoose} sx={{ display: 'block', px: 2, py: 1 }}>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
          <Box sx={{ ...ONE_LINE, flex: 1, fontWeight: unread > 0 ? 700 : 500, fontSize: 14 }}>{[driver.name, driver.surname].filter(Boolean).join(' ')}</Box>
          {unread > 0 && <Box sx={COUNT} aria-label={say('drivers.messages.count', { smart_count: unread })} role="img">{unread}</Box>}
        </Box>
        <Box sx={{ ...ONE_LINE, fontSize: 13, color: 'text.secondary' }}>{last.from_driver === 1 ? last.body : say('drivers.messages.you', { body: last.body })}</Box>
        <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{dateTimeText(last.date_created, zone)}</Box>
      </ListItemButton>
    </ListItem>
  )
}

const ONE_LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 } as const
const COUNT = {
  minWidth: 20, height: 20, px: 0.75, borderRadius: 10, bgcolor: 'error.dark', color: 'common.white', fontSize: 12, lineHeight: '20px', textAlign: 'center', fontWeight: 700,
} as const
