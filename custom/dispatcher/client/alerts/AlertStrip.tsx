import Chat from '@mui/icons-material/Chat'
import PersonOff from '@mui/icons-material/PersonOff'
import Sos from '@mui/icons-material/Sos'
import VolumeOff from '@mui/icons-material/VolumeOff'
import VolumeUp from '@mui/icons-material/VolumeUp'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import Tooltip from '@mui/material/Tooltip'
import { useId, useState, type ReactNode } from 'react'
import { LinkBase } from 'react-admin'
import { mayEdit, maySee } from '#engine/model'
import { useConsole } from '#engine/client'
import { useSay } from '#engine/ui'
import { isSoundOn, setSound } from './alarm'
import { PanicRow } from './PanicRow'
import { UnassignedRow } from './UnassignedRow'
import { useAlerts } from './use-alerts'

export interface AlertStripProps {
  /** Shows a place on the map at hand; absent: there is none. */
  readonly onPlace?: (lat: number, lng: number) => void
  readonly onFindDriver: (id_service: number) => void
  readonly onInfo: (id_service: number) => void
}

/** What waits for somebody: panics, services without a driver, messages. It lies over the page, so that nothing below it moves. */
export function AlertStrip({ onPlace, onFindDriver, onInfo }: AlertStripProps) {
  const say = useSay()
  const { actor } = useConsole()
  const { alerts, again, isSilenced, silence } = useAlerts()
  const [on, setOn] = useState(isSoundOn)
  if (!alerts) return null
  const { panics, unassigned, messages } = alerts
  const waiting = unassigned.filter(({ keep_searching }) => keep_searching === 1).length
  const open = unassigned.length - waiting
  if (panics.length + unassigned.length + messages === 0) return null
  const may = mayEdit(actor, { module: 'dispatcher' })
  return (
    <Box component="section" aria-label={say('dispatcher.alerts.title')} role="region" sx={STRIP}>
      {panics.length > 0 && (
        <Segment
          tone="error"
          icon={<Sos />}
          text={panics.length === 1 && panics[0]
            ? say('dispatcher.alerts.panic_of', { driver: [panics[0].dr_name, panics[0].dr_surname].filter(Boolean).join(' ') })
            : say('dispatcher.alerts.panics', { smart_count: panics.length })}
          alert
        >
          {(close) => panics.map((panic) => (
            <PanicRow
              key={panic.id}
              panic={panic}
              onPlace={onPlace && ((lat, lng) => {
                close()
                onPlace(lat, lng)
              })}
              onInfo={(id) => {
                close()
                onInfo(id)
              }}
              onAttended={again}
            />
          ))}
        </Segment>
      )}
      {unassigned.length > 0 && (
        <Segment
          tone={open > 0 ? 'warning' : 'neutral'}
          icon={<PersonOff />}
          text={open > 0 ? say('dispatcher.alerts.unassigned', { smart_count: open }) : say('dispatcher.alerts.waiting', { smart_count: waiting })}
          alert={open > 0}
        >
          {(close) => unassigned.map((service) => (
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
          ))}
        </Segment>
      )}
      {messages > 0 && (
        <Button component={LinkBase} to={maySee(actor, { module: 'driver_messages' }) ? '/driver_messages' : '/drivers'} startIcon={<Chat />} color="inherit" sx={PRESS}>
          {say('dispatcher.alerts.messages', { smart_count: messages })}
        </Button>
      )}
      <Tooltip title={say(on ? 'dispatcher.alerts.sound_off' : 'dispatcher.alerts.sound_on')}>
        <IconButton
          aria-label={say(on ? 'dispatcher.alerts.sound_off' : 'dispatcher.alerts.sound_on')}
          aria-pressed={on}
          onClick={() => {
            if (on && panics.length > 0 && !isSilenced) return silence()
            setSound(!on)
            return setOn(!on)
          }}
        >
          {on && !isSilenced ? <VolumeUp fontSize="small" /> : <VolumeOff fontSize="small" />}
        </IconButton>
      </Tooltip>
    </Box>
  )
}

function Segment({ tone, icon, text, alert = false, children }: {
  tone: 'error' | 'warning' | 'neutral'; icon: ReactNode; text: string; alert?: boolean; children: (close: () => void) => ReactNode
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  const close = (): void => setAnchor(null)
  return (
    <>
      <Button
        id={id}
        color={tone === 'neutral' ? 'inherit' : tone}
        variant={tone === 'neutral' ? 'text' : 'contained'}
        startIcon={icon}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={PRESS}
      >
        {text}
      </Button>
      {/* Told at once to those who hear the page; the button keeps its own name. */}
      <Box role="alert" sx={HIDDEN}>{alert ? text : ''}</Box>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id, sx: { width: 400, maxWidth: 'calc(100vw - 32px)', maxHeight: 420 } } }}
      >
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>{children(close)}</Box>
      </Popover>
    </>
  )
}

const STRIP = {
  display: 'flex', alignItems: 'center', gap: 0.5, p: 0.5, bgcolor: 'background.paper', borderRadius: 1.5, boxShadow: 4, border: 1,
  borderColor: 'divider', maxWidth: 1, flexWrap: 'wrap', width: 'max-content',
} as const
const HIDDEN = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clip: 'rect(0 0 0 0)', whiteSpace: 'nowrap' } as const
const PRESS = { textTransform: 'none', whiteSpace: 'nowrap' } as const
