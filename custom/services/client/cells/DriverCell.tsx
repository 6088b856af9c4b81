import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { stringOf } from '#engine/model'
import { type CellProps, useSay } from '#engine/ui'

/**
 * The driver of a service with their plate. While a driver is being asked: their name and the seconds left to answer.
 * Between two drivers, and for users who may not see who is asked: that a driver is being looked for.
 */
export default function DriverCell({ record }: CellProps) {
  const asked = (record['vehicle_requesting'] ?? null) !== null
  if (asked) {
    const who = stringOf(record['requesting_name']) || stringOf(record['requesting_plate'])
    return <Asked key={stringOf(record['date_deadline'])} who={who} told_s={Number(record['left_s'] ?? 0)} />
  }
  if (record['state'] === 'requested') return <Searched />
  const name = [record['dr_name'], record['dr_surname']].map(stringOf).filter(Boolean).join(' ')
  return (
    <Box component="span" sx={BOX}>
      <Box component="span" sx={NAME}>
        {name}
      </Box>
      {record['ve_plate'] && (
        <Typography component="span" variant="caption" sx={PLATE}>
          {stringOf(record['ve_plate'])}
        </Typography>
      )}
    </Box>
  )
}

// Rows of a list are two lines high: a long name beside its plate would take the width of another column. On a card the
// name gives way, never the plate.
const BOX = {
  display: 'flex',
  alignItems: 'baseline',
  'td &': { display: 'block', width: 'max-content', maxWidth: 140, whiteSpace: 'normal', lineHeight: '18px' },
} as const
const NAME = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' } as const
const PLATE = { flex: 'none', color: 'text.secondary', marginInlineStart: 0.75, whiteSpace: 'nowrap' } as const

function Searched() {
  const say = useSay()
  return (
    <Typography component="span" variant="inherit" sx={{ color: 'text.secondary' }}>
      {say('services.searching')}
    </Typography>
  )
}

function Asked({ who, told_s }: { who: string; told_s: number }) {
  const say = useSay()
  const left_s = useSecondsLeft(told_s)
  return (
    <Tooltip title={say('services.awaiting_driver')}>
      <Stack
        component="span"
        direction="row"
        sx={{ display: 'inline-flex', verticalAlign: 'middle', alignItems: 'center', gap: 0.75 }}
      >
        <CircularProgress size={14} thickness={6} aria-label={say('services.awaiting_driver')} />
        {who}
        <Typography
          component="span"
          variant="caption"
          aria-hidden
          sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
        >
          {left_s} s
        </Typography>
      </Stack>
    </Tooltip>
  )
}

/**
 * Whole seconds that remain, never below zero, counted from what the server reported: the browser's clock may be wrong.
 */
function useSecondsLeft(told_s: number): number {
  const [left_s, setLeft] = useState(told_s)
  useEffect(() => {
    const heard_ms = performance.now()
    const count = () => setLeft(told_s - (performance.now() - heard_ms) / 1000)
    count()
    const timer = setInterval(count, 1000)
    return () => clearInterval(timer)
  }, [told_s])
  return Math.max(0, Math.ceil(left_s))
}
