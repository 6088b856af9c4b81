import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useNotify } from 'react-admin'
import { sendCall } from '../../messages/model'
import { useProvider, useSaving } from '#engine/client'
import { dateText, hourText } from '#engine/model'
import { KeyLayer, TextBox, useSay } from '#engine/ui'
import type { ShortHours } from './short-hours'

/** `type_user` of drivers. */
const DRIVERS = '2'
const MAX_SUBJECT = 120
const MAX_BODY = 500

interface Props {
  readonly date: string
  readonly short: readonly ShortHours[]
  readonly id_branch: number | null
  /** @param told they were */
  readonly onClose: (told: boolean) => void
}

/**
 * Asks all drivers (of the branch) in the bell of their application to come when they will lack; the words are the
 * sender's.
 */
export default function TellDrivers({ date, short, id_branch, onClose }: Props) {
  const say = useSay()
  const provider = useProvider()
  const notify = useNotify()
  const title = useId()
  const times = short
    .map(({ from, until }) => say('forecast.from_until', { from: hourText(from), until: hourText(until) }))
    .join(', ')
  const [subject, setSubject] = useState(() => say('forecast.subject', { date: dateText(date) }))
  const [body, setBody] = useState(() => say('forecast.body', { date: dateText(date), times }))
  const saving = useSaving<{ readonly msg: string }, never>(({ msg }) => {
    notify(msg, { type: 'success' })
    onClose(true)
  })
  const errors = saving.refusal?.errors ?? {}
  const send = (): void =>
    saving.save(() =>
      provider.call(sendCall, {
        to_kind: 'filter',
        to_type: DRIVERS,
        id_branch,
        subject,
        body,
        by_bell: 1,
        by_push: 1,
      }),
    )
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={() => onClose(false)} aria-labelledby={title}>
      <KeyLayer late>
        <DialogTitle id={title}>{say('forecast.tell')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Typography variant="body2" color="text.secondary">
            {say(id_branch === null ? 'forecast.to_all' : 'forecast.to_branch')}
          </Typography>
          <TextBox
            source="subject"
            required={false}
            disabled={saving.busy}
            label={say('forecast.subject_label')}
            text={subject}
            onText={(text) => {
              setSubject(text)
              saving.settle()
            }}
            maxLength={MAX_SUBJECT}
            error={errors['subject']}
          />
          <TextBox
            source="body"
            disabled={saving.busy}
            label={say('forecast.body_label')}
            text={body}
            onText={(text) => {
              setBody(text)
              saving.settle()
            }}
            maxLength={MAX_BODY}
            minRows={3}
            required
            error={errors['body']}
          />
          {saving.refusal && !errors['body'] && !errors['subject'] && (
            <Typography role="alert" color="error" variant="body2">
              {saving.refusal.message}
            </Typography>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={() => onClose(false)} disabled={saving.busy}>
            {say('ra.action.cancel')}
          </Button>
          <Button variant="contained" onClick={send} disabled={saving.busy || body.trim() === ''}>
            {say('forecast.send')}
          </Button>
        </DialogActions>
      </KeyLayer>
    </Dialog>
  )
}
