import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { useId, useState } from 'react'
import { useProvider } from '../../console/provider'
import { useLive } from '../../console/use-live'
import { KeyLayer } from '../../../ui/keys'
import { useScope } from '../scope'

const ASK_EVERY_MS = 700

/** The progress of a change of many records, with a button to stop it; records changed already stay changed. */
export default function BulkProgress({ run, total }: { run: string; total: number }) {
  const translate = useTranslate()
  const provider = useProvider()
  const { resource } = useScope()
  const id = useId()
  const [stopping, setStopping] = useState(false)
  const { answer } = useLive(['bulk', run], () => provider.bulkProgress(resource.name, run), { every_ms: ASK_EVERY_MS })
  const done = (answer?.done ?? 0) + (answer?.refused ?? 0)
  // The first answer may come before the run has begun.
  const of = answer?.total || total
  const stop = async () => {
    setStopping(true)
    await provider.bulkStop(resource.name, run).catch(() => setStopping(false))
  }
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby={id}>
      <KeyLayer>
        <DialogTitle id={id} variant="h2">
          {translate('bulk.working', { total: of })}
        </DialogTitle>
        <DialogContent>
          <LinearProgress
            variant="determinate"
            value={of === 0 ? 0 : Math.min(100, (done / of) * 100)}
            aria-labelledby={id}
            sx={{ my: 1, height: 6, borderRadius: 3 }}
          />
          <Typography
            variant="body2"
            role="status"
            sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
          >
            {translate('bulk.progress', { done, total: of })}
          </Typography>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button color="inherit" onClick={() => void stop()} disabled={stopping}>
            {translate(stopping ? 'bulk.stopping' : 'bulk.stop')}
          </Button>
        </DialogActions>
      </KeyLayer>
    </Dialog>
  )
}
