import Box from '@mui/material/Box'
import { useSay } from '#engine/ui'
import { MapOverlay } from '../view/MapOverlay'
import type { LegendEntry } from './heat-legend'

/** What the colours mean, the most first. */
export function HeatLegend({ title, entries }: { title: string; entries: readonly LegendEntry[] }) {
  const say = useSay()
  if (entries.length === 0) return null
  return (
    <MapOverlay sx={{ left: 10, bottom: 26 }}>
      <Box component="ul" aria-label={say('map.heat.legend', { label: title })} sx={LEGEND}>
        {entries.toReversed().map(({ label, colour }) => (
          <Box
            component="li"
            key={colour}
            sx={{ display: 'flex', alignItems: 'center', gap: 0.75, whiteSpace: 'nowrap' }}
          >
            <Box sx={{ width: 14, height: 14, borderRadius: 0.5, bgcolor: colour, opacity: 0.9 }} />
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
  fontSize: 12,
  lineHeight: '18px',
  fontVariantNumeric: 'tabular-nums',
  bgcolor: 'background.paper',
  color: 'text.primary',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  boxShadow: 1,
} as const
