import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { failureText } from '#engine/client'
import { AppLink, dateText, useSay } from '#engine/ui'
import type { Generating } from './use-generation'

interface GenerationBarProps {
  readonly generating: Generating
  /** Address of the list that its drafts are in. */
  readonly drafts: string
  /** How many are chosen. */
  readonly chosen: number
}

/**
 * Asks for the drafts of those that are chosen; while the server makes them how far it is, and afterwards what came of
 * it.
 */
export function GenerationBar({
  generating: { run, busy, failure, begin, stop, dismiss },
  drafts,
  chosen,
}: GenerationBarProps) {
  const say = useSay()
  return (
    <>
      <div aria-live="polite">
        {failure !== null && <Alert severity="error">{failureText(failure, say)}</Alert>}
        {run && run.state !== 'waiting' && (
          <Alert severity={run.refused > 0 || run.state === 'stopped' ? 'warning' : 'success'} onClose={dismiss}>
            <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
              <span>
                {say(run.state === 'stopped' ? 'billing.generation.stopped' : 'billing.generation.ended', {
                  smart_count: run.made,
                  from: dateText(run.date_from),
                  to: dateText(run.date_to),
                })}
              </span>
              {run.refused > 0 && (
                <span>
                  {say('billing.generation.refused', { smart_count: run.refused })}
                  {run.problem === null ? '' : ` ${run.problem}`}
                </span>
              )}
              {run.made > 0 && <AppLink to={drafts}>{say('billing.see_drafts')}</AppLink>}
            </Box>
          </Alert>
        )}
      </div>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: 2,
          rowGap: 1,
          alignItems: 'center',
          position: 'sticky',
          bottom: 0,
          zIndex: 1,
          bgcolor: 'background.default',
          py: 1.5,
        }}
      >
        <Button variant="contained" disabled={busy || chosen === 0} onClick={begin}>
          {say('billing.make', { smart_count: chosen })}
        </Button>
        {run?.state === 'waiting' && (
          <>
            <LinearProgress
              variant="determinate"
              value={(run.done * 100) / Math.max(1, run.total)}
              aria-label={say('billing.making')}
              sx={{ flex: 1, minWidth: 120, height: 6, borderRadius: 3 }}
            />
            <Typography role="status" sx={{ fontSize: 13, fontVariantNumeric: 'tabular-nums' }}>
              {say('billing.generation.progress', { done: run.done, total: run.total })}
            </Typography>
            <Button color="inherit" onClick={stop}>
              {say('billing.generation.stop')}
            </Button>
            <Typography sx={{ flexBasis: '100%', fontSize: 13, color: 'text.secondary' }}>
              {say('billing.generation.leave')}
            </Typography>
          </>
        )}
      </Box>
    </>
  )
}
