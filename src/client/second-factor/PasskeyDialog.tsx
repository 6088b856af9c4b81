import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useNotify } from 'react-admin'
import { useId, useState } from 'react'
import { KeyLayer } from '../../ui/keys'
import { useSay } from '../../ui/show/style'
import { CodesShown } from './CodesShown'
import { PasskeyForm } from './PasskeyForm'

interface DialogProps {
  /** Null: a new one. */
  readonly of: { readonly id: number; readonly name: string } | null
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Adds a passkey and then shows the recovery codes that came with it; or gives one another name. */
export default function PasskeyDialog({ of, onClose, onDone }: DialogProps) {
  const say = useSay()
  const id = useId()
  const notify = useNotify()
  const [codes, setCodes] = useState<readonly string[]>([])
  const done = (msg: string, made: readonly string[]): void => {
    notify(msg, { type: 'success' })
    onDone()
    if (made.length > 0) setCodes(made)
    else onClose()
  }
  const title =
    codes.length > 0
      ? say('second_factor.codes_title')
      : of
        ? say('second_factor.passkey_rename', { name: of.name })
        : say('second_factor.passkey_add')
  return (
    <Dialog
      open
      maxWidth="xs"
      fullWidth
      aria-labelledby={id}
      onClose={(_event, why) => why === 'escapeKeyDown' && codes.length === 0 && onClose()}
    >
      <KeyLayer>
        <DialogTitle id={id} variant="h2">
          {title}
        </DialogTitle>
        <DialogContent>
          {codes.length > 0 ? (
            <CodesShown codes={codes} onClose={onClose} />
          ) : (
            <PasskeyForm
              of={of}
              onDone={done}
              beside={
                <Button color="inherit" onClick={onClose}>
                  {say('confirm.cancel')}
                </Button>
              }
            />
          )}
        </DialogContent>
      </KeyLayer>
    </Dialog>
  )
}
