import Alert from '@mui/material/Alert'
import Snackbar from '@mui/material/Snackbar'
import { useNotificationContext, useTranslate, type NotificationPayload } from 'react-admin'
import { useEffect, useState } from 'react'

// Spec §9.
const SHOWN_MS = 6000

/** Says, one after another, what react-admin's `useNotify` was told: top centre, six seconds. */
export function MessageBar() {
  const { notifications, takeNotification } = useNotificationContext()
  const translate = useTranslate()
  const [said, setSaid] = useState<NotificationPayload | null>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (notifications.length === 0) return
    // The next one waits until the present one has left, which it is asked to do.
    if (said) setOpen(false)
    else {
      setSaid(takeNotification() ?? null)
      setOpen(true)
    }
  }, [notifications, said, takeNotification])
  if (!said) return null
  const { message, type, notificationOptions } = said
  return (
    <Snackbar
      open={open}
      autoHideDuration={notificationOptions?.autoHideDuration === undefined ? SHOWN_MS : notificationOptions.autoHideDuration}
      anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
      onClose={(_, reason) => reason !== 'clickaway' && setOpen(false)}
      slotProps={{ transition: { onExited: () => setSaid(null) } }}
    >
      <Alert severity={type} variant="filled" onClose={() => setOpen(false)} closeText={translate('ra.action.close')} sx={{ minWidth: 280, alignItems: 'center' }}>
        {typeof message === 'string' ? translate(message, { _: message, ...(notificationOptions?.messageArgs as object) }) : message}
      </Alert>
    </Snackbar>
  )
}
