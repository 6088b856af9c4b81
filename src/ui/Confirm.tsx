import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useCallback, useId, useState, type ReactNode } from 'react'
import { KeyLayer } from './keys'
import { useSay } from './show/style'

export interface Question {
  readonly title: string
  readonly text?: string
  /** Label of the accepting button; default 'Aceptar'. */
  readonly accept?: string
  readonly cancel?: string
  readonly danger?: boolean
}

/**
 * Asks before something is done.
 * @returns a function that resolves to the answer, and the dialog to put into the page
 */
export function useConfirm(): readonly [ask: (question: Question) => Promise<boolean>, dialog: ReactNode] {
  const [asked, setAsked] = useState<{ readonly question: Question; readonly answer: (yes: boolean) => void } | null>(
    null,
  )
  const [open, setOpen] = useState(false)
  const ask = useCallback(
    (question: Question) =>
      new Promise<boolean>((answer) => {
        setAsked({ question, answer })
        setOpen(true)
      }),
    [],
  )
  const settle = (yes: boolean) => {
    setOpen(false)
    asked?.answer(yes)
  }
  const dialog = asked && <ConfirmDialog open={open} question={asked.question} onAnswer={settle} />
  return [ask, dialog]
}

function ConfirmDialog({
  open,
  question,
  onAnswer,
}: {
  open: boolean
  question: Question
  onAnswer: (yes: boolean) => void
}) {
  const say = useSay()
  const id = useId()
  return (
    <Dialog
      open={open}
      onClose={() => onAnswer(false)}
      role="alertdialog"
      maxWidth="xs"
      fullWidth
      aria-labelledby={`${id}-title`}
      aria-describedby={question.text && `${id}-text`}
    >
      <KeyLayer question>
        <DialogTitle id={`${id}-title`} variant="h2" sx={{ pb: 1 }}>
          {question.title}
        </DialogTitle>
        {question.text && (
          <DialogContent sx={{ pb: 1 }}>
            <DialogContentText id={`${id}-text`} variant="body1" sx={{ whiteSpace: 'pre-line' }}>
              {question.text}
            </DialogContentText>
          </DialogContent>
        )}
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={() => onAnswer(false)} color="inherit" autoFocus={question.danger}>
            {question.cancel ?? say('confirm.cancel')}
          </Button>
          <Button
            onClick={() => onAnswer(true)}
            variant="contained"
            color={question.danger ? 'error' : 'primary'}
            autoFocus={!question.danger}
          >
            {question.accept ?? say('confirm.accept')}
          </Button>
        </DialogActions>
      </KeyLayer>
    </Dialog>
  )
}
