import Box from '@mui/material/Box'
import { type CellProps, dateTimeText, useDisplayStyle, useSay, type Say } from '#engine/ui'
import { useEffect, useState } from 'react'

const TICK_MS = 20_000

/** How long a service has been in its state, and when its driver should arrive; of a booking, how long until it goes on air. */
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
      {state === 'scheduled' && end_ms !== null ? say('services.timer.in', { length: lengthWords((end_ms - now_ms) / 60_000, say) }) : lengthWords((now_ms - Date.parse(date_start)) / 60_000, say)}
      {date_end !== null && isComing && (
        <Box component="span" sx={{ display: 'block', fontSize: 12, lineHeight: '15px', color: isLate ? 'warning.main' : 'text.secondary' }}>
          {say(isLate ? 'services.timer.late' : 'services.timer.arrives', { time })}
        </Box>
      )}
    </Box>
  )
}

function timerOf(value: unknown): { readonly date_start: string | null; readonly date_end: string | null } {
  const { date_start = null, date_end = null } = (typeof value === 'object' && value !== null ? value : {}) as { date_start?: string | null; date_end?: string | null }
  return { date_start, date_end }
}

/** Whole minutes, hours and days, the two greatest. */
export function lengthWords(minutes: number, say: Say): string {
  const whole = Math.max(0, Math.floor(minutes))
  if (whole < 60) return say('services.timer.min', { n: whole })
  if (whole < 60 * 24) return say('services.timer.h', { h: Math.floor(whole / 60), n: whole % 60 })
  return say('services.timer.d', { d: Math.floor(whole / 1440), h: Math.floor((whole % 1440) / 60) })
}

function useMinutes(): number {
  const [now_ms, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now_ms
}
