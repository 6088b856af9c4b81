import SendIcon from '@mui/icons-material/SendOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId, useMemo, useState } from 'react'
import { alertKeysCall, previewAlertCall, tryAlertCall } from '../../model/alert-calls'
import type { JsonObject } from '../../model/json'
import { ChoiceSelect } from '../../ui/inputs/ChoiceSelect'
import { LazyChoiceSearch } from '../../ui/inputs/LazyChoiceSearch'
import { textOf } from '../../ui/inputs/TextBox'
import { KeyLayer } from '../../ui/keys'
import type { Choice } from '../../ui/lookup'
import { useSay } from '../../ui/show/style'
import { useProvider } from '../console/provider'
import { useAsked } from '../console/use-asked'
import { useCall } from '../console/use-call'
import { useLanguage } from '../layout/use-language'
import { errorsIn, failureText } from '../provider/failure'
import { useRecordSearch } from '../console/use-record-search'
import { gridRowsOf } from '../provider/grid-rows'

interface PreviewProps {
  readonly id_module: number
  readonly form: JsonObject
  /** In which language it is read at first; null: the asker's own. */
  readonly language: string | null
  readonly onClose: () => void
}

/**
 * What the message of a form would say of a real record to who reads a language, and a trial of it that reaches the
 * asker alone.
 */
export default function PreviewDialog({ id_module, form, language: first, onClose }: PreviewProps) {
  const say = useSay()
  const id = useId()
  const provider = useProvider()
  const [record, setRecord] = useState<Choice | null>(null)
  const { languages, language: own } = useLanguage()
  const [language, setLanguage] = useState(first ?? own)
  const text = gridRowsOf(form['texts']).find((row) => row['language'] === language)
  const draft = useMemo(
    () => ({
      id_module,
      language,
      channel: textOrNull(form['channel']),
      id_record: record?.id ?? null,
      // What is missing in a language's own text is said when it is saved.
      subject: textOrNull(text?.['subject']) ?? textOrNull(form['subject']),
      body: textOrNull(text?.['body']) ?? textOrNull(form['body']),
    }),
    [id_module, language, form, text, record],
  )
  const { answer, failure, busy, retry } = useAsked(previewAlertCall, draft, 0)
  const find = useRecordSearch(useCall(alertKeysCall, { id_module }).answer)
  const [sent, setSent] = useState<{ readonly text: string; readonly failed: boolean } | null>(null)
  const [sending, setSending] = useState(false)
  const send = async () => {
    // Disabled, its button would lose the focus.
    if (sending) return
    setSending(true)
    try {
      setSent({ text: (await provider.call(tryAlertCall, draft)).msg ?? '', failed: false })
    } catch (error) {
      setSent({ text: Object.values(errorsIn(error))[0] ?? failureText(error, say), failed: true })
    }
    setSending(false)
  }
  const errors = Object.values(errorsIn(failure))
  const shown = failure ? null : answer
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={`${id}-title`}>
      <KeyLayer>
        <DialogTitle id={`${id}-title`} variant="h2" sx={{ pb: 1 }}>
          {say('alerts.preview')}
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2}>
            <LazyChoiceSearch
              source="record"
              label={say('alerts.record')}
              help={say('alerts.record_help')}
              required={false}
              disabled={false}
              find={find}
              chosen={
                record ??
                (shown?.id_record === undefined || shown.id_record === null
                  ? null
                  : { id: shown.id_record, label: shown.title })
              }
              onChoose={setRecord}
            />
            {languages.length > 1 && (
              <ChoiceSelect
                source="language"
                label={say('alerts.language')}
                help={text ? undefined : say('alerts.language_default')}
                required
                disabled={false}
                value={language}
                options={languages.map(({ id: value, name }) => ({ value, label: name }))}
                onChange={setLanguage}
              />
            )}
            {failure ? (
              <Alert
                severity={errors.length > 0 ? 'warning' : 'error'}
                action={
                  errors.length === 0 && (
                    <Button color="inherit" size="small" onClick={retry}>
                      {say('actions.retry')}
                    </Button>
                  )
                }
              >
                {errors.length > 0 ? errors.map((error) => <div key={error}>{error}</div>) : failureText(failure, say)}
              </Alert>
            ) : (
              <Paper
                variant="outlined"
                aria-busy={busy}
                role="region"
                aria-label={say('alerts.preview')}
                sx={{ p: 2, minHeight: 96 }}
              >
                {shown ? (
                  <>
                    {shown.subject !== null && (
                      <Typography variant="h3" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
                        {shown.subject}
                      </Typography>
                    )}
                    <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{shown.body}</Box>
                  </>
                ) : (
                  <>
                    <Skeleton width="60%" />
                    <Skeleton />
                  </>
                )}
              </Paper>
            )}
            {sent && <Alert severity={sent.failed ? 'error' : 'success'}>{sent.text}</Alert>}
          </Stack>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap' }}>
          <Button startIcon={<SendIcon />} onClick={() => void send()} disabled={!shown} aria-busy={sending}>
            {say('alerts.try')}
          </Button>
          <Button onClick={onClose}>{say('form.close')}</Button>
        </DialogActions>
      </KeyLayer>
    </Dialog>
  )
}

const textOrNull = (value: unknown): string | null => textOf(value) || null
