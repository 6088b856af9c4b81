import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState, type ReactNode } from 'react'
import { fold } from '#engine/model'
import { Notice, useSay } from '#engine/ui'
import { FailedNotice } from '#engine/client'
import type { Generation, GenerationCall, StopCall } from '../model/generation-calls'
import { ClosingFilters, type ClosingAsked } from './ClosingFilters'
import { type ClosingRow, ClosingTable } from './ClosingTable'
import { GenerationBar } from './GenerationBar'
import { useGeneration } from './use-generation'

interface ClosingPageProps {
  readonly title: string
  readonly about: string
  readonly nothing: string
  readonly party: string
  /** What its rows count, services by default. */
  readonly counted?: string
  readonly sums: readonly string[]
  /** Address of the list that its drafts are in. */
  readonly drafts: string
  readonly asked: ClosingAsked
  readonly onAsk: (asked: ClosingAsked) => void
  /** Beside the days and the branch. */
  readonly choices?: ReactNode
  readonly answer: {
    readonly branches: readonly { readonly id: number; readonly name: string }[]
    readonly today: string
  } | null
  readonly failure: unknown
  readonly retry: () => void
  readonly rows: readonly ClosingRow[]
  /** Absent: nothing is looked for that is odd. */
  readonly renderOdd?: (row: ClosingRow) => ReactNode
  readonly calls: { readonly run: GenerationCall; readonly stop: StopCall }
  readonly begin: (rows: readonly ClosingRow[]) => Promise<{ readonly run: Generation }>
}

/**
 * A closing: days, branch and party above, a row for each party with what it would come to, and the drafts of those
 * that are chosen.
 */
export function ClosingPage({
  title,
  about,
  nothing,
  party,
  counted,
  sums,
  drafts,
  asked,
  onAsk,
  choices,
  answer,
  failure,
  retry,
  rows,
  renderOdd,
  calls,
  begin,
}: ClosingPageProps) {
  const say = useSay()
  const [out, setOut] = useState<ReadonlySet<string>>(new Set())
  const [typed, setTyped] = useState('')
  const words = fold(typed)
    .split(/\s+/)
    .filter((word) => word !== '')
  // Only who is seen is chosen.
  const shown = rows.filter(({ name, more = '' }) => words.every((word) => fold(`${name} ${more}`).includes(word)))
  const chosen = shown.filter(({ key, isAble }) => isAble && !out.has(key))
  const generating = useGeneration(calls, () => begin(chosen), retry)
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="h1">{title}</Typography>
      <Typography sx={{ color: 'text.secondary', fontSize: 14, maxWidth: 900 }}>{about}</Typography>
      <ClosingFilters
        asked={asked}
        branches={answer?.branches ?? []}
        today={answer?.today}
        disabled={generating.busy}
        party={party}
        typed={typed}
        onType={setTyped}
        onChange={onAsk}
      />
      {choices}
      {failure !== null && <FailedNotice failure={failure} onRetry={retry} />}
      {failure === null && !answer && <Skeleton aria-busy variant="rounded" height={220} />}
      {answer && rows.length === 0 && <Notice icon="empty" title={nothing} />}
      {rows.length > 0 && shown.length === 0 && (
        <Notice
          icon="empty"
          title={say('billing.nobody_so')}
          action={
            <Button variant="outlined" onClick={() => setTyped('')}>
              {say('billing.show_all')}
            </Button>
          }
        />
      )}
      {shown.length > 0 && (
        <ClosingTable
          rows={shown}
          title={title}
          party={party}
          counted={counted}
          sums={sums}
          out={out}
          disabled={generating.busy}
          onOut={setOut}
          renderOdd={renderOdd}
        />
      )}
      {(rows.length > 0 || generating.run !== null) && (
        <GenerationBar generating={generating} drafts={drafts} chosen={chosen.length} />
      )}
    </Box>
  )
}

/** The drafts of a catalogue, as its list filters them. */
export const draftsIn = (resource: string, state: string): string =>
  `/${resource}?filters=${encodeURIComponent(JSON.stringify({ state }))}`
