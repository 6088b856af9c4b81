import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useCallback, useState, type ReactNode } from 'react'
import { codeOf, saidInFull, statusOf, whyOf } from '../provider/failure'
import { FailureProvider } from '../../ui/failure'
import { KeyLayer } from '../../ui/keys'
import { useSay } from '../../ui/show/style'

/** Shows what failed, in the server's words or the default ones (spec §8), until it is accepted. */
export function ErrorDialog({ children }: { children: ReactNode }) {
  const say = useSay()
  const [sentence, setSentence] = useState('')
  const [why, setWhy] = useState<string | null>(null)
  const [isRefused, setRefused] = useState(false)
  const [open, setOpen] = useState(false)
  const show = useCallback((error: unknown): void => {
    // The user who stopped a call knows it.
    if (error instanceof DOMException && error.name === 'AbortError') return
    // The login page, shown next, says it.
    if (codeOf(error) === 'UNAUTHENTICATED') return
    setSentence(saidInFull(error) ?? '')
    setWhy(whyOf(error))
    const status = statusOf(error) ?? 0
    setRefused(status >= 400 && status < 500)
    setOpen(true)
  }, [])
  const close = (): void => setOpen(false)
  return (
    <FailureProvider value={show}>
      {children}
      <Dialog
        open={open}
        onClose={close}
        role="alertdialog"
        aria-labelledby="failure-title"
        aria-describedby="failure-text"
        maxWidth="xs"
        fullWidth
      >
        <KeyLayer question>
          <DialogTitle id="failure-title">{say(isRefused ? 'errors.refused' : 'errors.title')}</DialogTitle>
          <DialogContent>
            <DialogContentText id="failure-text">{sentence || say('errors.default')}</DialogContentText>
            {why && (
              <DialogContentText variant="body2" sx={{ mt: 1 }}>
                {why}
              </DialogContentText>
            )}
          </DialogContent>
          <DialogActions>
            <Button variant="contained" autoFocus onClick={close}>
              {say('actions.accept')}
            </Button>
          </DialogActions>
        </KeyLayer>
      </Dialog>
    </FailureProvider>
  )
}
