import Alert from '@mui/material/Alert'
import Snackbar from '@mui/material/Snackbar'
import { useNotificationContext, useTranslate, type NotificationPayload } from 'react-admin'
import { useState } from 'react'

// Spec §9.
const SHOWN_MS = 6000
const LOW = { top: 'auto', bottom: 72 }

/**
 * Shows the messages of react-admin's `useNotify` one after another: top centre, six seconds, less when the next one
 * waits.
 */
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
      // On a phone, what stays longer (an undo) leaves the toolbar free, and everything the title of an open dialog;
      // and the buttons at the lower edge.
      sx={{
        '@media (max-width: 599.95px)': {
          [autoHideDuration !== null && autoHideDuration > SHOWN_MS ? '&' : 'body:has([role=dialog]) &']: LOW,
        },
      }}
      slotProps={{ transition: { onExited: () => void takeNotification() } }}
    >
      <Alert
        severity={type}
        variant="filled"
        onClose={close}
        closeText={translate('ra.action.close')}
        sx={{ minWidth: 280, alignItems: 'center' }}
      >
        {typeof message === 'string' ? translate(message, { _: message, ...(messageArgs as object) }) : message}
      </Alert>
    </Snackbar>
  )
}
