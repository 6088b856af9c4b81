import CopyIcon from '@mui/icons-material/ContentCopy'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useNotify } from 'react-admin'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import type { CallResponse } from '#engine/model'
import { type DialogProps, FailedAlert, useProvider } from '#engine/client'
import { copied, useFailure, useSay } from '#engine/ui'
import { revokeShareCall, urlShareCall } from '../model/share-calls'

/** Makes a link to the public page of a ride, to be given to the person waiting, and closes all its links. */
export default function ShareLinkDialog({ record, onClose }: DialogProps) {
  const say = useSay()
  const provider = useProvider()
  const notify = useNotify()
  const fail = useFailure()
  const titleId = useId()
  const id = Number(record?.['id'])
  const [link, setLink] = useState<CallResponse<typeof urlShareCall> | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const box = useRef<HTMLInputElement>(null)
  const make = useCallback(() => {
    setFailure(null)
    provider.call(urlShareCall, { id }).then(setLink, setFailure)
  }, [provider, id])
  // The link is made once, however often the dialog renders.
  const asked = useRef(false)
  useEffect(() => {
    if (!asked.current) make()
    asked.current = true
  }, [make])
  // If the server's address is not set, it is the address of this console.
  const url = link ? new URL(link.url, window.location.origin).href : ''
  const copy = async (): Promise<void> => {
    if (!(await copied(url, box.current))) return fail(new Error(say('tracking.share.not_copied')))
    notify(say('tracking.share.copied'), { type: 'success' })
  }
  const revoke = async (): Promise<void> => {
    try {
      const { msg } = await provider.call(revokeShareCall, { id })
      notify(msg ?? say('tracking.revoked'), { type: 'success' })
      onClose()
    } catch (cause) {
      fail(cause)
    }
  }
  return (
    <Dialog open onClose={() => onClose()} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId} variant="h2">
        {say('tracking.share.title', { id })}
      </DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>{say('tracking.share.text', { hours: link?.hours ?? 24 })}</DialogContentText>
        {failure !== null && <FailedAlert failure={failure} onRetry={make} />}
        {failure === null && !link && <Skeleton variant="rounded" height={40} />}
        {link && (
          <>
            <TextField
              value={url}
              label={say('tracking.share.link')}
              fullWidth
              size="small"
              inputRef={box}
              slotProps={{ htmlInput: { readOnly: true }, inputLabel: { shrink: true } }}
              onFocus={(event) => event.target.select()}
            />
            <Link
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              variant="body2"
              sx={{ display: 'inline-block', mt: 1 }}
            >
              {say('tracking.share.open')}
            </Link>
          </>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', gap: 1 }}>
        <Button color="error" onClick={() => void revoke()} disabled={!link} sx={{ marginInlineEnd: 'auto' }}>
          {say('tracking.share.revoke')}
        </Button>
        <Button color="inherit" onClick={() => onClose()}>
          {say('form.close')}
        </Button>
        <Button variant="contained" startIcon={<CopyIcon />} onClick={() => void copy()} disabled={!link} autoFocus>
          {say('tracking.share.copy')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
