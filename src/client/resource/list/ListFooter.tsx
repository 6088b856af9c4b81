import FirstIcon from '@mui/icons-material/FirstPage'
import PrevIcon from '@mui/icons-material/KeyboardArrowLeft'
import NextIcon from '@mui/icons-material/KeyboardArrowRight'
import LastIcon from '@mui/icons-material/LastPage'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import NativeSelect from '@mui/material/NativeSelect'
import Stack from '@mui/material/Stack'
import { useListContext, useTranslate } from 'react-admin'
import { useId, type ReactNode } from 'react'
import { LiveText } from '../../../ui/show/LiveText'
import { useTotal } from './total'
import { useTree } from './tree/tree-context'

// Spec 1 §9.
const PAGE_SIZES = [5, 10, 15, 20, 25, 50, 100]

/** Which rows these are, of how many, and the pages. */
export function ListFooter({ onPageSize, compact }: { onPageSize: (size: number) => void; compact: boolean }) {
  const translate = useTranslate()
  const id = useId()
  const { data = [], page, perPage, setPage, hasNextPage, hasPreviousPage, isPending } = useListContext()
  const total = useTotal()
  const tree = useTree()
  const from = (page - 1) * perPage + 1
  const last = total.exact && total.count !== null ? Math.max(1, Math.ceil(total.count / perPage)) : null
  const sizes = PAGE_SIZES.includes(perPage) ? PAGE_SIZES : [...PAGE_SIZES, perPage].sort((a, b) => a - b)
  const step = (to: number, label: string, icon: ReactNode, enabled: boolean | undefined) => (
    <IconButton
      aria-label={translate(label)}
      disabled={!enabled}
      onClick={() => setPage(to)}
      sx={{ p: { xs: 1, sm: 0.5 } }}
    >
      {icon}
    </IconButton>
  )
  if (isPending || total.count === null || (total.count === 0 && page === 1))
    return <LiveText text={isPending ? '' : translate('list.empty')} />
  if (tree) {
    const all = translate('list.tree_total', { smart_count: tree.total })
    return (
      <Stack direction="row" sx={{ ...FOOTER, justifyContent: 'flex-end' }}>
        {all}
        <LiveText text={all} />
      </Stack>
    )
  }
  const range = translate('list.range', { from, to: from + data.length - 1, total: total.text })
  return (
    <Stack direction="row" component="nav" aria-label={translate('list.pages')} sx={FOOTER}>
      {!compact && (
        <Stack direction="row" component="label" htmlFor={id} sx={{ alignItems: 'center', gap: 1 }}>
          {translate('list.rows_per_page')}
          <NativeSelect
            id={id}
            value={perPage}
            disableUnderline
            onChange={(event) => onPageSize(Number(event.target.value))}
            sx={{ fontSize: 13 }}
          >
            {sizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </NativeSelect>
        </Stack>
      )}
      <Box sx={{ flex: 1 }} />
      <Box component="bdi" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
        {range}
      </Box>
      {!total.exact && (
        <ButtonBase
          onClick={total.countAll}
          disabled={total.counting}
          sx={{ color: 'primary.main', fontSize: 13, px: 0.5, borderRadius: 0.5 }}
        >
          {translate('list.count_exact')}
        </ButtonBase>
      )}
      <Stack direction="row">
        {!compact && step(1, 'list.page_first', <FirstIcon fontSize="small" />, page > 1)}
        {step(page - 1, 'list.page_prev', <PrevIcon fontSize="small" />, hasPreviousPage)}
        {step(page + 1, 'list.page_next', <NextIcon fontSize="small" />, hasNextPage)}
        {!compact && last !== null && step(last, 'list.page_last', <LastIcon fontSize="small" />, page < last)}
      </Stack>
      <LiveText text={range} />
    </Stack>
  )
}

const FOOTER = {
  alignItems: 'center',
  gap: 1.5,
  px: 1.5,
  minHeight: 40,
  flex: 'none',
  fontSize: 13,
  color: 'text.secondary',
  borderTop: 1,
  borderColor: 'divider',
} as const
