import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import type { Theme } from '@mui/material/styles'
import { useEvent, useNotify } from 'react-admin'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Badge, type Say, useKeys, useSay } from '#engine/ui'
import type { DispatcherService } from '../../../services/model'
import { CarryHandle } from '../drop/CarryHandle'
import { holderOf } from '../drop/use-asked-assign'
import { RequestProgress } from './RequestProgress'
import { MessageDriver } from '../vehicle/MessageDriver'
import { mayTakeOff } from './may-take-off'
import { useArrival } from './use-arrival'
import { useRequestStatus } from './use-request-status'
import { useRequestVerbs } from './use-request-verbs'

interface Props {
  readonly id: number
  readonly mayEdit: boolean
  /** Absent: the user is no operator, and can neither ask drivers nor call them back. */
  readonly onFindDriver?: (id: number) => void
  readonly onInfo: (id: number) => void
  readonly onDrop: (id: number) => void
  /** It was cancelled for want of a driver. */
  readonly onCanceled: (id: number) => void
  /** Whether a dialog may ask what becomes of a ride that nobody took. */
  readonly mayAsk: () => boolean
}

/** One search for a driver, over the map: it goes on while the next call is taken. */
export function RequestCard({ id, mayEdit, onFindDriver, onInfo, onDrop, onCanceled, mayAsk }: Props) {
  const say = useSay()
  const { heard, failed, put, again } = useRequestStatus(id)
  const verbs = useRequestVerbs(id, put, again)
  const phase = heard?.status.phase
  const arrives = useArrival(heard?.status ?? null)
  useTold(heard?.status.phase, heard?.status.told ?? null, arrives)
  const gone = failed === 'gone'
  useEffect(() => {
    if (gone) onDrop(id)
  }, [gone, id, onDrop])
  const item = heard?.status.item
  const [isCanceling, setCanceling] = useState(false)
  const [isAsked, setAsked] = useNoneLeft(phase, mayEdit, mayAsk)
  const mayChange =
    mayEdit &&
    onFindDriver !== undefined &&
    item !== undefined &&
    (item.state === 'accepted' || item.state === 'onway' || item.state === 'waiting')
  // Nobody is interrupted while they type: the card is loud, takes no focus, and waits by a key.
  const isLoud = phase === 'not_assigned'
  useKeys([
    {
      keys: 'w',
      label: say('dispatcher.keys.wait'),
      run: () => void verbs.wait(),
      active: isLoud && mayEdit && !verbs.busy,
    },
  ])
  return (
    <Box
      component="section"
      aria-label={say('dispatcher.request.title', { id })}
      data-loud={isLoud || undefined}
      sx={CARD}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 28 }}>
        {mayEdit && onFindDriver && phase !== undefined && phase !== 'over' && (
          <CarryHandle
            id_service={id}
            name={[item?.cl_name, item?.cl_surname].filter(Boolean).join(' ')}
            holder={holderOf(item)}
            verbs={verbs}
            onPress={() => onFindDriver(id)}
          />
        )}
        <Box sx={NAME}>
          {[item?.cl_name, item?.cl_surname].filter(Boolean).join(' ') || say('dispatcher.request.title', { id })}
        </Box>
        {item && (
          <Badge color={item.state_obj.color} icon={item.state_obj.icon}>
            {item.state_obj.name}
          </Badge>
        )}
        <IconButton
          aria-label={say('dispatcher.request.drop')}
          onClick={() => onDrop(id)}
          sx={{ marginInlineEnd: -0.75, p: 0.5 }}
        >
          <Close fontSize="small" />
        </IconButton>
      </Box>
      <Box sx={ADDRESS}>{placeOf(item, say)}</Box>
      <RequestProgress heard={heard} />
      {isLoud && (
        <Box role="alert" sx={{ fontSize: 13, lineHeight: '18px', mb: 1 }}>
          <Box sx={{ fontWeight: 600 }}>{say('dispatcher.no_driver_left.title')}</Box>
          {say('dispatcher.no_driver_left.text')}
        </Box>
      )}
      <Box sx={{ display: 'flex', columnGap: 1, flexWrap: 'wrap', minHeight: 32 }}>
        {mayEdit && phase === 'not_assigned' && (
          <>
            <Button variant="contained" disabled={verbs.busy} onClick={() => void verbs.wait()}>
              {say('dispatcher.request.wait')}
            </Button>
            <Button color="error" disabled={verbs.busy} onClick={() => setCanceling(true)}>
              {say('dispatcher.request.cancel_service')}
            </Button>
          </>
        )}
        {mayEdit && onFindDriver && phase === 'requesting' && (
          <Button disabled={verbs.busy} color="inherit" onClick={() => void verbs.remove()}>
            {say('dispatcher.request.call_back')}
          </Button>
        )}
        {mayEdit && onFindDriver && phase === 'idle' && (
          <Button variant="outlined" disabled={verbs.busy} onClick={() => void verbs.request(null)}>
            {say('dispatcher.find.search')}
          </Button>
        )}
        {mayEdit && onFindDriver && phase !== undefined && phase !== 'assigned' && phase !== 'over' && (
          <Button onClick={() => onFindDriver(id)}>{say('dispatcher.find.open')}</Button>
        )}
        {mayEdit && onFindDriver && item?.state === 'started' && (
          <Button onClick={() => onFindDriver(id)}>{say('dispatcher.handover.open')}</Button>
        )}
        {mayChange && <Button onClick={() => onFindDriver(id)}>{say('dispatcher.request.change_driver')}</Button>}
        {mayEdit && onFindDriver && mayTakeOff(item) && (
          <Button disabled={verbs.busy} onClick={() => void verbs.takeOff()}>
            {say('dispatcher.request.take_off')}
          </Button>
        )}
        {phase === 'assigned' && item?.dr_phone && (
          <Button component="a" href={`tel:${item.dr_phone.replace(/[^+\d]/g, '')}`}>
            {say('dispatcher.request.call')}
          </Button>
        )}
        {mayEdit && onFindDriver && phase === 'assigned' && item && item.id_driver !== null && (
          <MessageDriver id={item.id_driver} />
        )}
        {mayChange && (
          <Button color="error" onClick={() => setCanceling(true)}>
            {say('dispatcher.request.cancel_service')}
          </Button>
        )}
        {(phase === 'assigned' || phase === 'over') && (
          <Button onClick={() => onInfo(id)}>{say('dispatcher.info.open')}</Button>
        )}
      </Box>
      {isAsked && (
        <Suspense>
          <NoDriverLeft
            id={id}
            verbs={verbs}
            onClose={(isCanceled) => {
              setAsked(false)
              if (isCanceled) onCanceled(id)
            }}
          />
        </Suspense>
      )}
      {isCanceling && (
        <Suspense>
          <CancelRide
            id={id}
            verbs={verbs}
            onClose={(done) => {
              setCanceling(false)
              if (done) onCanceled(id)
            }}
          />
        </Suspense>
      )}
    </Box>
  )
}

