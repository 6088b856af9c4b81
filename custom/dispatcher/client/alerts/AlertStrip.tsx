import Chat from '@mui/icons-material/Chat'
import NotificationImportant from '@mui/icons-material/NotificationImportant'
import PersonOff from '@mui/icons-material/PersonOff'
import PhonelinkOff from '@mui/icons-material/PhonelinkOff'
import Sos from '@mui/icons-material/Sos'
import VolumeOff from '@mui/icons-material/VolumeOff'
import VolumeUp from '@mui/icons-material/VolumeUp'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { memo, useSyncExternalStore } from 'react'
import { LinkBase } from 'react-admin'
import { mayEdit, maySee } from '#engine/model'
import { isSoundOn, setSound, watchSound, useConsole } from '#engine/client'
import { useSay } from '#engine/ui'
import { LostDriverRow } from './LostDriverRow'
import { PanicRow } from './PanicRow'
import { PRESS, Segment } from './Segment'
import { UnassignedRow } from './UnassignedRow'
import { useAlerts } from './use-alerts'
import { WaitAll } from './WaitAll'
import { WarningRow } from './WarningRow'

interface AlertStripProps {
  /** It is shown also when nothing waits. */
  readonly stays?: boolean
  /** Shows a place on the map at hand; absent: there is none. */
  readonly onPlace?: (lat: number, lng: number) => void
  readonly onFindDriver: (id_service: number) => void
  readonly onInfo: (id_service: number) => void
}

/**
 * The open alerts: panics, rides whose driver is lost, warnings, services without a driver, messages. It lies over the
 * page, so that nothing below it moves.
 */
export const AlertStrip = memo(function AlertStrip({ stays = false, onPlace, onFindDriver, onInfo }: AlertStripProps) {
  const say = useSay()
  const { actor } = useConsole()
  const { alerts, again } = useAlerts()
  const on = useSyncExternalStore(watchSound, isSoundOn)
  if (!alerts) return null
  const { panics, lost, unassigned, warnings, messages } = alerts
  const waiting = unassigned.filter(({ keep_searching }) => keep_searching === 1).length
  const open = unassigned.length - waiting
  const isQuiet = panics.length + lost.length + unassigned.length + warnings.length + messages === 0
  if (isQuiet && !stays) return null
  const may = mayEdit(actor, { module: 'dispatcher' })
  return (
    <Box
      component="section"
      aria-label={say('dispatcher.alerts.title')}
      role="region"
      sx={stays ? { ...STRIP, boxShadow: 0 } : STRIP}
    >
      <Box sx={SEGMENTS}>
        {isQuiet && <Box sx={{ px: 1, fontSize: 13, color: 'text.secondary' }}>{say('dispatcher.alerts.none')}</Box>}
        {panics.length > 0 && (
          <Segment
            tone="error"
            icon={<Sos />}
            text={
              panics.length === 1 && panics[0]
                ? say('dispatcher.alerts.panic_of', {
                    driver: [panics[0].dr_name, panics[0].dr_surname].filter(Boolean).join(' '),
                  })
                : say('dispatcher.alerts.panics', { smart_count: panics.length })
            }
            alert
          >
            {(close) =>
              panics.map((panic) => (
                <PanicRow
                  key={panic.id}
                  panic={panic}
                  onPlace={
                    onPlace &&
                    ((lat, lng) => {
                      close()
                      onPlace(lat, lng)
                    })
                  }
                  onInfo={(id) => {
                    close()
                    onInfo(id)
                  }}
                  onAttended={again}
                />
              ))
            }
          </Segment>
        )}
        {lost.length > 0 && (
          <Segment
            tone="warning"
            icon={<PhonelinkOff />}
            text={say('dispatcher.alerts.lost', { smart_count: lost.length })}
            alert
          >
            {(close) =>
              lost.map((ride) => (
                <LostDriverRow
                  key={ride.id}
                  ride={ride}
                  onPlace={
                    onPlace &&
                    ((lat, lng) => {
                      close()
                      onPlace(lat, lng)
                    })
                  }
                  onInfo={() => {
                    close()
                    onInfo(ride.id)
                  }}
                />
              ))
            }
          </Segment>
        )}
        {warnings.length > 0 && (
          <Segment
            tone="warning"
            icon={<NotificationImportant />}
            text={say('dispatcher.alerts.warnings', { smart_count: warnings.length })}
            alert
          >
            {(close) =>
              warnings.map((warning) => (
                <WarningRow
                  key={warning.id}
                  warning={warning}
                  may={may}
                  onDone={again}
                  onFindDriver={() => {
                    close()
                    onFindDriver(warning.id_service)
                  }}
                  onInfo={() => {
                    close()
                    onInfo(warning.id_service)
                  }}
                />
              ))
            }
          </Segment>
        )}
        {unassigned.length > 0 && (
          <Segment
            tone={open > 0 ? 'warning' : 'neutral'}
            icon={<PersonOff />}
            text={
              open === 0
                ? say('dispatcher.alerts.waiting', { smart_count: waiting })
                : waiting === 0
                  ? say('dispatcher.alerts.unassigned', { smart_count: open })
                  : say('dispatcher.alerts.unassigned_waiting', { smart_count: unassigned.length, waiting })
            }
            alert={open > 0}
            head={may && open > 1 && <WaitAll open={open} onDone={again} />}
          >
            {(close) =>
              unassigned.map((service) => (
                <UnassignedRow
                  key={service.id}
                  service={service}
                  may={may}
                  onDone={again}
                  onFindDriver={() => {
                    close()
                    onFindDriver(service.id)
                  }}
                  onInfo={() => {
                    close()
                    onInfo(service.id)
                  }}
                />
              ))
            }
          </Segment>
        )}
        {messages > 0 && (
          <Button
            component={LinkBase}
            to={maySee(actor, { module: 'driver_messages' }) ? '/driver_messages' : '/drivers'}
            startIcon={<Chat />}
            color="inherit"
            sx={PRESS}
          >
            {say('dispatcher.alerts.messages', { smart_count: messages })}
          </Button>
        )}
      </Box>
      <Tooltip title={say(on ? 'dispatcher.alerts.sound_off' : 'dispatcher.alerts.sound_on')}>
        <IconButton
          aria-label={say(on ? 'dispatcher.alerts.sound_off' : 'dispatcher.alerts.sound_on')}
          aria-pressed={on}
          onClick={() => setSound(!on)}
        >
          {on ? <VolumeUp fontSize="small" /> : <VolumeOff fontSize="small" />}
        </IconButton>
      </Tooltip>
    </Box>
  )
})

// The sound has a place of its own: however many alerts there are, its button is where it was.
const STRIP = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: 0.5,
  p: 0.5,
  bgcolor: 'background.paper',
  borderRadius: 1.5,
  boxShadow: 4,
  border: 1,
  borderColor: 'divider',
  maxWidth: 1,
  width: 'max-content',
} as const
const SEGMENTS = {
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 0.5,
  minWidth: 0,
  minHeight: 36,
} as const
