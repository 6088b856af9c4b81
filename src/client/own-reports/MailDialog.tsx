import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { useId, useState } from 'react'
import type { ReportKept } from '../../model/own-report'
import { ChoiceSelect } from '../../ui/inputs/ChoiceSelect'
import { KeyLayer } from '../../ui/keys'
import { hourText, weekdayText } from '../../ui/show/date-text'
import { useDisplayStyle } from '../../ui/show/style'

const DAYS = [1, 2, 3, 4, 5, 6, 7]
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/**
 * Whether a report comes by mail, and at what hour of the week.
 * @param onSave resolves to a sentence where it is refused
 */
export function MailDialog({
  kept,
  onSave,
  onClose,
}: {
  kept: ReportKept
  onSave: (change: Partial<ReportKept>) => Promise<string | null>
  onClose: () => void
}) {
  const translate = useTranslate()
  const { language } = useDisplayStyle()
  const id = useId()
  const [draft, setDraft] = useState({ ...kept, mail: true })
  const [wrong, setWrong] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    const refused = await onSave({ mail: draft.mail, weekday: draft.weekday, hour: draft.hour })
    setBusy(false)
    if (refused === null) onClose()
    else setWrong(refused)
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <KeyLayer>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <DialogTitle id={id} variant="h2">
            {translate('own_reports.mail')}
          </DialogTitle>
          <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {translate('own_reports.mail_help')}
            </Typography>
            <FormControlLabel
              label={translate('own_reports.mail_on')}
              control={
                <Switch autoFocus checked={draft.mail} onChange={(_event, mail) => setDraft({ ...draft, mail })} />
              }
            />
            <ChoiceSelect
              source="weekday"
              label={translate('own_reports.weekday')}
              value={String(draft.weekday)}
              required
              disabled={!draft.mail}
              options={DAYS.map((day) => ({ value: String(day), label: weekdayText(day - 1, language) }))}
              onChange={(day) => setDraft({ ...draft, weekday: Number(day) })}
            />
            <ChoiceSelect
              source="hour"
              label={translate('own_reports.hour')}
              value={String(draft.hour)}
              required
              disabled={!draft.mail}
              options={HOURS.map((hour) => ({ value: String(hour), label: hourText(hour) }))}
              onChange={(hour) => setDraft({ ...draft, hour: Number(hour) })}
            />
            {wrong !== null && (
              <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
                {wrong}
              </Typography>
            )}
          </DialogContent>
          <DialogActions sx={{ px: 3, pb: 2 }}>
            <Button color="inherit" onClick={onClose}>
              {translate('own_reports.cancel')}
            </Button>
            <Button type="submit" variant="contained" loading={busy}>
              {translate('own_reports.save')}
            </Button>
          </DialogActions>
        </form>
      </KeyLayer>
    </Dialog>
  )
}
