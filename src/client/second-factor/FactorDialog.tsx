import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Button from '@mui/material/Button'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import { KeyLayer } from '../../ui/keys'
import { useSay } from '../../ui/show/style'
import { CodesShown } from './CodesShown'
import { EnrolSteps } from './EnrolSteps'

/**
 * Turns the second factor on and then shows its recovery codes; or shows new ones. A click beside the dialog loses
 * neither.
 */
export default function FactorDialog({
  renewed,
  onClose,
  onOn,
}: {
  renewed: readonly string[] | null
  onClose: () => void
  onOn: () => void
}) {
  const say = useSay()
  const id = useId()
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const [codes, setCodes] = useState(renewed)
  const done = (made: readonly string[]): void => {
    onOn()
    // Those of a passkey go on.
    if (made.length > 0) setCodes(made)
    else onClose()
  }
  return (
    <Dialog
      open
      maxWidth="xs"
      fullWidth
      fullScreen={phone}
      aria-labelledby={id}
      onClose={(_event, why) => why === 'escapeKeyDown' && codes === null && onClose()}
    >
      <KeyLayer>
        <DialogTitle id={id} variant="h2">
          {say(codes ? 'second_factor.codes_title' : 'second_factor.enrol')}
        </DialogTitle>
        <DialogContent>
          {codes ? (
            <CodesShown codes={codes} onClose={onClose} />
          ) : (
            <EnrolSteps
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
