import Alert from '@mui/material/Alert'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { isUnderWay, type ImportView } from '../../../model/import-answer'
import { LiveText } from '../../../ui/LiveText'

/** Where the run stands: a bar with numbers while it works, a sentence when it waits. */
export function ImportProgress({ view }: { view: ImportView }) {
  const translate = useTranslate()
  const { state, msg } = view
  if (!isUnderWay(state)) {
    const severity =
      state === 'failed' ? 'error' : state === 'verified' && view.counts.wrong > 0 ? 'warning' : state === 'cancelled' ? 'info' : 'success'
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
      <LiveText text={translate(`import.working.${state}`)} />
    </div>
  )
}

/** Rows that are done, of how many; null: nobody knows yet. */
function progressOf({ state, counts, expected }: ImportView): { readonly done: number; readonly of: number | null } {
  if (state === 'reading') return { done: counts.total, of: expected }
  if (state === 'verifying') return { done: counts.total - counts.read, of: counts.total }
  if (state === 'saving') return { done: counts.saved, of: counts.saved + counts.ok }
  return { done: counts.undone + counts.kept, of: counts.saved }
}
