import Paper from '@mui/material/Paper'
import { alpha, useTheme } from '@mui/material/styles'
import { Bar, CartesianGrid, ComposedChart, Legend, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { CHART, CHART_LEGEND, useChartHint } from '#engine/client'
import { hourText } from '#engine/model'
import { numberText, useDisplayStyle, useSay } from '#engine/ui'
import type { ForecastHour } from '../model/forecast-call'

const HEIGHT_PX = 260

/**
 * The rides of each hour as columns, bookings below; the drivers that there are and those that it takes as lines. The
 * table below says the same.
 */
export default function HoursChart({ hours }: { readonly hours: readonly ForecastHour[] }) {
  const say = useSay()
  const style = useDisplayStyle()
  const { palette } = useTheme()
  const hint = useChartHint()
  const rows = hours.map(({ hour, booked, expected, drivers, needed }) => ({
    name: hourText(hour),
    booked,
    more: Math.max(0, expected - booked),
    drivers,
    needed,
  }))
  const text = (value: unknown): string => numberText(Math.round(Number(value) * 10) / 10, style)
  return (
    <Paper variant="outlined" sx={{ p: 1.5, ...CHART_LEGEND }} aria-hidden>
      <ResponsiveContainer width="100%" height={HEIGHT_PX} initialDimension={{ width: 400, height: HEIGHT_PX }}>
        <ComposedChart data={rows} margin={{ top: 6, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid {...CHART.grid} />
          <XAxis {...CHART.names} />
          <YAxis {...CHART.numbers} allowDecimals={false} tickFormatter={text} />
          <Tooltip {...hint} formatter={text} />
          <Legend {...CHART.legend} />
          <Bar
            dataKey="booked"
            name={say('forecast.booked')}
            stackId="rides"
            fill={palette.primary.main}
            isAnimationActive={false}
            maxBarSize={28}
          />
          <Bar
            dataKey="more"
            name={say('forecast.more')}
            stackId="rides"
            fill={alpha(palette.primary.main, 0.35)}
            isAnimationActive={false}
            maxBarSize={28}
            radius={[3, 3, 0, 0]}
          />
          <Line
            dataKey="drivers"
            name={say('forecast.drivers')}
            type="stepAfter"
            stroke={palette.success.main}
            strokeWidth={2}
            dot={false}
            isAnimationActive={false}
          />
          <Line
            dataKey="needed"
            name={say('forecast.needed')}
            type="stepAfter"
            stroke={palette.error.main}
            strokeWidth={2}
            strokeDasharray="5 4"
            dot={false}
            isAnimationActive={false}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </Paper>
  )
}
