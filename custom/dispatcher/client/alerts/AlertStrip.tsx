import Chat from '@mui/icons-material/Chat'
import PersonOff from '@mui/icons-material/PersonOff'
import PhonelinkOff from '@mui/icons-material/PhonelinkOff'
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
import { isSoundOn, setSound, useConsole } from '#engine/client'
import { useSay, useConfirm } from '#engine/ui'
import { LostDriverRow } from './LostDriverRow'
import { PanicRow } from './PanicRow'
import { useAlerts, type Alerts } from './use-alerts'
import { ageOf, ageWords } from '../live/age-words'
import { useNow } from '../live/use-now'
import { useRequestVerbs } from '../request/use-request-verbs'
import { CarryHandle } from '../drop/CarryHandle'
import { useRideCarry } from '../drop/ride-carry'
import { watchedServices } from '../request/watched'

/** A service that nobody takes: wait for a driver, look for one by hand, or cancel it. */
function UnassignedRow({ service, may, onDone, onFindDriver, onInfo }: {
  service: Alerts['unassigned'][number]; may: boolean; onDone: () => void; onFindDriver: () => void; onInfo: () => void
}) {
  const { id, org_address, date_unassigned, keep_searching } = service
  const client = [service.cl_name, service.cl_surname].filter(Boolean).join(' ')
  const say = useSay()
  const now_ms = useNow()
  const [confirm, question] = useConfirm()
  const verbs = useRequestVerbs(id, () => watchedServices().watch([id]), onDone)
  const cancel = async (): Promise<void> => {
    const sure = await confirm({
      title: say('dispatcher.alerts.cancel_title', { id }), text: say('dispatcher.alerts.cancel_text'),
      accept: say('dispatcher.request.cancel_service'), cancel: say('dispatcher.alerts.keep'), danger: true,
    })
    if (sure) await verbs.cancel()
  }
  return (
    <Box component="li" sx={ROW}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        {may && <CarryHandle id_service={id} name={client} holder={null} verbs={verbs} onPress={onFindDriver} />}
        <Box sx={{ flex: 1, minWidth: 0, fontWeight: 600, fontSize: 13.5 }}>{[`#${id}`, client].filter(Boolean).join(' · ')}</Box>
        <Box sx={{ fontSize: 12, color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {keep_searching === 1 ? say('dispatcher.request.waiting') : date_unassigned ? ageWords(ageOf(date_unassigned, now_ms), say) : ''}
        </Box>
      </Box>
      <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{org_address}</Box>
      <Box sx={{ display: 'flex', gap: 0.5, flexWrap: 'wrap', mt: 0.5 }}>
        {may && keep_searching === 0 && <Button variant="outlined" disabled={verbs.busy} onClick={() => void verbs.wait()}>{say('dispatcher.request.wait')}</Button>}
        {may && <Button onClick={onFindDriver}>{say('dispatcher.find.open')}</Button>}
        <Button color="inherit" onClick={onInfo}>{say('dispatcher.info.open')}</Button>
        {may && <Button color="error" disabled={verbs.busy} onClick={() => void cancel()}>{say('dispatcher.request.cancel_service')}</Button>}
      </Box>
      {question}
    </Box>
  )
}

const ROW = { px: 2, py: 1.25, borderBottom: 1, borderColor: 'divider', lineHeight: '20px' } as const

interface AlertStripProps {
  /** It is shown also when nothing waits. */
  readonly stays?: boolean
  /** Shows a place on the map at hand; absent: there is none. */
  readonly onPlace?: (lat: number, lng: number) => void
  readonly onFindDriver: (id_service: number) => void
  readonly onInfo: (id_service: number) => void
}

/** The open alerts: panics, rides whose driver is lost, services without a driver, messages. It lies over the page, so that nothing below it moves. */
export function AlertStrip({ stays = false, onPlace, onFindDriver, onInfo }: AlertStripProps) {
  const say = useSay()
  const { actor } = useConsole()
  const { alerts, again } = useAlerts()
  const [on, setOn] = useState(isSoundOn)
  if (!alerts) return null
  const { panics, lost, unassigned, messages } = alerts
  const waiting = unassigned.filter(({ keep_searching }) => keep_searching === 1).length
  const open = unassigned.length - waiting
  const isQuiet = panics.length + lost.length + unassigned.length + messages === 0
  if (isQuiet && !stays) return null
  const may = mayEdit(actor, { module: 'dispatcher' })
  return (
    <Box component="section" aria-label={say('dispatcher.alerts.title')} role="region" sx={stays ? { ...STRIP, boxShadow: 0 } : STRIP}>
      {isQuiet && <Box sx={{ px: 1, fontSize: 13, color: 'text.secondary' }}>{say('dispatcher.alerts.none')}</Box>}
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
      {lost.length > 0 && (
        <Segment tone="warning" icon={<PhonelinkOff />} text={say('dispatcher.alerts.lost', { smart_count: lost.length })} alert>
          {(close) => lost.map((ride) => (
            <LostDriverRow
              key={ride.id}
              ride={ride}
              onPlace={onPlace && ((lat, lng) => {
                close()
                onPlace(lat, lng)
              })}
              onInfo={() => {
                close()
                onInfo(ride.id)
              }}
            />
          ))}
        </Segment>
      )}
      {unassigned.length > 0 && (
        <Segment
          tone={open > 0 ? 'warning' : 'neutral'}
          icon={<PersonOff />}
          text={open === 0 ? say('dispatcher.alerts.waiting', { smart_count: waiting })
            : waiting === 0 ? say('dispatcher.alerts.unassigned', { smart_count: open })
            : say('dispatcher.alerts.unassigned_waiting', { smart_count: unassigned.length, waiting })}
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
            setSound(!on)
            setOn(!on)
          }}
        >
          {on ? <VolumeUp fontSize="small" /> : <VolumeOff fontSize="small" />}
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
  // The vehicles lie beneath.
  const isCarrying = useRideCarry()?.isCarrying === true
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
      {/* Read at once by screen readers; the button keeps its own name. */}
      <Box role="alert" sx={HIDDEN}>{alert ? text : ''}</Box>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        sx={isCarrying ? OUT_OF_THE_WAY : undefined}
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
const OUT_OF_THE_WAY = { opacity: 0, pointerEvents: 'none', '& *': { pointerEvents: 'none !important' } } as const
const PRESS = { textTransform: 'none', whiteSpace: 'nowrap' } as const
