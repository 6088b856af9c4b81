import CopyIcon from '@mui/icons-material/ContentCopy'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId, useRef, useState } from 'react'
import { copied } from '../../ui/copied'
import { KeyLayer } from '../../ui/keys'
import { useSay } from '../../ui/show/style'

/** A new key, the only time that it is seen: a click beside the dialog does not lose it. */
export function KeyShown({ of: key, name, onClose }: { of: string; name: string; onClose: () => void }) {
  const say = useSay()
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const [done, setDone] = useState<boolean | null>(null)
  const copy = async (): Promise<void> => setDone(await copied(key, box.current))
  return (
    <Dialog open maxWidth="sm" fullWidth aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <KeyLayer>
        <DialogTitle id={`${id}-title`} variant="h2">
          {say('keys.show_title')}: {name}
        </DialogTitle>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
          <Alert id={`${id}-text`} severity="warning">
            {say('keys.once')}
          </Alert>
          <TextField
            value={key}
            label={say('keys.your_key')}
            fullWidth
            size="small"
            inputRef={box}
            multiline
            autoComplete="off"
            slotProps={{
              htmlInput: {
                readOnly: true,
                spellCheck: false,
                style: { fontFamily: 'monospace', fontSize: 13, overflowWrap: 'anywhere' },
              },
              inputLabel: { shrink: true },
            }}
            onFocus={(event) => event.target.select()}
          />
          <div role="status" aria-live="polite">
            {done !== null && (
              <Alert severity={done ? 'success' : 'error'}>{say(done ? 'keys.copied' : 'keys.uncopied')}</Alert>
            )}
          </div>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button color="inherit" onClick={onClose}>
            {say('keys.done')}
          </Button>
          <Button variant="contained" startIcon={<CopyIcon />} onClick={() => void copy()} autoFocus>
            {say('keys.copy')}
          </Button>
        </DialogActions>
      </KeyLayer>
    </Dialog>
  )
}
