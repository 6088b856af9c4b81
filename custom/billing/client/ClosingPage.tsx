import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState, type ReactNode } from 'react'
import { captionOf, failureText } from '#engine/client'
import { AppLink, Notice, useSay } from '#engine/ui'
import { ClosingFilters, type ClosingAsked } from './ClosingFilters'
import { type ClosingRow, ClosingTable } from './ClosingTable'
import { useDrafts } from './use-drafts'

interface ClosingPageProps {
  readonly title: string
  readonly about: string
  readonly nothing: string
  readonly party: string
  readonly sums: readonly string[]
  /** Address of the list that its drafts are in. */
  readonly drafts: string
  readonly asked: ClosingAsked
  readonly onAsk: (asked: ClosingAsked) => void
  /** Beside the days and the branch. */
  readonly choices?: ReactNode
  readonly answer: { readonly branches: readonly { readonly id: number; readonly name: string }[]; readonly today: string } | null
  readonly failure: unknown
  readonly retry: () => void
  readonly rows: readonly ClosingRow[]
  readonly renderOdd: (row: ClosingRow) => ReactNode
  readonly send: (rows: readonly ClosingRow[]) => Promise<number>
}

/** A closing: days and branch above, a row for each party with what it would come to, and the drafts of those that are chosen. */
export function ClosingPage({ title, about, nothing, party, sums, drafts: list, asked, onAsk, choices, answer, failure, retry, rows, renderOdd, send }: ClosingPageProps) {
  const say = useSay()
  const [out, setOut] = useState<ReadonlySet<string>>(new Set())
  const drafts = useDrafts(send, retry)
  const chosen = rows.filter(({ key, isAble }) => isAble && !out.has(key))
  const busy = drafts.done !== null
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="h1">{title}</Typography>
      <Typography sx={{ color: 'text.secondary', fontSize: 14, maxWidth: 900 }}>{about}</Typography>
      <ClosingFilters asked={asked} branches={answer?.branches ?? []} today={answer?.today} disabled={busy} onChange={onAsk} />
      {choices}
      {failure !== null && <Notice icon="error" title={failureText(failure, say)} caption={captionOf(failure)} action={<Button variant="outlined" onClick={retry}>{say('actions.retry')}</Button>} />}
      {failure === null && !answer && <Skeleton aria-busy variant="rounded" height={220} />}
      {answer && rows.length === 0 && <Notice icon="empty" title={nothing} />}
      {rows.length > 0 && <ClosingTable rows={rows} title={title} party={party} sums={sums} out={out} disabled={busy} onOut={setOut} renderOdd={renderOdd} />}
      <div aria-live="polite">
        {drafts.failure !== null && <Alert severity="error">{failureText(drafts.failure, say)}</Alert>}
        {drafts.made !== null && (
          <Alert severity="success" action={<AppLink to={list}>{say('billing.see_drafts')}</AppLink>}>{say('billing.drafts_made', { smart_count: drafts.made })}</Alert>
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

/** The drafts of a catalogue, as its list filters them. */
export const draftsIn = (resource: string, state: string): string => `/${resource}?filters=${encodeURIComponent(JSON.stringify({ state }))}`
