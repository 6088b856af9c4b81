import FilterIcon from '@mui/icons-material/FilterList'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Collapse from '@mui/material/Collapse'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { queryOf, useLogFilters } from './log-filters'
import { LogFilters } from './LogFilters'
import { LogList } from './LogList'

// Spec 2 §9: pages of the log have 15 lines.
const LINES = 15

/** Everything that was done, by whom, when and from where. */
export default function LogsPage() {
  const translate = useTranslate()
  const filters = useLogFilters()
  const small = useMediaQuery('(max-width:599.95px)')
  const [open, setOpen] = useState(false)
  const { values, count } = filters
  return (
    <Stack spacing={1.5} sx={{ p: 2, minWidth: 0 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <Typography variant="h1" sx={{ flex: 1 }}>{translate('logs.title')}</Typography>
        {values.run !== undefined && (
          <Chip
            size="small"
            label={translate('logs.only_run', { run: translate(`logs.runs.${values.run.split(':')[0] ?? ''}`) })}
            onDelete={() => filters.set({ run: null })}
          />
        )}
        {small && (
          <Button color="inherit" startIcon={<FilterIcon />} aria-expanded={open} onClick={() => setOpen(!open)}>
            {translate('list.filters')}{count > 0 ? ` (${count})` : ''}
          </Button>
        )}
        {count > 0 && <Button color="inherit" onClick={filters.clear}>{translate('logs.filters.clear')}</Button>}
      </Stack>
      <Collapse in={!small || open}>
        <Paper variant="outlined" sx={{ px: 2, py: 1.5 }}><LogFilters filters={filters} /></Paper>
      </Collapse>
      <Paper variant="outlined" sx={{ px: 2.5, py: 1 }}>
        <LogList
          query={queryOf(values)}
          limit={LINES}
          empty={translate(count > 0 ? 'logs.empty_filtered' : 'logs.empty')}
          names
          folds
          onRun={(run) => filters.set({ run })}
        />
      </Paper>
    </Stack>
  )
}
