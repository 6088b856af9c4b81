import Refresh from '@mui/icons-material/Refresh'
import SyncProblem from '@mui/icons-material/SyncProblem'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { numberText, useDisplayStyle, useSay } from '#engine/ui'
import { ageWords } from '../live/age-words'
import type { FollowedFleet } from './use-fleet'

/** One quiet line under the counters: how many are shown, or since when nothing new has come. */
export function FleetStatus({
  live: { fleet, heard_ms, failed, retry },
  count,
  now_ms,
}: {
  live: FollowedFleet
  count: number
  now_ms: number
}) {
  const say = useSay()
  const style = useDisplayStyle()
  const text = failed
    ? heard_ms !== null
      ? say('dispatcher.stale', { age: ageWords(Math.max(0, now_ms - heard_ms) / 1000, say) })
      : say('dispatcher.failed')
    : fleet
      ? say('dispatcher.count', { smart_count: count, n: numberText(count, style) })
      : say('dispatcher.loading')
  return (
    <Box role="status" sx={{ ...LINE, color: failed ? 'warning.main' : 'text.secondary' }}>
      {failed && <SyncProblem aria-hidden sx={{ fontSize: 15 }} />}
      <Box component="span" sx={{ flex: 1 }}>
        {text}
      </Box>
      {failed && (
        <Button startIcon={<Refresh />} onClick={retry} sx={{ minHeight: 24, fontSize: 12, py: 0 }}>
          {say('actions.retry')}
        </Button>
      )}
    </Box>
  )
}

const LINE = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  minHeight: 28,
  px: 1.5,
  fontSize: 12,
  borderBottom: 1,
  borderColor: 'divider',
} as const
