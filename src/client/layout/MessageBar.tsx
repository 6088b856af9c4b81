import Alert from '@mui/material/Alert'
import Snackbar from '@mui/material/Snackbar'
import { useNotificationContext, useTranslate, type NotificationPayload } from 'react-admin'
import { useState } from 'react'

// Spec §9.
const SHOWN_MS = 6000

/** Shows the messages of react-admin's `useNotify` one after another: top centre, six seconds, less when the next one waits. */
export function MessageBar() {
  const { notifications, takeNotification } = useNotificationContext()
  const translate = useTranslate()
  const [closed, setClosed] = useState<NotificationPayload>()
  const [said] = notifications
  if (!said) return null
  const { message, type, notificationOptions: { autoHideDuration = SHOWN_MS, messageArgs } = {} } = said
  const close = (): void => setClosed(said)
  return (
    <Snackbar
      open={said !== closed && notifications.length === 1}
      autoHideDuration={autoHideDuration}
      anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
      onClose={(_, reason) => reason !== 'clickaway' && close()}
      // What stays longer (an undo) leaves the toolbar of a phone free, and the buttons at its lower edge.
      sx={autoHideDuration !== null && autoHideDuration > SHOWN_MS ? { '@media (max-width: 599.95px)': { top: 'auto', bottom: 72 } } : undefined}
      slotProps={{ transition: { onExited: () => void takeNotification() } }}
    >
      <Alert severity={type} variant="filled" onClose={close} closeText={translate('ra.action.close')} sx={{ minWidth: 280, alignItems: 'center' }}>
        {typeof message === 'string' ? translate(message, { _: message, ...(messageArgs as object) }) : message}
      </Alert>
    </Snackbar>
  )
}
