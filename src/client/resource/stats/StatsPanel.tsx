import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useListContext, useTranslate } from 'react-admin'
import { FailedAlert } from '../../console/FailedAlert'
import type { JsonObject } from '../../../model/json'
import type { Stat } from '../../../model/stat'
import type { StatAnswer } from '../../../model/stat-answer'
import { dateTimeText } from '../../../ui/show/date-text'
import { LiveText } from '../../../ui/show/LiveText'
import { useDisplayStyle, useSay } from '../../../ui/show/style'
import { useStatTitle } from '../../console/labels'
import { useScope } from '../scope'
import { ChartCard } from './ChartCard'
import type { HeatSource } from './map-chart'
import { usePartColour } from './stat-colours'
import { SaveAsReport } from './SaveAsReport'
import { StatCard } from './StatCard'
import { statWords } from './stat-words'
import { useStats } from './use-stats'

/** The numbers of a list under its filters, above it; a press on one filters the list by it. */
export default function StatsPanel({ bound }: { bound: JsonObject }) {
  const { resource, title } = useScope()
  const { setFilters } = useListContext()
  const translate = useTranslate()
  const { zone } = useDisplayStyle()
  const { items, as_of, failure, retry, heatOf } = useStats()
  const drill = (filters: JsonObject | null | undefined): void => {
    if (filters) setFilters(Object.fromEntries(Object.entries(filters).filter(([name]) => !(name in bound))))
  }
  const pairs = resource.stats.flatMap((stat): readonly (readonly [Stat, StatAnswer | undefined])[] => {
    const answer = items?.find(({ id }) => id === stat.id)
    return items && !answer ? [] : [[stat, answer]]
  })
  const cards = pairs.filter(([{ as }]) => as === 'card')
  const charts = pairs.filter(([{ as }]) => as !== 'card')
  return (
    <Box
      component="section"
      aria-label={translate('stats.of', { name: title })}
      sx={{ display: 'flex', flexDirection: 'column', gap: 1.25 }}
    >
      {failure !== null && failure !== undefined && <FailedAlert failure={failure} onRetry={retry} />}
      {cards.length > 0 && (
        <Box component="ul" sx={CARDS}>
          {cards.map(([stat, answer]) =>
            answer ? (
              <Number key={stat.id} stat={stat} answer={answer} onDrill={drill} />
            ) : (
              <Skeleton key={stat.id} variant="rounded" height={84} />
            ),
          )}
        </Box>
      )}
      {charts.length > 0 && (
        <Box sx={CHARTS}>
          {charts.map(([stat, answer]) =>
            answer ? (
              <Chart key={stat.id} stat={stat} answer={answer} onDrill={drill} heat={heatOf(stat.id)} />
            ) : (
              <Skeleton key={stat.id} variant="rounded" height={300} />
            ),
          )}
        </Box>
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        {as_of !== null && (
          <Typography variant="caption" sx={{ color: 'text.secondary', flex: 1 }}>
            {translate('stats.as_of', { time: dateTimeText(as_of, zone) })}
          </Typography>
        )}
        <SaveAsReport />
      </Box>
      <LiveText text={items ? translate('stats.loaded') : ''} />
    </Box>
  )
}

interface OneStat {
  readonly stat: Stat
  readonly answer: StatAnswer
  readonly onDrill: (filters: JsonObject | null | undefined) => void
}

function useStatWords(stat: Stat, answer: StatAnswer) {
  const { entity, label, resource } = useScope()
  const style = useDisplayStyle()
  const say = useSay()
  const titleOf = useStatTitle(resource)
  return { words: statWords(stat, entity, answer.each, style, say, label), title: titleOf(stat) }
}

function Number({ stat, answer, onDrill }: OneStat) {
  const { words, title } = useStatWords(stat, answer)
  const { filterValues } = useListContext()
  const isShown = JSON.stringify(answer.filters) === JSON.stringify(filterValues)
  return (
    <StatCard
      stat={stat}
      title={title}
      answer={answer}
      words={words}
      onOpen={answer.filters && !isShown ? () => onDrill(answer.filters) : undefined}
    />
  )
}

function Chart({ stat, answer, onDrill, heat }: OneStat & { readonly heat: HeatSource }) {
  const { words, title } = useStatWords(stat, answer)
  const { entity, label } = useScope()
  const colourOf = usePartColour(entity.fields[stat.split ?? stat.by ?? ''])
  return (
    <ChartCard
      stat={stat}
      title={title}
      answer={answer}
      words={words}
      colourOf={colourOf}
      onDrill={onDrill}
      by={label(stat.by ?? '')}
      heat={heat}
    />
  )
}

const CARDS = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: 1.25,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 165px), 1fr))',
} as const
const CHARTS = {
  display: 'grid',
  gap: 1.25,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
} as const