/** Where the passenger waits: at the origin, or where their car stands that cannot go on. */
function placeOf(item: DispatcherService | undefined, say: Say): string {
  if (!item?.date_handed_over) return item?.org_address ?? '\u00a0'
  return item.handover_address
    ? say('dispatcher.handover.aboard_at', { address: item.handover_address })
    : say('dispatcher.handover.aboard')
}

const NoDriverLeft = lazy(() => import('./NoDriverLeft').then((one) => ({ default: one.NoDriverLeft })))
const CancelRide = lazy(() => import('./CancelRide').then((one) => ({ default: one.CancelRide })))

/** Spec 1 §4: a dialog asks once no driver remains; never of what had come about before the card was opened. */
function useNoneLeft(phase: string | undefined, mayEdit: boolean, mayAsk: () => boolean) {
  const [isAsked, setAsked] = useState(false)
  const before = useRef<string | undefined>(undefined)
  const ask = useEvent(() => {
    if (mayEdit && mayAsk()) setAsked(true)
  })
  useEffect(() => {
    if (phase === 'not_assigned' && before.current !== undefined && before.current !== phase) ask()
    before.current = phase
  }, [phase, ask])
  return [isAsked && phase === 'not_assigned', setAsked] as const
}

/**
 * Shows the result of a request in the message bar, and when whoever took it is there, for who waits on the line; an
 * error where a driver who was chosen by hand has declined.
 */
function useTold(phase: string | undefined, told: string | null, arrives: string | null): void {
  const notify = useNotify()
  const last = useRef<{ phase: string | undefined; told: string | null }>({ phase: undefined, told: null })
  useEffect(() => {
    const before = last.current
    last.current = { phase, told }
    // What happened before the card was opened is no news.
    if (!told || before.phase === undefined || (before.told === told && before.phase === phase)) return
    if (phase === 'assigned') notify([told, arrives].filter(Boolean).join(' · '), { type: 'success' })
    else if (phase === 'not_assigned' || phase === 'idle') notify(told, { type: 'error' })
    else if (before.told !== told) notify(told, { type: 'info' })
  }, [phase, told, arrives, notify])
}

const CARD = {
  p: 1.5,
  pt: 1,
  bgcolor: 'background.paper',
  borderRadius: 1.5,
  boxShadow: 4,
  border: 1,
  borderColor: 'divider',
  '&[data-loud]': {
    borderColor: 'error.main',
    boxShadow: (theme: Theme) =>
      `inset 0 4px 0 ${theme.palette.error.main}, 0 0 0 2px ${theme.palette.error.main}, ${theme.shadows[8]}`,
  },
} as const
const NAME = {
  flex: 1,
  minWidth: 0,
  fontWeight: 600,
  fontSize: 13.5,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const
const ADDRESS = {
  fontSize: 12.5,
  color: 'text.secondary',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const
