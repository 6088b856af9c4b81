import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { type Theme, useTheme } from '@mui/material/styles'
import { CartesianGrid, Legend, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { hourText } from '#engine/model'
import { numberText, useDisplayStyle, useSay } from '#engine/ui'
import type { ShadowResult } from '../../model/shadow-call'

const HEIGHT_PX = 240
const FONT = { fontSize: 12 }
/** Recharts writes a name in the colour of its line, which not every paper lets read. */
const LEGEND = {
  '& .recharts-legend-item-text': { color: (theme: Theme) => `${theme.palette.text.secondary} !important` },
}

/** Mean waits by the hour, in minutes. The table below says the same. */
export default function WaitsChart({ hours }: { readonly hours: ShadowResult['hours'] }) {
  const say = useSay()
  const style = useDisplayStyle()
  const { palette, shape } = useTheme()
  const minutes = (value: number | null): number | null => (value === null ? null : Math.round(value / 6) / 10)
  const rows = hours.map(({ hour, real, replay, other }) => ({
    name: hourText(hour),
    real: minutes(real),
    replay: minutes(replay),
    other: minutes(other),
  }))
  const text = (value: unknown): string => `${numberText(Math.round(Number(value) * 10) / 10, style)}\u00a0min`
  return (
    <Paper variant="outlined" sx={{ p: 1.5, ...LEGEND }}>
      <Typography variant="h3" sx={{ fontSize: 14, mb: 1 }}>
        {say('past.waits_by_hour')}
      </Typography>
      <div aria-hidden>
        <ResponsiveContainer width="100%" height={HEIGHT_PX} initialDimension={{ width: 400, height: HEIGHT_PX }}>
          <LineChart data={rows} margin={{ top: 6, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
            <CartesianGrid vertical={false} strokeOpacity={0.25} />
            <XAxis dataKey="name" tick={FONT} interval="preserveStartEnd" minTickGap={12} tickLine={false} />
            <YAxis tick={FONT} width="auto" tickLine={false} axisLine={false} tickFormatter={text} />
            <Tooltip
              formatter={text}
              isAnimationActive={false}
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
