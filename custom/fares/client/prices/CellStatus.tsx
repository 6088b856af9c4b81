import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useDisplayStyle, useSay } from '#engine/ui'
import { amountText } from './amount'
import { edgesOf, isOne } from './range'
import { entryAt, pairName, type Sheet } from './sheet-state'
import { useCellLook } from './use-cell-look'

/** Under the sheet: what the current cell is the price of, what it says, and what is to be said of it; of several how many. */
export function CellStatus({ sheet }: { sheet: Sheet }) {
  const say = useSay()
  const style = useDisplayStyle()
  const lookOf = useCellLook(sheet)
  const { anchor } = sheet.range
  const { top, left, bottom, right } = edgesOf(sheet.range)
  const entry = entryAt(sheet, anchor.row * sheet.zones.length + anchor.column)
  const { told, wrong } = lookOf(anchor.row, anchor.column)
  const price = 'text' in entry ? entry.text : amountText(entry.amount, style) || say('prices.by_distance')
  return (
    <Box component="output" aria-live="polite" sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', alignItems: 'baseline', minHeight: 22 }}>
      <Typography variant="body2" color="text.secondary">{pairName(sheet, anchor)}</Typography>
      <Typography variant="body2" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{price}</Typography>
      {told && <Typography variant="body2" color={wrong ? 'error' : 'text.secondary'}>{told}</Typography>}
      {!isOne(sheet.range) && (
        <Typography variant="body2" color="text.secondary">{say('prices.chosen', { rows: bottom - top + 1, columns: right - left + 1 })}</Typography>
      )}
      <Typography variant="body2" color="text.secondary" sx={{ marginInlineStart: 'auto' }}>{say('prices.blank')}</Typography>
    </Box>
  )
}
