import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useSay } from '../../ui/show/style'
import { failureText } from '../provider/failure'

interface FailedAlertProps {
  readonly failure: unknown
  readonly onRetry: () => void
  readonly busy?: boolean
  /** It lies from edge to edge. */
  readonly flat?: boolean
}

/** Beside what is shown: why something was not loaded, and a button to try again. */
export function FailedAlert({ failure, onRetry, busy, flat = false }: FailedAlertProps) {
  const say = useSay()
  return (
    <Alert
      severity="error"
      sx={flat ? { borderRadius: 0 } : undefined}
      action={
        <Button color="inherit" size="small" loading={busy} onClick={onRetry}>
          {say('actions.retry')}
        </Button>
      }
    >
      {failureText(failure, say)}
    </Alert>
  )
}
