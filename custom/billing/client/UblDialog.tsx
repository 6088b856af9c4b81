import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import { useId } from 'react'
import { type DialogProps, failureText, saveFile, useCall } from '#engine/client'
import { useSay } from '#engine/ui'
import { invoiceUblCall, noteUblCall } from '../model/invoice-calls'

/** Dialog `ubl-document`: an issued invoice or note as data for electronic invoicing, to be read and saved. */
export default function UblDialog({ resource, record, onClose }: DialogProps) {
  const say = useSay()
  const title = useId()
  const { answer, failure, retry } = useCall(
    resource === 'credit_notes' ? noteUblCall : invoiceUblCall,
    { id: Number(record?.['id']) },
    { quiet: true },
  )
  const text = answer ? JSON.stringify(answer.document, null, 2) : ''
  const number = String(record?.['number'] ?? '')
  const save = (): void => saveFile(new Blob([`${text}\n`], { type: 'application/json' }), `${number}.json`)
  return (
    <Dialog open onClose={() => onClose()} maxWidth="md" fullWidth aria-labelledby={title}>
      <DialogTitle id={title} variant="h2">
        {say('billing.ubl.title', { number })}
      </DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>{say('billing.ubl.about')}</DialogContentText>
        {failure !== null && (
          <Alert
            severity="error"
            action={
              <Button color="inherit" size="small" onClick={retry}>
                {say('actions.retry')}
              </Button>
            }
          >
            {failureText(failure, say)}
          </Alert>
        )}
        {failure === null && !answer && <Skeleton aria-busy variant="rounded" height={320} />}
        {answer && (
          <Box
            component="pre"
            tabIndex={0}
            aria-label={say('billing.ubl.title', { number })}
            sx={{
              m: 0,
              p: 1.5,
              maxHeight: '50vh',
              overflow: 'auto',
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              bgcolor: 'action.hover',
              fontSize: 12.5,
              direction: 'ltr',
            }}
          >
            {text}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => onClose()}>
          {say('ra.action.close')}
        </Button>
        <Button variant="contained" disabled={!answer} onClick={save}>
          {say('billing.ubl.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
