import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import { useSay } from '#engine/ui'
import { useNow } from '../live/use-now'
import type { HeardStatus } from './use-request-status'

/** Seconds that a driver still has to answer, by the server's clock, counted on between two answers. */
export function leftSeconds({ status: { left_s }, heard_ms }: HeardStatus, now_ms: number): number | null {
  return left_s === null ? null : Math.max(0, left_s - Math.max(0, now_ms - heard_ms) / 1000)
}

const TICK_MS = 250

/** The countdown as a ring with its number. */
export function Countdown({ heard }: { heard: HeardStatus }) {
  const say = useSay()
  const now_ms = useNow(TICK_MS)
  const left = leftSeconds(heard, now_ms)
  const whole = wholeSeconds(heard)
  if (left === null) return null
  return (
    <Box role="timer" aria-label={say('dispatcher.request.left', { n: Math.ceil(left) })} sx={BOX}>
      <CircularProgress aria-hidden variant="determinate" value={100} size={44} thickness={4} sx={{ position: 'absolute', color: 'action.hover' }} />
      <CircularProgress
        aria-hidden
        variant="determinate"
        value={whole ? Math.min(100, (left / whole) * 100) : 100}
        size={44}
        thickness={4}
        color={left <= LATE_S ? 'warning' : 'primary'}
        sx={{ position: 'absolute', '& circle': { transition: 'none' } }}
      />
      <Box component="span" sx={{ fontSize: 15, fontWeight: 600 }}>{Math.ceil(left)}</Box>
    </Box>
  )
}

const LATE_S = 5
const BOX = { position: 'relative', width: 44, height: 44, flexShrink: 0, display: 'grid', placeItems: 'center', fontVariantNumeric: 'tabular-nums' } as const

function wholeSeconds({ status: { offer } }: HeardStatus): number | null {
  if (!offer?.date_created || !offer.date_deadline) return null
  return Math.max(1, (Date.parse(offer.date_deadline) - Date.parse(offer.date_created)) / 1000)
}
