import CloseIcon from '@mui/icons-material/Close'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useListContext, useTranslate, type Identifier } from 'react-admin'
import type { JsonObject } from '../../../model/json'
import { useBulkAll } from '../actions/bulk-all'
import { useBulkEntries } from '../actions/list-entries'
import { useAllChosen } from './all-chosen'

/**
 * The actions for the selected rows, or for all that the filter finds; replaces the filters while there is a selection.
 */
export default function BulkBar() {
  const translate = useTranslate()
  const { data = [], selectedIds, onSelect, onUnselectItems } = useListContext()
  const records = (data as readonly JsonObject[]).filter((record) => selectedIds.includes(record['id'] as Identifier))
  const all = useAllChosen()
  const bulk = useBulkAll()
  const onAll =
    all.chosen === null
      ? null
      : bulk({
          filter: all.filter,
          total: all.chosen,
          onNumber: all.renumber,
          onDone: () => {
            all.drop()
            onUnselectItems()
          },
        })
  const entries = useBulkEntries(
    records,
    selectedIds,
    (done) => onSelect(selectedIds.filter((id) => !done.includes(id))),
    onAll,
  )
  return (
    <Stack
      direction="row"
      role="toolbar"
      aria-label={translate('list.actions')}
      sx={{
        gap: 0.5,
        alignItems: 'center',
        flexWrap: 'wrap',
        minHeight: 34,
        paddingInlineStart: 0.5,
        borderRadius: 1,
        bgcolor: (theme) => `color-mix(in srgb, ${theme.palette.primary.main} 10%, ${theme.palette.background.paper})`,
      }}
    >
      <IconButton aria-label={translate('list.unselect')} onClick={() => onUnselectItems()}>
        <CloseIcon fontSize="small" />
      </IconButton>
      <Typography variant="body1" role="status" sx={{ fontWeight: 500, marginInlineEnd: 1.5 }}>
        {all.chosen === null
          ? translate('list.selected', { smart_count: selectedIds.length })
          : translate('bulk.all_chosen', { total: all.text })}
      </Typography>
      {!all.isPage && (
        // Cards have no head to select them by.
        <Button size="small" onClick={all.choosePage} sx={{ display: { sm: 'none' }, textDecoration: 'underline' }}>
          {translate('list.select_page')}
        </Button>
      )}
      {all.offered && (
        <Button
          size="small"
          onClick={all.choose}
          disabled={all.counting}
          sx={{ textDecoration: 'underline', textAlign: 'start' }}
        >
          {all.counting
            ? translate('bulk.counting')
            : translate(all.filtered ? 'bulk.select_all' : 'bulk.select_all_plain', { total: all.text })}
        </Button>
      )}
      {entries.map((entry) => (
        <Button
          key={entry.id}
          size="small"
          color={entry.danger ? 'error' : 'inherit'}
          startIcon={entry.icon}
          onClick={entry.run}
        >
          {entry.label}
        </Button>
      ))}
    </Stack>
  )
}
