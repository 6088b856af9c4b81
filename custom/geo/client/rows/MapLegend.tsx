import Box from '@mui/material/Box'
import { useSay } from '#engine/ui'
import type { MapTint } from '#engine/client'
import { MapOverlay } from '../view/MapOverlay'
import { lookOf } from './marks-of'
import { MarkIcon } from './MarkIcon'

/** What the colours and forms mean, in words, for the values that are there. */
export function MapLegend({ tints, shown }: { tints: readonly MapTint[]; shown: ReadonlySet<string> }) {
  const say = useSay()
  const there = tints.filter(({ value }) => shown.has(value))
  if (there.length === 0) return null
  return (
    <MapOverlay sx={{ left: 10, bottom: 26, maxWidth: 'calc(100% - 70px)' }}>
      <Box component="ul" tabIndex={0} aria-label={say('map.rows.legend')} sx={LEGEND}>
        {there.map(({ value, label }) => (
          <Box
            component="li"
            key={value}
            sx={{ display: 'flex', alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap' }}
          >
            <MarkIcon {...lookOf(value, tints, '')} />
            {label}
          </Box>
        ))}
      </Box>
    </MapOverlay>
  )
}

const LEGEND = {
  m: 0,
  px: 1,
  py: 0.5,
  listStyle: 'none',
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 1.5,
  rowGap: 0.25,
  fontSize: 12,
  lineHeight: '18px',
  maxHeight: { xs: 46, sm: 90 },
  overflow: 'auto',
  bgcolor: 'background.paper',
  color: 'text.primary',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  boxShadow: 1,
} as const
