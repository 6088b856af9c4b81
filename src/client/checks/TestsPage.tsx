import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { FailedNotice } from '../console/FailedNotice'
import { runTestCall, testsCall, type TestResult } from '../../model/check-calls'
import { Badge } from '../../ui/show/Badge'
import { Icon } from '../../ui/show/Icon'
import { usePageTitle } from '../../ui/show/page-title'
import { useSay } from '../../ui/show/style'
import { useCall } from '../console/use-call'
import { PageLoading } from '../layout/PageLoading'
import { failureText } from '../provider/failure'

const TONES: { readonly [state in TestResult['state']]: string } = {
  ok: 'success',
  warning: 'warning',
  failed: 'error',
  off: '',
}

/** `/tests`: what the program finds out about itself, each check on its own, and what to do about it. */
export default function TestsPage() {
  const say = useSay()
  const [turn, setTurn] = useState(0)
  const { answer, failure, retry } = useCall(testsCall, {})
  usePageTitle(say('modules.tests'), 0)
  if (failure !== null) return <FailedNotice page title={say('tests.lost')} failure={failure} onRetry={retry} />
  if (!answer) return <PageLoading />
  return (
    <Box sx={{ p: { xs: 1.5, md: 2 }, display: 'flex', flexDirection: 'column', gap: 2, maxWidth: 820 }}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 1, flexWrap: 'wrap' }}>
        <Typography variant="h1">{say('modules.tests')}</Typography>
        <Button variant="outlined" startIcon={<Icon name="sync" size={18} />} onClick={() => setTurn(turn + 1)}>
          {say('tests.again')}
        </Button>
      </Stack>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {say('tests.about')}
      </Typography>
      <Paper component="ul" variant="outlined" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {answer.items.map(({ id, name }) => (
          <CheckLine key={`${id} ${turn}`} id={id} name={name} />
        ))}
      </Paper>
    </Box>
  )
}

/** One check, which begins when it is shown. */
function CheckLine({ id, name }: { readonly id: string; readonly name: string }) {
  const say = useSay()
  const { answer, failure } = useCall(runTestCall, { id })
  const item = answer?.item
  return (
    <Box
      component="li"
      aria-busy={!answer && failure === null}
      sx={{ px: 2, py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <Typography sx={{ flex: 1, fontWeight: 600 }}>{name}</Typography>
        {failure !== null ? (
          <Badge color="error">{say('tests.states.failed')}</Badge>
        ) : item ? (
          <Badge {...(TONES[item.state] !== '' && { color: TONES[item.state] })}>
            {say(`tests.states.${item.state}`)}
          </Badge>
        ) : (
          <CircularProgress size={18} aria-label={say('tests.running')} />
        )}
      </Stack>
      <Typography variant="body2" role="status" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {failure !== null ? failureText(failure, say) : (item?.said ?? ' ')}
      </Typography>
      {item?.advice && (
        <Typography variant="body2" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
          {item.advice}
        </Typography>
      )}
    </Box>
  )
}
