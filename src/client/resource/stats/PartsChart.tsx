import { useState } from 'react'
import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  Line,
  LineChart,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { Json, JsonObject } from '../../../model/json'
import type { StatAnswer } from '../../../model/stat-answer'
import { useSay } from '../../../ui/show/style'
import { CHART, useChartHint } from './chart-look'
import { seriesOf, type ChartProps } from './chart-props'
import { labelRoom } from './label-room'

const HEIGHT_PX = 220
/** Until the place of the chart is known. */
const WIDTH_PX = 400
const BAR_PX = 26

interface Drawn {
  readonly name: string
  readonly value: number
  readonly filters: JsonObject | null | undefined
  readonly key: string | null
  readonly [series: `s${number}`]: number
}

/** The parts of a number as lines, columns, bars or a donut; a press on one shows its rows. */
export default function PartsChart(props: ChartProps) {
  const {
    stat: { as },
    answer,
  } = props
  const say = useSay()
  const rows = rowsOf(props, (count) => say('stats.others', { smart_count: count }))
  const [width, setWidth] = useState(WIDTH_PX)
  const height = as === 'bars' ? Math.max(rows.length * BAR_PX + 30, 90) : HEIGHT_PX
  return (
    <ResponsiveContainer
      width="100%"
      height={height}
      initialDimension={{ width: WIDTH_PX, height }}
      onResize={setWidth}
    >
      {as === 'donut'
        ? donut(props, rows)
        : as === 'bars'
          ? bars(props, rows, width)
          : as === 'line'
            ? line(props, rows)
            : columns(props, rows, answer)}
    </ResponsiveContainer>
  )
}

function rowsOf({ answer, words }: ChartProps, othersText: (count: number) => string): readonly Drawn[] {
  const series = seriesOf(answer)
  const split = (part: NonNullable<StatAnswer['parts']>[number]): { [name: `s${number}`]: number } =>
    Object.fromEntries(
      series.map(({ key }, place) => [`s${place}`, numberOf(part.split?.find((one) => one.key === key)?.value)]),
    )
  const rows = (answer.parts ?? []).map((part) => ({
    name: words.part(part),
    value: numberOf(part.value),
    filters: part.filters,
    key: part.key,
    ...split(part),
  }))
  const { others } = answer
  return others
    ? [...rows, { name: othersText(others.parts), value: numberOf(others.value), filters: others.filters, key: null }]
    : rows
}

const numberOf = (value: Json | undefined): number => Number(value ?? 0)

const Hint = ({ words }: Pick<ChartProps, 'words'>) => (
  <Tooltip {...useChartHint()} formatter={(value) => words.value(Number(value))} />
)

const MARGIN = { top: 6, right: 12, bottom: 0, left: 0 }

function columns({ words, colourOf, onDrill, answer }: ChartProps, rows: readonly Drawn[], { parts = [] }: StatAnswer) {
  const series = seriesOf(answer)
  return (
    <BarChart data={rows} margin={MARGIN} accessibilityLayer>
      <CartesianGrid {...CHART.grid} />
      <XAxis {...CHART.names} />
      <YAxis {...CHART.numbers} allowDecimals={false} tickFormatter={(value: number) => words.value(value)} />
      {Hint({ words })}
      {series.length === 0 ? (
        <Bar
          dataKey="value"
          fill={colourOf('', 0)}
          isAnimationActive={false}
          cursor="pointer"
          radius={[3, 3, 0, 0]}
          maxBarSize={44}
          onClick={(_bar, index) => onDrill(rows[index]?.filters)}
        />
      ) : (
        series.map((one, place) => (
          <Bar
            key={one.key ?? ''}
            dataKey={`s${place}`}
            name={words.split(one)}
            stackId="all"
            fill={colourOf(one.key, place)}
            isAnimationActive={false}
            cursor="pointer"
            maxBarSize={44}
            onClick={(_bar, index) => onDrill(parts[index]?.split?.find(({ key }) => key === one.key)?.filters)}
          />
        ))
      )}
    </BarChart>
  )
}

function line({ words, colourOf, onDrill, answer }: ChartProps, rows: readonly Drawn[]) {
  const series = seriesOf(answer)
  const dot = {
    r: 3,
    cursor: 'pointer',
    onClick: (_event: unknown, at: { readonly index?: number }) => onDrill(rows[at.index ?? -1]?.filters),
  }
  return (
    <LineChart data={rows} margin={MARGIN} accessibilityLayer>
      <CartesianGrid {...CHART.grid} />
      <XAxis {...CHART.names} />
      <YAxis {...CHART.numbers} allowDecimals={false} tickFormatter={(value: number) => words.value(value)} />
      {Hint({ words })}
      {series.length === 0 ? (
        <Line
          dataKey="value"
          stroke={colourOf('', 0)}
          strokeWidth={2}
          isAnimationActive={false}
          dot={{ r: 2 }}
          activeDot={dot as object}
        />
      ) : (
        series.map((one, place) => (
          <Line
            key={one.key ?? ''}
            dataKey={`s${place}`}
            name={words.split(one)}
            stroke={colourOf(one.key, place)}
            strokeWidth={2}
            isAnimationActive={false}
            dot={{ r: 2 }}
            activeDot={dot as object}
          />
        ))
      )}
    </LineChart>
  )
}

/** In a narrow place names and numbers leave room for the bars. */
function bars({ words, colourOf, onDrill }: ChartProps, rows: readonly Drawn[], width: number) {
  return (
    <BarChart
      data={rows}
      layout="vertical"
      margin={{
        ...MARGIN,
        right: labelRoom(
          rows.map(({ value }) => words.value(value)),
          width,
        ),
      }}
      accessibilityLayer
    >
      <XAxis type="number" hide />
      <YAxis
        type="category"
        dataKey="name"
        tick={CHART.numbers.tick}
        width={Math.min(130, Math.round(width * 0.4))}
        tickLine={false}
        axisLine={false}
        interval={0}
      />
      {Hint({ words })}
      <Bar
        dataKey="value"
        isAnimationActive={false}
        cursor="pointer"
        radius={[0, 3, 3, 0]}
        maxBarSize={18}
        onClick={(_bar, index) => onDrill(rows[index]?.filters)}
        label={{ position: 'right', fontSize: 12, formatter: (value) => words.value(Number(value)) }}
      >
        {rows.map((row, place) => (
          <Cell key={row.name} fill={colourOf(row.key, row.key === null ? place : 0)} />
        ))}
      </Bar>
    </BarChart>
  )
}

function donut({ words, colourOf, onDrill }: ChartProps, rows: readonly Drawn[]) {
  return (
    <PieChart accessibilityLayer>
      {Hint({ words })}
      <Pie
        data={[...rows]}
        dataKey="value"
        nameKey="name"
        innerRadius="52%"
        outerRadius="78%"
        paddingAngle={1}
        isAnimationActive={false}
        cursor="pointer"
        onClick={(_part, index) => onDrill(rows[index]?.filters)}
      >
        {rows.map((row, place) => (
          <Cell key={row.name} fill={colourOf(row.key, place)} />
        ))}
      </Pie>
    </PieChart>
  )
}
