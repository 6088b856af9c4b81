import PrevIcon from '@mui/icons-material/KeyboardArrowLeft'
import NextIcon from '@mui/icons-material/KeyboardArrowRight'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { IMPORT_PAGE, type ImportView } from '../../../model/import-answer'
import type { ImportState } from './use-import'

/** Which rows of how many these are, and the way to the others. */
export function ImportFooter({ state, view }: { state: ImportState; view: ImportView }) {
  const translate = useTranslate()
  const { page, found, items } = view
  if (found <= IMPORT_PAGE && page === 1) return null
  const from = (page - 1) * IMPORT_PAGE + 1
  return (
    <Stack
      direction="row"
      component="nav"
      aria-label={translate('list.pages')}
      sx={{
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 1,
        px: 2,
        minHeight: 40,
        flex: 'none',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Typography variant="caption" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {translate('list.range', { from: items.length === 0 ? 0 : from, to: from + items.length - 1, total: found })}
      </Typography>
      <IconButton aria-label={translate('list.page_prev')} disabled={page === 1} onClick={() => state.show(page - 1, state.only)}>
        <PrevIcon fontSize="small" />
      </IconButton>
      <IconButton
        aria-label={translate('list.page_next')}
        disabled={page * IMPORT_PAGE >= found}
        onClick={() => state.show(page + 1, state.only)}
      >
        <NextIcon fontSize="small" />
      </IconButton>
    </Stack>
  )
}
