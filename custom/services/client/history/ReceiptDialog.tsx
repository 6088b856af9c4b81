import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useNotify } from 'react-admin'
import { errorsIn, useProvider } from '#engine/client'
import { useFailure, useSay } from '#engine/ui'
import { mailReceiptCall } from '../../model/history-calls'

/** Sends the client the receipt, to their own address or another. */
export function ReceiptDialog({
  id,
  email,
  onClose,
}: {
  readonly id: number
  readonly email: string | null
  readonly onClose: () => void
}) {
  const say = useSay()
  const provider = useProvider()
  const notify = useNotify()
  const fail = useFailure()
  const title = useId()
  const [address, setAddress] = useState(email ?? '')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const { msg } = await provider.call(mailReceiptCall, { id, email: address.trim() || null })
      notify(msg, { type: 'success' })
      onClose()
    } catch (failure) {
      const at = errorsIn(failure)?.['email']
      if (at) setError(at)
      else fail(failure)
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
        noValidate
      >
        <DialogTitle id={title}>{say('services.history.mail')}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 2, fontSize: 13 }}>{say('services.history.mail_text')}</DialogContentText>
          <TextField
            autoFocus
            fullWidth
            size="small"
            type="email"
            label={say('services.history.email')}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            error={error !== null}
            helperText={error}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {say('ra.action.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            {say('services.history.send')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
