import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useListContext, useTranslate } from 'react-admin'
import { Suspense, useId } from 'react'
import { KeyLayer } from '../../../ui/keys'
import { prepareChoiceSearch } from '../../../ui/inputs/LazyChoiceSearch'
import { FilterInput } from './FilterInput'
import { useFilterValues, type ShownFilter } from './filters'
import { useTotal } from './total'

// Loaded ahead: otherwise the first tap would have to wait for the code of the search.
prepareChoiceSearch()

/** Every filter of the list, one below the other; the list behind changes at once. */
export default function FilterDrawer({
  open,
  filters,
  title,
  onClose,
}: {
  open: boolean
  filters: readonly ShownFilter[]
  title: string
  onClose: () => void
}) {
  const translate = useTranslate()
  const id = useId()
  const { isPending } = useListContext()
  const { clear } = useFilterValues()
  const total = useTotal()
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id, sx: { width: { xs: '100%', sm: 380 } } } }}
    >
      <KeyLayer>
        <Stack
          component="form"
          sx={{ height: '100%' }}
          onSubmit={(event) => {
            event.preventDefault()
            onClose()
          }}
        >
          <Stack direction="row" sx={{ alignItems: 'center', px: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}>
            <Typography variant="h2" id={id} sx={{ flex: 1 }}>
              {title}
            </Typography>
            <IconButton aria-label={translate('form.close')} onClick={onClose}>
              <CloseIcon fontSize="small" />
            </IconButton>
          </Stack>
          <Stack spacing={2} sx={{ flex: 1, overflowY: 'auto', p: 2 }}>
            {filters.map((filter) => (
              <Box key={filter.f}>
                <Suspense>
                  <FilterInput filter={filter} />
                </Suspense>
              </Box>
            ))}
          </Stack>
          <Stack direction="row" spacing={1} sx={{ p: 2, borderTop: 1, borderColor: 'divider' }}>
            <Button color="inherit" onClick={clear} sx={{ flex: 1 }}>
              {translate('list.clear_filters')}
            </Button>
            <Button type="submit" variant="contained" sx={{ flex: 1 }}>
              {isPending ? translate('list.filters_apply') : `${translate('list.filters_apply')} (${total.text})`}
            </Button>
          </Stack>
        </Stack>
      </KeyLayer>
    </Drawer>
  )
}
