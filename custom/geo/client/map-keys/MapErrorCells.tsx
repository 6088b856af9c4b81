import Box from '@mui/material/Box'
import { useState } from 'react'
import { type CellProps, dateTimeText, useDisplayStyle, useSay } from '#engine/ui'

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** Widget `map-error-age`: how long ago it was, with the moment as its title. */
export function MapErrorAge({ value }: CellProps) {
  const { language, zone } = useDisplayStyle()
  const iso = String(value)
  const [now_ms] = useState(() => Date.now())
  const age_s = Math.max(0, (now_ms - Date.parse(iso)) / 1000)
  const [unit, seconds] = STEPS.find(([, least]) => age_s >= least) ?? ['second', 1]
  return (
    <time dateTime={iso} title={dateTimeText(iso, zone)}>
      {new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }).format(
        -Math.floor(age_s / seconds),
        unit,
      )}
    </time>
  )
}

/** Widget `map-error-data`: on demand when it was, which key was asked, and what the service said. */
export function MapErrorData({ value, record }: CellProps) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  return (
    <details>
      <Box
        component="summary"
        sx={{ cursor: 'pointer', '&:focus-visible': { outline: '2px solid', outlineOffset: 2 } }}
      >
        {say('map_keys.details')}
      </Box>
      <Box sx={{ py: 0.5 }}>
        {dateTimeText(String(record['date_created']), zone)} · {String(record['id_map_key__label'] ?? '')}
      </Box>
      <Box
        component="pre"
        sx={{
          m: 0,
          p: 1,
          borderRadius: 1,
          bgcolor: 'action.hover',
          fontSize: 12,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {JSON.stringify(value, null, 2)}
      </Box>
    </details>
  )
}
