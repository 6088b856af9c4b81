import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import { useId, useState } from 'react'
import { failureText } from '#engine/client'
import { KeyLayer } from '#engine/ui'
import type { GroupingItem } from '../../model/grouping-wire'
import type { Evaluation } from '../../model/plan/evaluation'
import { optimiseCall } from '../../model/run-calls'
import type { RouteWords } from '../route/route-words'
import { useRun } from './use-run'

interface Props {
  readonly item: GroupingItem
  /** The route as it is now. */
  readonly now: Pick<Evaluation, 'cost' | 'balance_cost'>
  readonly words: RouteWords
  readonly onClose: () => void
  readonly onAccept: (id_run: number) => Promise<void>
}

/**
 * Looks for a better order: a first one at once, better ones while somebody watches; nothing is kept until they say so.
 */
export function OptimiseDialog({ item, now, words, onClose, onAccept }: Props) {
  const { say, money, more } = words
  const titleId = useId()
  const { run, failure, stop } = useRun(optimiseCall, { id: item.id })
  const [accepting, setAccepting] = useState(false)
  const by = run?.cost === null || !run ? null : run.cost - now.cost - now.balance_cost
  const better = by !== null && by < -0.5
  const accept = async (): Promise<void> => {
    if (!run) return
    setAccepting(true)
    await onAccept(run.id)
    setAccepting(false)
  }
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <KeyLayer>
        <DialogTitle id={titleId} variant="h2">
          {say('groupings.optimise')}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
          {failure !== null && <Alert severity="error">{failureText(failure, say)}</Alert>}
          {run?.state === 'failed' && <Alert severity="error">{say('groupings.run.failed')}</Alert>}
          <LinearProgress
            variant={run && run.iterations > 0 ? 'determinate' : 'indeterminate'}
            aria-label={say('groupings.run.searching')}
            value={
              run
                ? run.state === 'running'
                  ? Math.min(100, (100 * run.iteration) / Math.max(1, run.iterations))
                  : 100
                : 0
            }
          />
          <Box role="status" sx={{ fontSize: 14 }}>
            {say(run?.state === 'done' ? 'groupings.run.done' : 'groupings.run.searching')}
          </Box>
          <Box
            sx={{ display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 0.5, fontVariantNumeric: 'tabular-nums' }}
          >
            <span>{say('groupings.before')}</span>
            <span>{money(now.cost)}</span>
            <span>{say('groupings.after')}</span>
            <b>{run?.cost === null || !run ? '…' : money(run.cost)}</b>
            <span>{say('groupings.change')}</span>
            <Box component="span" sx={{ color: better ? 'success.main' : 'text.secondary' }}>
              {by === null ? '…' : Math.round(by) === 0 ? '=' : more(by, money)}
            </Box>
          </Box>
          {run?.vroom_error && (
            <Alert severity="warning">{say('groupings.run.vroom', { error: run.vroom_error })}</Alert>
          )}
          {run?.state === 'done' && !better && <Alert severity="info">{say('groupings.best_already')}</Alert>}
          <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>
            {say('groupings.distances_by', { source: say(`groupings.source.${item.distance_source ?? 'streets'}`) })}
          </Box>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          {run?.state === 'running' && (
            <Button onClick={stop} sx={{ marginInlineEnd: 'auto' }}>
              {say('groupings.run.stop')}
            </Button>
          )}
          <Button color="inherit" onClick={onClose}>
            {say('form.close')}
          </Button>
          <Button variant="contained" disabled={!better} loading={accepting} onClick={() => void accept()}>
            {say('groupings.run.keep')}
          </Button>
        </DialogActions>
      </KeyLayer>
    </Dialog>
  )
}
