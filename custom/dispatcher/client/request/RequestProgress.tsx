import CheckCircle from '@mui/icons-material/CheckCircle'
import HourglassTop from '@mui/icons-material/HourglassTop'
import PersonOff from '@mui/icons-material/PersonOff'
import PersonSearch from '@mui/icons-material/PersonSearch'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import type { ReactNode } from 'react'
import { useDisplayStyle, useSay } from '#engine/ui'
import type { RequestStatus } from '../../../services/model'
import { routeText } from '../../../fares/client'
import type { HeardStatus } from './use-request-status'
import CircularProgress from '@mui/material/CircularProgress'
import { useNow } from '../live/use-now'
import { useArrival } from './use-arrival'

/** Seconds that a driver still has to answer, by the server's clock, counted on between two answers. */
export function leftSeconds({ status: { left_s }, heard_ms }: HeardStatus, now_ms: number): number | null {
  return left_s === null ? null : Math.max(0, left_s - Math.max(0, now_ms - heard_ms) / 1000)
}

const TICK_MS = 250

/** The countdown as a ring with its number. */
function Countdown({ heard }: { heard: HeardStatus }) {
  const say = useSay()
  const now_ms = useNow(TICK_MS)
  const left = leftSeconds(heard, now_ms)
  const whole = wholeSeconds(heard)
  if (left === null) return null
  return (
    <Box role="timer" aria-label={say('dispatcher.request.left', { n: Math.ceil(left) })} sx={BOX}>
      <CircularProgress
        aria-hidden
        variant="determinate"
        value={100}
        size={44}
        thickness={4}
        sx={{ position: 'absolute', color: 'action.hover' }}
      />
      <CircularProgress
        aria-hidden
        variant="determinate"
        value={whole ? Math.min(100, (left / whole) * 100) : 100}
        size={44}
        thickness={4}
        color={left <= LATE_S ? 'warning' : 'primary'}
        sx={{ position: 'absolute', '& circle': { transition: 'none' } }}
      />
      <Box component="span" sx={{ fontSize: 15, fontWeight: 600 }}>
        {Math.ceil(left)}
      </Box>
    </Box>
  )
}

const LATE_S = 5
const BOX = {
  position: 'relative',
  width: 44,
  height: 44,
  flexShrink: 0,
  display: 'grid',
  placeItems: 'center',
  fontVariantNumeric: 'tabular-nums',
} as const

function wholeSeconds({ status: { offer } }: HeardStatus): number | null {
  if (!offer?.date_created || !offer.date_deadline) return null
  return Math.max(1, (Date.parse(offer.date_deadline) - Date.parse(offer.date_created)) / 1000)
}

/** The state of the search for a driver, at a fixed height: what happens, who is asked, how long they have. */
export function RequestProgress({ heard }: { heard: HeardStatus | null }) {
  const say = useSay()
  const style = useDisplayStyle()
  const arrives = useArrival(heard?.status ?? null)
  if (!heard) return <Line icon={<Box sx={{ width: 24 }} />} title={say('dispatcher.request.verifying')} running />
  const { status } = heard
  const { phase, offer } = status
  if (phase === 'requesting' && offer) {
    const route =
      offer.distance === null || offer.duration === null
        ? null
        : routeText({ distance: offer.distance, duration: offer.duration }, style)
    return (
      <Line
        icon={<Countdown heard={heard} />}
        title={say('dispatcher.request.requesting')}
        text={[[offer.dr_name, offer.dr_surname].filter(Boolean).join(' '), offer.plate, route]
          .filter(Boolean)
          .join(' · ')}
        told={status.told}
      />
    )
  }
  const [Icon, colour] = ICONS[phase]
  return (
    <Line
      icon={<Icon aria-hidden sx={{ color: colour }} />}
      title={titleOf(status, (key) => say(key))}
      text={
        phase === 'assigned'
          ? [assignedTo(status), arrives].filter(Boolean).join(' · ')
          : phase === 'verifying'
            ? say('services.searching')
            : undefined
      }
      told={phase === 'assigned' ? null : status.told}
      running={phase === 'verifying'}
    />
  )
}

const ICONS = {
  idle: [PersonSearch, 'text.secondary'],
  verifying: [PersonSearch, 'primary.main'],
  requesting: [PersonSearch, 'primary.main'],
  assigned: [CheckCircle, 'success.main'],
  not_assigned: [PersonOff, 'error.main'],
  waiting: [HourglassTop, 'warning.main'],
  over: [CheckCircle, 'text.secondary'],
} as const

function titleOf(status: RequestStatus, say: (key: string) => string): string {
  if (status.phase === 'assigned') return status.told ?? say('dispatcher.request.assigned')
  if (status.phase === 'over') return status.item.state_obj.name
  return say(`dispatcher.request.${status.phase}`)
}

const assignedTo = ({ item }: RequestStatus): string =>
  [[item.dr_name, item.dr_surname].filter(Boolean).join(' '), item.ve_plate].filter(Boolean).join(' · ')

function Line({
  icon,
  title,
  text,
  told = null,
  running = false,
}: {
  icon: ReactNode
  title: string
  text?: string
  told?: string | null
  running?: boolean
}) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minHeight: 62 }}>
      <Box sx={{ width: 44, display: 'grid', placeItems: 'center', flexShrink: 0 }}>{icon}</Box>
      <Box role="status" sx={{ minWidth: 0, flex: 1, fontSize: 13, lineHeight: '20px' }}>
        <Box sx={{ fontWeight: 600 }}>{title}</Box>
        {text && <Box sx={{ color: 'text.secondary', fontSize: 12.5 }}>{text}</Box>}
        {told && <Box sx={{ color: 'text.secondary', fontSize: 12 }}>{told}</Box>}
        {running && <LinearProgress aria-hidden sx={{ mt: 0.75, borderRadius: 2 }} />}
      </Box>
    </Box>
  )
}
