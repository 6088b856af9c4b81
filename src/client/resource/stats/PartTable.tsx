import type { JsonObject } from '../../../model/json'
import { useSay } from '../../../ui/show/style'
import { seriesOf, type ChartProps } from './chart-props'
import { RowsLink, StatRow, StatTable } from './StatTable'

/** The numbers behind a chart; each leads to its rows. */
export function PartTable({
  answer,
  words,
  onDrill,
  title,
  by,
}: Omit<ChartProps, 'colourOf'> & { readonly title: string; readonly by: string }) {
  const say = useSay()
  const series = seriesOf(answer)
  const { parts = [], others } = answer
  const leading = (text: string, filters: JsonObject | null | undefined) => (
    <RowsLink text={text} onOpen={filters ? () => onDrill(filters) : null} />
  )
  return (
    <StatTable
      title={title}
      by={by}
      columns={
        series.length > 0
          ? series.map((one) => ({ key: one.key ?? '', name: words.split(one) }))
          : [{ key: '', name: title }]
      }
      max_px={260}
    >
      {parts.map((part) => (
        <StatRow
          key={part.key ?? ''}
          name={leading(words.part(part), part.filters)}
          numbers={
            series.length > 0
              ? series.map((one) => {
                  const cell = part.split?.find(({ key }) => key === one.key)
                  return cell ? leading(words.value(cell.value, cell.lacking), cell.filters) : '–'
                })
              : [words.value(part.value, part.lacking)]
          }
        />
      ))}
      {others && (
        <StatRow
          name={leading(say('stats.others', { smart_count: others.parts }), others.filters)}
          numbers={[words.value(others.value, others.lacking)]}
        />
      )}
    </StatTable>
  )
}
