import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId, useState, type SyntheticEvent } from 'react'
import { failureText, useProvider } from '#engine/client'
import { KeyLayer, useSay } from '#engine/ui'
import { attendPanicCall } from '../../model/panic-call'

interface AttendDialogProps {
  readonly id: number
  /** Who calls for help. */
  readonly driver: string
  /** Somebody else took it meanwhile. */
  readonly taker?: string | null
  readonly onAttended: () => void
  readonly onClose: () => void
}

/** Asks what is done about a call for help; whoever was second is told who was first, and keeps what they wrote. */
export default function AttendDialog({ id, driver, taker = null, onAttended, onClose }: AttendDialogProps) {
  const say = useSay()
  const provider = useProvider()
  const title = useId()
  const [notes, setNotes] = useState('')
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState<{ readonly severity: 'warning' | 'error'; readonly text: string } | null>(null)
  const attend = async (): Promise<void> => {
    setBusy(true)
    try {
      const { attended, msg = '' } = await provider.call(attendPanicCall, {
        id,
        ...(notes.trim() ? { notes: notes.trim() } : {}),
      })
      onAttended()
      if (attended === 1) return onClose()
      setTold({ severity: 'warning', text: msg })
    } catch (cause) {
      setTold({ severity: 'error', text: failureText(cause, say) })
    }
    setBusy(false)
  }
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (!busy) void attend()
  }
  const shown =
    told ??
    (taker === null || busy
      ? null
      : { severity: 'warning' as const, text: say('drivers.panic_attended_by', { name: taker }) })
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={title}>
      <KeyLayer>
        <form onSubmit={submit}>
          <DialogTitle id={title} variant="h2">
            {say('drivers.panic.attend_title', { driver })}
          </DialogTitle>
          <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
            <TextField
              autoFocus
              fullWidth
              size="small"
              margin="dense"
              label={say('drivers.panic.note')}
              helperText={say('drivers.panic.note_help')}
              value={notes}
              onChange={({ target }) => setNotes(target.value)}
              slotProps={{ htmlInput: { maxLength: 500 } }}
            />
            {shown && <Alert severity={shown.severity}>{shown.text}</Alert>}
          </DialogContent>
          <DialogActions>
            <Button color="inherit" onClick={onClose}>
              {say(shown?.severity === 'warning' ? 'drivers.panic.close' : 'ra.action.cancel')}
            </Button>
            {shown?.severity !== 'warning' && (
              <Button type="submit" variant="contained" color="error" disabled={busy}>
                {say('drivers.panic.attend')}
              </Button>
            )}
          </DialogActions>
        </form>
      </KeyLayer>
    </Dialog>
  )
}
