import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import type { ShellCalls } from '../provider/shell-calls'
import { KeyLayer } from '../../ui/keys'
import { useSay } from '../../ui/show/style'
import { SureForm } from './SureForm'

/** Asks for the user's own password, or a passkey, before a sensitive call is made again. */
export default function ConfirmDialog({ calls, onAnswer }: { calls: ShellCalls; onAnswer: (sure: boolean) => void }) {
  const say = useSay()
  const id = useId()
  return (
    <Dialog
      open
      onClose={() => onAnswer(false)}
      maxWidth="xs"
      fullWidth
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <KeyLayer question>
        <DialogTitle id={`${id}-title`} variant="h2" sx={{ pb: 1 }}>
          {say('sure.title')}
        </DialogTitle>
        <DialogContent>
          <DialogContentText id={`${id}-text`} variant="body1" sx={{ mb: 2 }}>
            {say('sure.text')}
          </DialogContentText>
          <SureForm
            calls={calls}
            accept={say('sure.accept')}
            onAnswer={onAnswer}
            beside={<Button onClick={() => onAnswer(false)}>{say('ra.action.cancel')}</Button>}
          />
        </DialogContent>
      </KeyLayer>
    </Dialog>
  )
}
