import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { errorsIn, FailedNotice, failureText, useCall } from '#engine/client'
import { useSay } from '#engine/ui'
import { shadowRuleCall } from '../../model/shadow-call'
import { PastTabs } from '../PastTabs'
import { RuleForm } from './RuleForm'
import { ShadowResultView } from './ShadowResultView'
import { useShadowRun } from './use-shadow-run'

/** Screen `/past/rules`: a past day driven again by another rule of the search, side by side with how it was. */
export default function ShadowScreen() {
  const say = useSay()
  const { answer, failure, retry } = useCall(shadowRuleCall, {})
  const shadow = useShadowRun()
  const { run, busy } = shadow
  const isOfField = shadow.failure !== null && Object.keys(errorsIn(shadow.failure)).length > 0
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="h1">{say('modules.past')}</Typography>
      <PastTabs at="rules" />
      <Typography sx={{ color: 'text.secondary', fontSize: 14, maxWidth: 900 }}>{say('past.rules_about')}</Typography>
      {failure !== null && <FailedNotice failure={failure} onRetry={retry} />}
      {failure === null && !answer && <Skeleton aria-busy variant="rounded" height={220} />}
      {answer?.by_zone && <Alert severity="warning">{say('past.by_zone')}</Alert>}
      {answer && <RuleForm known={answer} busy={busy} failure={shadow.failure} onBegin={shadow.begin} />}
      {busy && (
        <Box ref={intoView} sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
          <LinearProgress
            variant={run ? 'determinate' : 'indeterminate'}
            value={run?.progress ?? 0}
            aria-label={say('past.driving')}
            sx={{ flex: 1, height: 6, borderRadius: 3 }}
          />
          <Box
            component="span"
            sx={{ fontSize: 13, fontVariantNumeric: 'tabular-nums' }}
          >{`${run?.progress ?? 0}\u00a0%`}</Box>
          <Button size="small" variant="outlined" onClick={shadow.stop} disabled={!run}>
            {say('past.stop')}
          </Button>
        </Box>
      )}
      <div aria-live="polite">
        {shadow.failure !== null && !isOfField && <Alert severity="error">{failureText(shadow.failure, say)}</Alert>}
        {run?.state === 'failed' && <Alert severity="error">{say('past.failed')}</Alert>}
        {run?.state === 'stopped' && <Alert severity="info">{say('past.stopped')}</Alert>}
      </div>
      {run?.result && (
        <Box ref={intoView} sx={{ scrollMarginTop: 16 }}>
          <ShadowResultView run={run} result={run.result} />
        </Box>
      )}
    </Box>
  )
}

/** On a phone what was asked for comes below the form. */
const intoView = (part: HTMLElement | null): void => part?.scrollIntoView({ block: 'nearest' })
