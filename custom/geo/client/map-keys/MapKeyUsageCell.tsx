import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import { moneyText } from '#engine/model'
import { type CellProps, useDisplayStyle, useSay } from '#engine/ui'

/** Share of the month's limit from which a key is shown as nearly spent, and as spent. */
const NEAR = 80
const FULL = 100

/**
 * Widget `map-key-usage`: the month's cost, its limit, and the part used; the column's heading says that it is dollars.
 */
export default function MapKeyUsageCell({ record }: CellProps) {
  const say = useSay()
  const style = { ...useDisplayStyle(), coin: '', decimals_visible: 2 }
  const cost = moneyText(Number(record['cost'] ?? 0), style)
  const { percent } = record
  if (typeof percent !== 'number') return <>{say('map_keys.usage_free', { cost })}</>
  const text = say('map_keys.usage', {
    cost,
    limit: moneyText(Number(record['month_limit'] ?? 0), style),
    percent: Math.round(percent),
  })
  return (
    <Box sx={{ minWidth: 130, display: 'inline-block', textAlign: 'start' }}>
      {text}
      <LinearProgress
        variant="determinate"
        value={Math.min(percent, FULL)}
        color={percent >= FULL ? 'error' : percent >= NEAR ? 'warning' : 'primary'}
        aria-label={text}
        sx={{ mt: 0.25, height: 4, borderRadius: 2 }}
      />
    </Box>
  )
}
