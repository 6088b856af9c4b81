import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { captionOf, failureText, useCall } from '#engine/client'
import { AppLink, Notice, useSay } from '#engine/ui'
import { previewCall } from '../model/closing-calls'
import { lastWeek } from '../model/closing-periods'
import { ClosingFilters, type ClosingAsked } from './ClosingFilters'
import { DriversTable } from './DriversTable'
import { useDrafts } from './use-drafts'

/** Screen `/liquidations/generate`: days and branch above, a row for each driver with what it would come to, and the drafts of those that are chosen. */
export default function ClosingScreen() {
  const say = useSay()
  const [asked, setAsked] = useState<ClosingAsked>(() => lastWeek(new Date().toISOString().slice(0, 10)))
  const [out, setOut] = useState<ReadonlySet<number>>(new Set())
  const { answer, failure, retry } = useCall(previewCall, asked)
  const drafts = useDrafts(asked, retry)
  const rows = answer?.drivers ?? []
  const able = rows.filter(({ issued, services }) => issued === null && services > 0)
  const chosen = able.filter(({ id_driver }) => !out.has(id_driver)).map(({ id_driver }) => id_driver)
  const busy = drafts.done !== null
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="h1">{say('billing.title')}</Typography>
      <Typography sx={{ color: 'text.secondary', fontSize: 14, maxWidth: 900 }}>{say('billing.about')}</Typography>
      <ClosingFilters asked={asked} branches={answer?.branches ?? []} today={answer?.today} disabled={busy} onChange={setAsked} />
      {failure !== null && <Notice icon="error" title={failureText(failure, say)} caption={captionOf(failure)} action={<Button variant="outlined" onClick={retry}>{say('actions.retry')}</Button>} />}
      {failure === null && !answer && <Skeleton aria-busy variant="rounded" height={220} />}
      {answer && rows.length === 0 && <Notice icon="empty" title={say('billing.nothing')} />}
      {rows.length > 0 && <DriversTable rows={rows} asked={asked} out={out} disabled={busy} onOut={setOut} onChanged={retry} />}
      <div aria-live="polite">
        {drafts.failure !== null && <Alert severity="error">{failureText(drafts.failure, say)}</Alert>}
        {drafts.made !== null && (
          <Alert severity="success" action={<AppLink to={DRAFTS}>{say('billing.see_drafts')}</AppLink>}>{say('billing.drafts_made', { smart_count: drafts.made })}</Alert>
        )}
      </div>
      {rows.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
          <Button variant="contained" disabled={busy || chosen.length === 0} onClick={() => drafts.make(chosen)}>{say('billing.make', { smart_count: chosen.length })}</Button>
          {busy && <LinearProgress variant="determinate" value={((drafts.done ?? 0) * 100) / Math.max(1, chosen.length)} aria-label={say('billing.making')} sx={{ flex: 1, minWidth: 120, height: 6, borderRadius: 3 }} />}
        </Box>
      )}
    </Box>
  )
}

const DRAFTS = `/liquidations?filters=${encodeURIComponent(JSON.stringify({ state: '1' }))}`
