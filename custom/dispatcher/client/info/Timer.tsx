import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import { dateTimeText, useDisplayStyle, useSay } from '#engine/ui'
import type { ServiceInfo } from '../../../services/model'
import { useNow } from '../live/use-now'
import { stopwatchText } from '../live/clock-text'

/** How long the service has been in its state, and how much of what it should take is over. */
export function Timer({ timer, state }: { timer: ServiceInfo['timer']; state: string }) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const now_ms = useNow(1000)
  const start = timer ? Date.parse(timer.date_start) : null
  const end = timer?.date_end ? Date.parse(timer.date_end) : null
  // A state that lies ahead (a booking) counts down to its time.
  const ahead = start !== null && start > now_ms
  const seconds = start === null ? null : Math.abs(now_ms - start) / 1000
  const percent =
    start !== null && end !== null && end > start
      ? Math.min(100, Math.max(0, ((now_ms - start) / (end - start)) * 100))
      : (timer?.percent ?? 0)
  const late = end !== null && now_ms > end
  return (
    <Box sx={{ px: 2, py: 1.5, minHeight: 66, boxSizing: 'border-box', flexShrink: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
        <Box
          role="timer"
          sx={{ fontSize: 22, fontWeight: 600, lineHeight: '26px', fontVariantNumeric: 'tabular-nums' }}
        >
          {seconds === null ? '–' : `${ahead ? '−' : ''}${stopwatchText(seconds)}`}
        </Box>
        <Box sx={{ fontSize: 12.5, color: 'text.secondary', flex: 1 }}>{state}</Box>
        {end !== null && timer?.date_end && (
          <Box sx={{ fontSize: 12, color: late ? 'warning.main' : 'text.secondary' }}>
            {say('dispatcher.info.until', { time: dateTimeText(timer.date_end, zone).slice(11) })}
          </Box>
        )}
      </Box>
      <LinearProgress
        variant="determinate"
        aria-label={state}
        value={percent}
        color={late ? 'warning' : 'primary'}
        sx={{ mt: 1, height: 5, borderRadius: 3, visibility: end === null ? 'hidden' : 'visible' }}
      />
    </Box>
  )
}
