import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { dateTimeText, useDisplayStyle, useSay } from '#engine/ui'
import { useService } from './service-context'
import type { ServiceFormData } from './use-form-data'
import type { HeldDraft } from './use-held-draft'
import type { Saver } from './use-saving'

interface FormNoticesProps {
  readonly saver: Saver
  readonly held: HeldDraft
  /** Goes on with what somebody else saved; `mine`: with one's own changes on top of it. */
  readonly onTake: (theirs: ServiceFormData, mine: boolean) => void
  readonly onDiscard: () => void
}

// It stands over the fields, which may be scrolled far down when they are saved.
const comeTo = (notice: HTMLElement | null): void => notice?.focus()
const bringUp = (notice: HTMLElement | null): void => notice?.scrollIntoView({ block: 'nearest' })

/** What is to be known before the fields: it may not be changed, it was brought back, it was refused, somebody else saved it. */
export function FormNotices({ saver: { conflict, refusal }, held, onTake, onDiscard }: FormNoticesProps) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const { data, errors, focus, isLocked } = useService()
  const wrong = Object.entries(errors).flatMap(([source, text]) => (text ? [[source, text] as const] : []))
  const who = conflict?.at && conflict.by ? say('form.conflict_who', { name: conflict.by, date: dateTimeText(conflict.at, zone) }) : conflict?.message
  if (!isLocked && !held.isRestored && !conflict && !refusal && wrong.length === 0) return null
  return (
    <Box sx={{ px: 2, pb: 1.5, display: 'grid', gap: 1 }}>
      {isLocked && <Alert severity="info">{say(data.may.edit ? 'services.form.locked' : 'services.form.read_only')}</Alert>}
      {held.isRestored && (
        <Alert severity="info" action={<Button size="small" color="inherit" onClick={onDiscard}>{say('form.draft_discard')}</Button>}>
          {say('form.draft')}
        </Alert>
      )}
      {conflict && (
        <Alert ref={comeTo} tabIndex={-1} severity="warning" role="alertdialog" aria-label={say('form.conflict_title')}>
          <b>{say('form.conflict_title')}</b>
          <div>{who}</div>
          <Box sx={{ display: 'flex', gap: 1, mt: 1, flexWrap: 'wrap' }}>
            <Button size="small" variant="outlined" color="inherit" onClick={() => onTake(conflict.theirs, false)}>{say('form.conflict_theirs')}</Button>
            <Button size="small" variant="outlined" color="inherit" onClick={() => onTake(conflict.theirs, true)}>{say('form.conflict_mine')}</Button>
          </Box>
        </Alert>
      )}
      {(refusal || wrong.length > 0) && (
        <Alert ref={wrong.length === 0 ? bringUp : undefined} severity="error">
          {refusal?.message ?? say('form.invalid', { smart_count: wrong.length })}
          {wrong.length > 0 && (
            <Box component="ul" sx={{ m: 0, mt: 0.5, paddingInlineStart: 2 }}>
              {wrong.map(([source, text]) => (
                <li key={source}>
                  <Link component="button" type="button" color="inherit" sx={{ verticalAlign: 'baseline', textAlign: 'start' }} onClick={() => focus(source)}>{text}</Link>
                </li>
              ))}
            </Box>
          )}
        </Alert>
      )}
    </Box>
  )
}
