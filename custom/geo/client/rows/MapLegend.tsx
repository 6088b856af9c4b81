import type { MapTint } from '#engine/client'
import { useSay } from '#engine/ui'
import { LegendBox } from '../view/LegendBox'
import { lookOf } from './marks-of'
import { MarkIcon } from './MarkIcon'

/** What the colours and forms mean, in words, for the values that are there. */
export function MapLegend({ tints, shown }: { tints: readonly MapTint[]; shown: ReadonlySet<string> }) {
  const say = useSay()
  const there = tints.filter(({ value }) => shown.has(value))
  if (there.length === 0) return null
  return (
    <LegendBox
      scrolls
      label={say('map.rows.legend')}
      maxWidth="calc(100% - 70px)"
      look={LINES}
      entries={there.map(({ value, label }) => ({
        key: value,
        label,
        mark: <MarkIcon {...lookOf(value, tints, '')} />,
      }))}
    />
  )
}

const LINES = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 1.5,
  rowGap: 0.25,
  maxHeight: { xs: 46, sm: 90 },
  overflow: 'auto',
} as const
