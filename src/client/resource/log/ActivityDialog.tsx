import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useTranslate } from 'react-admin'
import { useId } from 'react'
import type { JsonObject } from '../../../model/json'
import { useScope } from '../scope'
import { KeyLayer } from '../../../ui/keys'
import { RecordLog } from './RecordLog'

/** The activity of a record of a list, over the list. */
export default function ActivityDialog({ record, onClose }: { record: JsonObject; onClose: () => void }) {
  const translate = useTranslate()
  const { headingOf } = useScope()
  const small = useMediaQuery('(max-width:599.95px)')
  const id = useId()
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth fullScreen={small} aria-labelledby={id}>
      <KeyLayer>
        <DialogTitle id={id} variant="h2">
          {translate('logs.title')}
          <Typography component="span" sx={{ display: 'block', color: 'text.secondary' }}>
            {headingOf(record)}
          </Typography>
        </DialogTitle>
        <DialogContent dividers>
          <RecordLog record={record} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} variant="contained" autoFocus>
            {translate('form.close')}
          </Button>
        </DialogActions>
      </KeyLayer>
    </Dialog>
  )
}
