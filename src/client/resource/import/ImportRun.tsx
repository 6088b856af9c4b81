import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Box from '@mui/material/Box'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import {
  isUnderWay,
  type ImportView,
  type ImportCounts,
  type ImportOnly,
  IMPORT_PAGE,
} from '../../../model/import-answer'
import { AssignBar } from './AssignBar'
import { BlanksBar } from './BlanksBar'
import { ColumnMap } from './ColumnMap'
import { ImportRows } from './ImportRows'
import { ReadingBar } from './ReadingBar'
import type { FollowedImport } from './use-import'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { LiveText } from '../../../ui/show/LiveText'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import PrevIcon from '@mui/icons-material/KeyboardArrowLeft'
import NextIcon from '@mui/icons-material/KeyboardArrowRight'
import IconButton from '@mui/material/IconButton'

/** Which rows of how many these are, and the pages. */
function ImportFooter({ state, view }: { state: FollowedImport; view: ImportView }) {
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
      <IconButton
        aria-label={translate('list.page_prev')}
        disabled={page === 1}
        onClick={() => state.show(page - 1, state.only)}
      >
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

const SHOWN: readonly {
  readonly only: ImportOnly | null
  readonly count: (counts: ImportCounts) => number
  readonly color?: 'error' | 'warning' | 'success'
}[] = [
  { only: null, count: ({ total }) => total },
  { only: 'errors', count: ({ wrong }) => wrong, color: 'error' },
  { only: 'warnings', count: ({ warned }) => warned, color: 'warning' },
  { only: 'ok', count: ({ ok }) => ok, color: 'success' },
  { only: 'saved', count: ({ saved }) => saved, color: 'success' },
  { only: 'kept', count: ({ kept }) => kept, color: 'warning' },
  { only: 'excluded', count: ({ excluded }) => excluded },
]

/** How many rows of each kind there are; a press shows only those. */
function RowFilter({
  view,
  only,
  onOnly,
}: {
  view: ImportView
  only: ImportOnly | null
  onOnly: (only: ImportOnly | null) => void
}) {
  const translate = useTranslate()
  const kinds = SHOWN.filter((kind) => kind.only === null || kind.only === only || kind.count(view.counts) > 0)
  return (
    <Stack direction="row" role="group" aria-label={translate('import.rows')} sx={{ gap: 0.75, flexWrap: 'wrap' }}>
      {kinds.map((kind) => (
        <Chip
          key={kind.only ?? 'all'}
          label={`${translate(`import.only.${kind.only ?? 'all'}`)}: ${kind.count(view.counts)}`}
          color={kind.only === only ? 'primary' : (kind.color ?? 'default')}
          variant={kind.only === only ? 'filled' : 'outlined'}
          aria-pressed={kind.only === only}
          onClick={() => onOnly(kind.only)}
        />
      ))}
    </Stack>
  )
}

/** The state of the run: a bar with numbers while it works, a sentence when it waits. */
function ImportProgress({ view }: { view: ImportView }) {
  const translate = useTranslate()
  const { state, msg } = view
  if (!isUnderWay(state)) {
    const severity =
      state === 'failed'
        ? 'error'
        : state === 'verified' && view.counts.wrong > 0
          ? 'warning'
          : state === 'cancelled'
            ? 'info'
            : 'success'
    return (
      <Alert severity={severity} role="status" sx={{ py: 0 }}>
        {msg}
      </Alert>
    )
  }
  const { done, of } = progressOf(view)
  const text =
    of === null
      ? translate('import.progress_open', { state: translate(`import.working.${state}`), done })
      : translate('import.progress', { state: translate(`import.working.${state}`), done, of })
  return (
    <div>
      <Typography sx={{ mb: 0.5, fontVariantNumeric: 'tabular-nums' }}>{text}</Typography>
      <LinearProgress
        variant={of === null ? 'indeterminate' : 'determinate'}
        value={of ? Math.min(100, (done / of) * 100) : undefined}
        aria-label={translate(`import.working.${state}`)}
      />
      <LiveText text={liveText(translate, state, done, of)} />
    </div>
  )
}

const TOLD_PERCENT = 10
const TOLD_ROWS = 10_000

/** The progress as it is read aloud: in steps, since each change interrupts the listener. */
function liveText(
  translate: (key: string, params?: object) => string,
  state: ImportView['state'],
  done: number,
  of: number | null,
): string {
  const working = translate(`import.working.${state}`)
  if (done === 0) return working
  if (of === null)
    return done < TOLD_ROWS
      ? working
      : translate('import.progress_open', { state: working, done: Math.floor(done / TOLD_ROWS) * TOLD_ROWS })
  const percent = Math.min(100, Math.floor((done / of) * TOLD_PERCENT) * (100 / TOLD_PERCENT))
  return percent === 0 ? working : translate('import.progress_percent', { state: working, percent })
}

/** Rows that are done, of how many; null: not known yet. */
function progressOf({ state, counts, expected }: ImportView): { readonly done: number; readonly of: number | null } {
  // Of a csv it is a count of lines, which may be a little off.
  if (state === 'reading')
    return { done: counts.total, of: expected === null || expected < counts.total ? null : expected }
  if (state === 'verifying') return { done: counts.total - counts.read, of: counts.total }
  if (state === 'saving') return { done: counts.saved, of: counts.saved + counts.ok }
  return { done: counts.undone + counts.kept, of: counts.saved }
}

/** The results of a file's rows, and how to correct them. */
export function ImportRun({ state, view }: { state: FollowedImport; view: ImportView }) {
  const translate = useTranslate()
  const [mapping, setMapping] = useState(false)
  const working = isUnderWay(view.state)
  const open = view.state === 'verified' || view.state === 'saved'
  const strange = view.file_columns.filter(({ header, key }) => key === null && header !== '')
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      <Box
        sx={{
          px: { xs: 2, sm: 3 },
          py: 1.5,
          display: 'flex',
          flexDirection: 'column',
          gap: 1,
          borderBottom: 1,
          borderColor: 'divider',
          flex: 'none',
        }}
      >
        <ImportProgress view={view} />
        <ReadingBar state={state} view={view} open={open} />
        {strange.length > 0 && open && !mapping && (
          <Alert
            severity="info"
            sx={{ py: 0 }}
            action={
              <Button color="inherit" onClick={() => setMapping(true)}>
                {translate('import.map')}
              </Button>
            }
          >
            {translate('import.unknown_columns', { names: strange.map(({ header }) => header).join(', ') })}
          </Alert>
        )}
        {mapping && open && <ColumnMap state={state} view={view} onClose={() => setMapping(false)} />}
        {view.counts.total > 0 && <RowFilter view={view} only={state.only} onOnly={(only) => state.show(1, only)} />}
        {open && <BlanksBar state={state} view={view} />}
        {open && view.counts.wrong > 0 && <AssignBar state={state} view={view} />}
      </Box>
      <Box sx={{ flex: 1, minHeight: 160, overflow: 'auto' }}>
        <ImportRows state={state} view={view} locked={working || !open || state.busy} />
      </Box>
      <ImportFooter state={state} view={view} />
    </Box>
  )
}
