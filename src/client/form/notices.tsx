import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import { dateTimeText } from '../../ui/show/date-text'
import { useDisplayStyle, useSay } from '../../ui/show/style'
import type { Conflict } from './conflict'

/** Says that a draft was restored after a reload, with a button to discard it. */
export function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  const say = useSay()
  return (
    <Alert
      severity="info"
      action={
        <Button size="small" color="inherit" onClick={onDiscard}>
          {say('form.draft_discard')}
        </Button>
      }
    >
      {say('form.draft')}
    </Alert>
  )
}

interface ConflictQuestionProps<Theirs> {
  readonly conflict: Conflict<Theirs>
  /** Continues with what somebody else saved; `mine`: with one's own changes on top of it. */
  readonly onTake: (theirs: Theirs, mine: boolean) => void
  /** Takes the focus, since the fields below may be scrolled far down. */
  readonly autoFocus?: boolean
  /** What they changed. */
  readonly children?: ReactNode
}

/** Who saved it meanwhile and when, and the choice: their record, or theirs with one's own changes on top. */
export function ConflictQuestion<Theirs>({
  conflict: { theirs, message, by, at },
  onTake,
  autoFocus = false,
  children,
}: ConflictQuestionProps<Theirs>) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const date = at && dateTimeText(at, zone)
  const who = date && (by ? say('form.conflict_who', { name: by, date }) : say('form.conflict_when', { date }))
  return (
    <Alert
      ref={autoFocus ? takeFocus : undefined}
      tabIndex={autoFocus ? -1 : undefined}
      severity="warning"
      role="alertdialog"
      aria-label={say('form.conflict_title')}
    >
      <b>{say('form.conflict_title')}</b>
      <div>{who ?? message}</div>
      {children}
      <Stack direction="row" sx={{ gap: 1, mt: 1, flexWrap: 'wrap' }}>
        <Button size="small" variant="outlined" color="inherit" onClick={() => onTake(theirs, false)}>
          {say('form.conflict_theirs')}
        </Button>
        <Button size="small" variant="outlined" color="inherit" onClick={() => onTake(theirs, true)}>
          {say('form.conflict_mine')}
        </Button>
      </Stack>
    </Alert>
  )
}

const takeFocus = (notice: HTMLElement | null): void => notice?.focus()
