import { useTheme, type Theme } from '@mui/material/styles'

const FONT = { fontSize: 12 } as const

/** Recharts writes a name in the colour of its line, which not every paper lets read. */
export const CHART_LEGEND = {
  '& .recharts-legend-item-text': { color: (theme: Theme) => `${theme.palette.text.secondary} !important` },
}

/** How charts look: what their grids, axes and hints have in common, to be spread into them. */
export const CHART = {
  grid: { vertical: false, strokeOpacity: 0.25 },
  /** Along the columns, by the name of each. */
  names: { dataKey: 'name', tick: FONT, interval: 'preserveStartEnd', minTickGap: 12, tickLine: false },
  numbers: { tick: FONT, width: 'auto', tickLine: false, axisLine: false },
  legend: { wrapperStyle: { fontSize: 12.5 } },
} as const

/** The hint at the pointer, in the colours of the theme. */
export function useChartHint() {
  const { palette, shape } = useTheme()
  return {
    isAnimationActive: false,
    cursor: { fill: palette.action.hover },
    contentStyle: {
      background: palette.background.paper,
      borderColor: palette.divider,
      borderRadius: shape.borderRadius,
      fontSize: 12.5,
      padding: '6px 10px',
    },
    labelStyle: { color: palette.text.secondary },
    itemStyle: { color: palette.text.primary, padding: 0 },
  } as const
}
