import Box from '@mui/material/Box'
import { useSay } from '#engine/ui'
import { LegendBox } from '../view/LegendBox'
import type { LegendEntry } from './heat-legend'

/** What the colours mean, the most first. */
export function HeatLegend({ title, entries }: { title: string; entries: readonly LegendEntry[] }) {
  const say = useSay()
  if (entries.length === 0) return null
  return (
    <LegendBox
      label={say('map.heat.legend', { label: title })}
      look={{ fontVariantNumeric: 'tabular-nums' }}
      entries={entries.toReversed().map(({ label, colour }) => ({
        key: colour,
        label,
        mark: <Box sx={{ width: 14, height: 14, borderRadius: 0.5, bgcolor: colour, opacity: 0.9 }} />,
      }))}
    />
  )
}
