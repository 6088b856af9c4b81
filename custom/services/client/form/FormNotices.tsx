import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { ConflictQuestion, RestoredNotice } from '#engine/client'
import { useSay } from '#engine/ui'
import { useService } from './service-context'
import type { ServiceFormData } from './use-form-data'
import type { ServiceSaving } from './use-service-saving'

interface FormNoticesProps {
  readonly saver: Pick<ServiceSaving, 'conflict' | 'refusal'>
  readonly isRestored: boolean
  /** Goes on with what somebody else saved; `mine`: with one's own changes on top of it. */
  readonly onTake: (theirs: ServiceFormData, mine: boolean) => void
  readonly onDiscard: () => void
}

// The notice is above the fields, which may be scrolled far down on saving.
const bringUp = (notice: HTMLElement | null): void => notice?.scrollIntoView({ block: 'nearest' })

/** Notices above the fields: it may not be changed, it was restored, it was refused, somebody else saved it. */
export function FormNotices({ saver: { conflict, refusal }, isRestored, onTake, onDiscard }: FormNoticesProps) {
  const say = useSay()
  const { data, errors, focus, isLocked } = useService()
  const wrong = Object.entries(errors).flatMap(([source, text]) => (text ? [[source, text] as const] : []))
  // The server tells its first field's error as the whole refusal: it stands at its field already.
  const isToldBelow = !refusal || wrong.some(([, text]) => refusal.message.includes(text))
  if (!isLocked && !isRestored && !conflict && !refusal && wrong.length === 0) return null
  return (
    <Box sx={{ px: 2, pb: 1.5, display: 'grid', gap: 1 }}>
      {isLocked && (
        <Alert severity="info">{say(data.may.edit ? 'services.form.locked' : 'services.form.read_only')}</Alert>
      )}
      {isRestored && <RestoredNotice onDiscard={onDiscard} />}
      {conflict && <ConflictQuestion conflict={conflict} onTake={onTake} autoFocus />}
      {(refusal || wrong.length > 0) && (
        <Alert ref={wrong.length === 0 ? bringUp : undefined} severity="error">
          {isToldBelow ? say('form.invalid', { smart_count: wrong.length }) : refusal.message}
          {wrong.length > 0 && (
            <Box component="ul" sx={{ m: 0, mt: 0.5, paddingInlineStart: 2 }}>
              {wrong.map(([source, text]) => (
                <li key={source}>
                  <Link
                    component="button"
                    type="button"
                    color="inherit"
                    sx={{ verticalAlign: 'baseline', textAlign: 'start' }}
                    onClick={() => focus(source)}
                  >
                    {text}
                  </Link>
                </li>
              ))}
            </Box>
          )}
        </Alert>
      )}
    </Box>
  )
}
