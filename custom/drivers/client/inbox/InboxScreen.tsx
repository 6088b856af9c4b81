import ArrowBack from '@mui/icons-material/ArrowBack'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { InboxFrame, InboxRows, TalkRow } from '#engine/client'
import type { CallResponse } from '#engine/model'
import { useSay, dateTimeText, useDisplayStyle } from '#engine/ui'
import type { inboxCall } from '../../model/messages-call'
import { Thread } from '../thread/Thread'
import { useDriverInbox, useThread } from '../thread/use-thread'

/** A driver with the last message, and the number of unread ones. */
function InboxRow({
  item: { driver, last, unread },
  chosen,
  onChoose,
}: {
  item: CallResponse<typeof inboxCall>['items'][number]
  chosen: boolean
  onChoose: () => void
}) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  return (
    <TalkRow
      name={[driver.name, driver.surname].filter(Boolean).join(' ')}
      unread={unread}
      unreadText={say('drivers.messages.count', { smart_count: unread })}
      last={last.from_driver === 1 ? last.body : say('drivers.messages.you', { body: last.body })}
      below={dateTimeText(last.date_created, zone)}
      chosen={chosen}
      open={onChoose}
    />
  )
}

/**
 * Screen `/driver_messages`: the drivers who wait for an answer, and the thread of one; on a phone one after the other.
 */
export default function InboxScreen() {
  const say = useSay()
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const [chosen, setChosen] = useState<number | null>(null)
  const { answer: inbox, failure, again } = useDriverInbox()
  return (
    <InboxFrame
      isPhone={phone}
      width_px={320}
      choose={say('drivers.messages.choose')}
      list={
        <>
          <Typography variant="h1" sx={{ px: 2, py: 1.5 }}>
            {say('modules.driver_messages')}
          </Typography>
          <InboxRows
            label={say('modules.driver_messages')}
            items={inbox?.items ?? null}
            failure={failure}
            onRetry={again}
            empty={{ title: say('drivers.messages.empty'), text: say('drivers.messages.empty_text') }}
            render={(item) => (
              <InboxRow
                key={item.driver.id}
                item={item}
                chosen={item.driver.id === chosen}
                onChoose={() => setChosen(item.driver.id)}
              />
            )}
          />
        </>
      }
      talk={
        chosen === null ? null : (
          <OpenThread key={chosen} id_driver={chosen} onBack={phone ? () => setChosen(null) : undefined} />
        )
      }
    />
  )
}

function OpenThread({ id_driver, onBack }: { id_driver: number; onBack?: () => void }) {
  const say = useSay()
  const state = useThread(id_driver)
  const { driver } = state.thread ?? {}
  return (
    <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          px: 2,
          py: 1,
          minHeight: 56,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        {onBack && (
          <IconButton aria-label={say('drivers.messages.back')} onClick={onBack} edge="start">
            <ArrowBack />
          </IconButton>
        )}
        <Typography variant="h2" component={onBack ? 'h1' : 'h2'} noWrap>
          {[driver?.name, driver?.surname].filter(Boolean).join(' ')}
        </Typography>
      </Box>
      <Thread state={state} autoFocus />
    </Box>
  )
}
