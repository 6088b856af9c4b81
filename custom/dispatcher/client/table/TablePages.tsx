import NextIcon from '@mui/icons-material/KeyboardArrowRight'
import PrevIcon from '@mui/icons-material/KeyboardArrowLeft'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { numberText, useDisplayStyle, useSay } from '#engine/ui'
import type { OrderFrom } from './use-order-from'

/** Under the table: from where it is measured, which rows these are of how many, and the way to the others. */
export function TablePages({ page, rows, most, total, from, onTurn }: {
  page: number; rows: number; most: number; total: number; from: OrderFrom; onTurn: (page: number) => void
}) {
  const say = useSay()
  const style = useDisplayStyle()
  const first = (page - 1) * most + 1
  // In a list from right to left, onwards points to the left.
  const turned = { '[dir=rtl] &': { transform: 'scaleX(-1)' } }
  return (
    <Box component="nav" aria-label={say('list.pages')} sx={FOOT}>
      <Box component="span" sx={{ flex: 1, minWidth: 0, color: 'text.secondary' }}>
        {from.here ? <Button size="small" onClick={from.here} sx={HERE}>{say('dispatcher.table.from_here')}</Button> : say(`dispatcher.table.from_${from.what}`)}
      </Box>
      <Box component="span" role="status" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
        {say('list.range', { from: rows === 0 ? 0 : first, to: rows === 0 ? 0 : first + rows - 1, total: numberText(total, style) })}
      </Box>
      <IconButton size="small" aria-label={say('list.page_prev')} disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        <PrevIcon fontSize="small" sx={turned} />
      </IconButton>
      <IconButton size="small" aria-label={say('list.page_next')} disabled={first + rows > total} onClick={() => onTurn(page + 1)}>
        <NextIcon fontSize="small" sx={turned} />
      </IconButton>
    </Box>
  )
}

const HERE = { minHeight: 24, py: 0, mx: -0.5, px: 0.5, fontSize: 12.5 } as const
const FOOT = {
  display: 'flex', alignItems: 'center', gap: 1, px: 1.5, minHeight: 36, fontSize: 12.5, borderTop: 1, borderColor: 'divider', flexShrink: 0,
} as const
