import type { ReactNode } from 'react'
import type { ReportOption, StatBlock } from '../../model/report'
import { withOptions } from '../../model/report'
import type { Resource } from '../../model/resource'
import type { Entity } from '../../model/entity'
import type { JsonObject } from '../../model/json'
import type { StatAnswer } from '../../model/stat-answer'
import { useDisplayStyle, useSay } from '../../ui/show/style'
import { useFieldLabel } from '../console/labels'
import { useProvider, type ConsoleDataProvider } from '../console/provider'
import { ChartCard } from '../resource/stats/ChartCard'
import type { HeatSource } from '../resource/stats/map-chart'
import { usePartColour } from '../resource/stats/stat-colours'
import { StatCard } from '../resource/stats/StatCard'
import { statWords } from '../resource/stats/stat-words'
import { useDrill } from './drill'

interface CountedStatProps {
  readonly block: StatBlock
  readonly title: string
  readonly resource: Resource
  readonly entity: Entity
  readonly options: readonly ReportOption[]
  readonly answer: StatAnswer
  /** What stands beside the title of a chart. */
  readonly aside?: ReactNode
}

/** A number or a chart of a catalogue; what is pressed opens the list with the rows that it counts. */
export function CountedStat({ block, title, resource, entity, options, answer, aside }: CountedStatProps) {
  const label = useFieldLabel(resource)
  const style = useDisplayStyle()
  const say = useSay()
  const drill = useDrill(resource)
  const provider = useProvider()
  const stat = withOptions(block.stat, options)
  const colourOf = usePartColour(entity.fields[stat.split ?? stat.by ?? ''])
  const words = statWords(stat, entity, answer.each, style, say, label)
  if (stat.as === 'card')
    return (
      <StatCard
        stat={stat}
        title={title}
        answer={answer}
        words={words}
        onOpen={answer.filters ? () => drill(answer.filters) : undefined}
      />
    )
  const heat =
    block.source !== undefined && answer.filters ? heatOf(provider, resource, block.source, answer.filters) : undefined
  return (
    <ChartCard
      stat={stat}
      title={title}
      answer={answer}
      words={words}
      colourOf={colourOf}
      onDrill={drill}
      by={label(stat.by ?? '')}
      heat={heat}
      aside={aside}
    />
  )
}

/** The cells of a map are asked of its catalogue, under the filters that the report has there. */
const heatOf = (provider: ConsoleDataProvider, { name }: Resource, stat: string, filters: JsonObject): HeatSource => ({
  key: ['report', 'heat', name, stat, filters],
  ask: (view, signal) => provider.heat(name, filters, { stat, ...view }, { signal, quiet: true }),
})
