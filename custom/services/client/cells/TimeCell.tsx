import Box from '@mui/material/Box'
import { type CellProps, dateTimeText, useDisplayStyle, useSay } from '#engine/ui'
import { useEffect, useState } from 'react'
import { lengthWords, toPickUp } from './time-words'

const TICK_MS = 20_000

/**
 * How long a service has been in its state, and when its driver should arrive; of a booking, how long until its
 * pick-up.
 */
export default function TimeCell({ record }: CellProps) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const now_ms = useMinutes()
  const { date_start, date_end } = timerOf(record['timer'])
  if (date_start === null) return null
  const state = record['state']
  const isComing = state === 'accepted' || state === 'onway' || state === 'started'
  const end_ms = date_end === null ? null : Date.parse(date_end)
  const isLate = end_ms !== null && end_ms < now_ms
  const time = date_end === null ? '' : dateTimeText(date_end, zone).slice(11)
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {state === 'scheduled' && end_ms !== null
        ? toPickUp(end_ms, now_ms, say)
        : lengthWords((now_ms - Date.parse(date_start)) / 60_000, say)}
      {date_end !== null && isComing && (
        <Box
          component="span"
          sx={{ display: 'block', fontSize: 12, lineHeight: '15px', color: isLate ? 'warning.main' : 'text.secondary' }}
        >
          {say(isLate ? 'services.timer.late' : 'services.timer.arrives', { time })}
        </Box>
      )}
    </Box>
  )
}

function timerOf(value: unknown): { readonly date_start: string | null; readonly date_end: string | null } {
  const { date_start = null, date_end = null } = (typeof value === 'object' && value !== null ? value : {}) as {
    date_start?: string | null
    date_end?: string | null
  }
  return { date_start, date_end }
}

function useMinutes(): number {
  const [now_ms, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now_ms
}
