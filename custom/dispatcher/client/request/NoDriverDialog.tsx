import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { KeyLayer, useSay } from '#engine/ui'

/** No driver remains: wait for one, or cancel the service. Closing it decides nothing. */
export function NoDriverDialog({ client, busy, onWait, onCancel, onLater }: {
  client: string; busy: boolean; onWait: () => void; onCancel: () => void; onLater: () => void
}) {
  const say = useSay()
  const id = useId()
  return (
    <Dialog open onClose={onLater} role="alertdialog" maxWidth="xs" fullWidth aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <KeyLayer>
        <DialogTitle id={`${id}-title`} variant="h2" sx={{ pb: 1 }}>{say('dispatcher.no_driver_left.title')}</DialogTitle>
        <DialogContent sx={{ pb: 1 }}>
          <DialogContentText id={`${id}-text`} variant="body1">{say('dispatcher.no_driver_left.text', { client })}</DialogContentText>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button color="error" disabled={busy} onClick={onCancel}>{say('dispatcher.request.cancel_service')}</Button>
          <Button variant="contained" disabled={busy} autoFocus onClick={onWait}>{say('dispatcher.request.wait')}</Button>
        </DialogActions>
      </KeyLayer>
    </Dialog>
  )
}
