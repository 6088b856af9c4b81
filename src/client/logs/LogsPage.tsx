import FilterIcon from '@mui/icons-material/FilterList'
import ExportIcon from '@mui/icons-material/FileDownloadOutlined'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Chip from '@mui/material/Chip'
import Collapse from '@mui/material/Collapse'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { LogList, type LogQuery } from '../resource/log/LogList'
import Box from '@mui/material/Box'
import { useQueries } from '@tanstack/react-query'
import { useProvider } from '../console/provider'
import { useMenu } from '../console/use-menu'
import { saveFile } from '../resource/list/save-file'
import { useFailure } from '../../ui/failure'
import { ChoiceSelect } from '../../ui/inputs/ChoiceSelect'
import { DateEntry } from '../../ui/inputs/DateEntry'
import { TextBox } from '../../ui/inputs/TextBox'
import { LOG_CHOICES } from '../resource/log/log-call'
import { PersonFilter } from './PersonFilter'
import { useSearchParams } from 'react-router-dom'

/** Filters of the page, each under its name in the address. */
const LOG_FILTERS = [
  'id_user',
  'type_user',
  'type_log',
  'target',
  'id_target',
  'platform',
  'date_from',
  'date_to',
  'run',
] as const
type LogFilterName = (typeof LOG_FILTERS)[number]

interface LogFilterState {
  readonly values: { readonly [name in LogFilterName]?: string }
  /** Number of filters in force. */
  readonly count: number
  set(change: { readonly [name in LogFilterName]?: string | null }): void
  clear(): void
}

/** The filters in the address, so that a page of the log can be shared and returned to. */
function useLogFilters(): LogFilterState {
  const [params, setParams] = useSearchParams()
  const values: { [name in LogFilterName]?: string } = {}
  for (const name of LOG_FILTERS) {
    const value = params.get(name)
    if (value) values[name] = value
  }
  return {
    values,
    count: Object.keys(values).length,
    set: (change) =>
      setParams(
        (now) => {
          for (const [name, value] of Object.entries(change)) {
            if (value) now.set(name, value)
            else now.delete(name)
          }
          return now
        },
        { replace: true },
      ),
    clear: () => setParams({}, { replace: true }),
  }
}

/** The request of the call; a record's id means nothing without its kind. */
const queryOf = ({ target, id_target, ...others }: LogFilterState['values']): LogQuery => ({
  ...others,
  ...(target !== undefined && { target, ...(id_target !== undefined && { id_target }) }),
})

const NAMES = ['type_user', 'type_log', 'target', 'platform'] as const
// The kinds of actions change with the metadata, not while the page is open.
const KEEP_MS = 300_000

/** The filters of the log (spec 2 §7). */
function LogFilters({ filters: { values, set } }: { filters: LogFilterState }) {
  const translate = useTranslate()
  const provider = useProvider()
  const choices = useQueries({
    queries: NAMES.map((name) => ({
      queryKey: ['logs', name],
      staleTime: KEEP_MS,
      queryFn: ({ signal }: { signal: AbortSignal }) => provider.call(LOG_CHOICES[name], {}, { signal, quiet: true }),
    })),
  })
  const select = (name: (typeof NAMES)[number]) => (
    <ChoiceSelect
      source={name}
      label={translate(`logs.filters.${name}`)}
      value={values[name] ?? ''}
      empty={translate('logs.filters.any')}
      options={(choices[NAMES.indexOf(name)]?.data?.items ?? []).map(({ id, name: text }) => ({
        value: id,
        label: text,
      }))}
      onChange={(value) => set({ [name]: value, ...(name === 'target' && { id_target: null }) })}
      required={false}
      disabled={false}
    />
  )
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(min(180px, 100%), 1fr))' }}>
      <PersonFilter
        label={translate('logs.filters.user')}
        value={values.id_user ?? ''}
        onChange={(id_user) => set({ id_user })}
      />
      {select('type_user')}
      {select('type_log')}
      {select('target')}
      <TextBox
        source="id_target"
        label={translate('logs.filters.id_target')}
        text={values.id_target ?? ''}
        onText={(id_target) => set({ id_target: id_target.trim() })}
        required={false}
        disabled={values.target === undefined}
      />
      {select('platform')}
      <DateEntry
        name="date_from"
        label={translate('logs.filters.date_from')}
        value={values.date_from ?? null}
        onChange={(date_from) => set({ date_from })}
      />
      <DateEntry
        name="date_to"
        label={translate('logs.filters.date_to')}
        value={values.date_to ?? null}
        min={values.date_from}
        onChange={(date_to) => set({ date_to })}
      />
    </Box>
  )
}

/** The whole log under the filters, as a file. */
function LogExport({ query }: { query: LogQuery }) {
  const translate = useTranslate()
  const fail = useFailure()
  const provider = useProvider()
  const { button, menu, close } = useMenu()
  const [busy, setBusy] = useState(false)
  const save = async (format: 'csv' | 'xlsx'): Promise<void> => {
    close()
    setBusy(true)
    try {
      const { blob, name } = await provider.reportFile('logs/export', query, format)
      saveFile(blob, name)
    } catch (cause) {
      fail(cause)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button {...button} color="inherit" startIcon={<ExportIcon />} disabled={busy}>
        {translate('ra.action.export')}
      </Button>
      <Menu {...menu}>
        <MenuItem onClick={() => void save('xlsx')}>Excel (.xlsx)</MenuItem>
        <MenuItem onClick={() => void save('csv')}>CSV (.csv)</MenuItem>
      </Menu>
    </>
  )
}

// Spec 2 §9: pages of the log have 15 lines.
const LINES = 15

/** The activity of all users: what, by whom, when and from where. */
export default function LogsPage() {
  const translate = useTranslate()
  const filters = useLogFilters()
  const small = useMediaQuery('(max-width:599.95px)')
  const [open, setOpen] = useState(false)
  const { values, count } = filters
  return (
    <Stack spacing={1.5} sx={{ p: 2, minWidth: 0 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <Typography variant="h1" sx={{ flex: 1 }}>
          {translate('logs.title')}
        </Typography>
        {values.run !== undefined && (
          <Chip
            size="small"
            label={translate('logs.only_run', { run: translate(`logs.runs.${values.run.split(':')[0] ?? ''}`) })}
            onDelete={() => filters.set({ run: null })}
          />
        )}
        {small && (
          <Button color="inherit" startIcon={<FilterIcon />} aria-expanded={open} onClick={() => setOpen(!open)}>
            {translate('list.filters')}
            {count > 0 ? ` (${count})` : ''}
          </Button>
        )}
        <LogExport query={queryOf(values)} />
        {count > 0 && (
          <Button color="inherit" onClick={filters.clear}>
            {translate('logs.filters.clear')}
          </Button>
        )}
      </Stack>
      <Collapse in={!small || open}>
        <Paper variant="outlined" sx={{ px: 2, py: 1.5 }}>
          <LogFilters filters={filters} />
        </Paper>
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
