import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState, type FormEvent } from 'react'
import { codeOf, errorsIn, failureText } from '../provider/failure'
import type { ShellCalls } from '../provider/shell-calls'
import { KeyLayer } from '../../ui/keys'
import { useSay } from '../../ui/show/style'
import { PasswordBox } from './PasswordBox'

/** Asks for the user's own password before a sensitive call is made again. */
export default function ConfirmDialog({ calls, onAnswer }: { calls: ShellCalls; onAnswer: (sure: boolean) => void }) {
  const say = useSay()
  const id = useId()
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const ready = password !== '' && !busy
  const atField = errorsIn(failure)['password']
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    // A portal's events rise through the tree of components: the form that waits for this answer must not be sent.
    event.stopPropagation()
    if (!ready) return
    setBusy(true)
    try {
      await calls.confirm(password)
      onAnswer(true)
    } catch (error) {
      if (codeOf(error) === 'UNAUTHENTICATED') return onAnswer(false)
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={() => onAnswer(false)} maxWidth="xs" fullWidth aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <KeyLayer question>
        <form noValidate onSubmit={(event) => void submit(event)}>
          <DialogTitle id={`${id}-title`} variant="h2" sx={{ pb: 1 }}>{say('sure.title')}</DialogTitle>
          <DialogContent>
            <DialogContentText id={`${id}-text`} variant="body1" sx={{ mb: 2 }}>{say('sure.text')}</DialogContentText>
            {failure !== null && !atField && <Alert severity="error" sx={{ mb: 2 }}>{failureText(failure, say)}</Alert>}
            <PasswordBox
              autoFocus name="password" size="small" label={say('ra.auth.password')} autoComplete="current-password" value={password} error={atField}
              onChange={(value) => {
                setPassword(value)
                setFailure(null)
              }}
            />
          </DialogContent>
          <DialogActions sx={{ px: 3, pb: 2 }}>
            <Button onClick={() => onAnswer(false)}>{say('ra.action.cancel')}</Button>
            <Button type="submit" variant="contained" disabled={!ready}>{say(busy ? 'login.busy' : 'sure.accept')}</Button>
          </DialogActions>
        </form>
      </KeyLayer>
    </Dialog>
  )
}
