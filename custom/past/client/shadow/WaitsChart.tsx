import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useTheme } from '@mui/material/styles'
import { CartesianGrid, Legend, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { CHART, CHART_LEGEND, useChartHint } from '#engine/client'
import { hourText } from '#engine/model'
import { numberText, useDisplayStyle, useSay } from '#engine/ui'
import type { ShadowResult } from '../../model/shadow-call'

const HEIGHT_PX = 240

/** Mean waits by the hour, in minutes. The table below says the same. */
export default function WaitsChart({ hours }: { readonly hours: ShadowResult['hours'] }) {
  const say = useSay()
  const style = useDisplayStyle()
  const { palette } = useTheme()
  const hint = useChartHint()
  const minutes = (value: number | null): number | null => (value === null ? null : Math.round(value / 6) / 10)
  const rows = hours.map(({ hour, real, replay, other }) => ({
    name: hourText(hour),
    real: minutes(real),
    replay: minutes(replay),
    other: minutes(other),
  }))
  const text = (value: unknown): string => `${numberText(Math.round(Number(value) * 10) / 10, style)}\u00a0min`
  return (
    <Paper variant="outlined" sx={{ p: 1.5, ...CHART_LEGEND }}>
      <Typography variant="h3" sx={{ fontSize: 14, mb: 1 }}>
        {say('past.waits_by_hour')}
      </Typography>
      <div aria-hidden>
        <ResponsiveContainer width="100%" height={HEIGHT_PX} initialDimension={{ width: 400, height: HEIGHT_PX }}>
          <LineChart data={rows} margin={{ top: 6, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
            <CartesianGrid {...CHART.grid} />
            <XAxis {...CHART.names} />
            <YAxis {...CHART.numbers} tickFormatter={text} />
            <Tooltip {...hint} formatter={text} />
            <Legend {...CHART.legend} />
            <Line
              dataKey="real"
              name={say('past.real')}
              stroke={palette.text.secondary}
              strokeWidth={2}
              dot={{ r: 2 }}
              connectNulls
              isAnimationActive={false}
            />
            <Line
              dataKey="replay"
              name={say('past.replay')}
              stroke={palette.primary.main}
              strokeWidth={2}
              strokeDasharray="5 4"
              dot={false}
              connectNulls
              isAnimationActive={false}
            />
            <Line
              dataKey="other"
              name={say('past.other')}
              stroke={palette.warning.main}
              strokeWidth={2}
              dot={{ r: 2 }}
              connectNulls
              isAnimationActive={false}
            />
          </LineChart>
        </ResponsiveContainer>
      </div>
    </Paper>
  )
}
