import Paper from '@mui/material/Paper'
import { alpha, type Theme, useTheme } from '@mui/material/styles'
import { Bar, CartesianGrid, ComposedChart, Legend, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { hourText } from '#engine/model'
import { numberText, useDisplayStyle, useSay } from '#engine/ui'
import type { ForecastHour } from '../model/forecast-call'

const HEIGHT_PX = 260
const FONT = { fontSize: 12 }
/** Recharts writes a name in the colour of its line, which not every paper lets read. */
const LEGEND = {
  '& .recharts-legend-item-text': { color: (theme: Theme) => `${theme.palette.text.secondary} !important` },
}

/**
 * The rides of each hour as columns, bookings below; the drivers that there are and those that it takes as lines. The
 * table below says the same.
 */
export default function HoursChart({ hours }: { readonly hours: readonly ForecastHour[] }) {
  const say = useSay()
  const style = useDisplayStyle()
  const { palette, shape } = useTheme()
  const rows = hours.map(({ hour, booked, expected, drivers, needed }) => ({
    name: hourText(hour),
    booked,
    more: Math.max(0, expected - booked),
    drivers,
    needed,
  }))
  const text = (value: unknown): string => numberText(Math.round(Number(value) * 10) / 10, style)
  return (
    <Paper variant="outlined" sx={{ p: 1.5, ...LEGEND }} aria-hidden>
      <ResponsiveContainer width="100%" height={HEIGHT_PX} initialDimension={{ width: 400, height: HEIGHT_PX }}>
        <ComposedChart data={rows} margin={{ top: 6, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} strokeOpacity={0.25} />
          <XAxis dataKey="name" tick={FONT} interval="preserveStartEnd" minTickGap={12} tickLine={false} />
          <YAxis
            tick={FONT}
            width="auto"
            tickLine={false}
            axisLine={false}
            allowDecimals={false}
            tickFormatter={text}
          />
          <Tooltip
            formatter={text}
            isAnimationActive={false}
            cursor={{ fill: palette.action.hover }}
            contentStyle={{
              background: palette.background.paper,
              borderColor: palette.divider,
              borderRadius: shape.borderRadius,
              fontSize: 12.5,
              padding: '6px 10px',
            }}
            labelStyle={{ color: palette.text.secondary }}
            itemStyle={{ padding: 0, color: palette.text.primary }}
          />
          <Legend wrapperStyle={{ fontSize: 12.5 }} />
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
