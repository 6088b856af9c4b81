import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { LinkBase, useNotify } from 'react-admin'
import { useRef, useState } from 'react'
import type { CallResponse } from '../../model/call'
import { MAILS, type mailFormCall, previewMailCall, restoreMailCall, saveMailCall } from '../../model/mail/mail-calls'
import { useConfirm } from '../../ui/Confirm'
import { useFailure } from '../../ui/failure'
import { ChoiceSelect } from '../../ui/inputs/ChoiceSelect'
import { LazyChoiceSearch } from '../../ui/inputs/LazyChoiceSearch'
import { LazyRichText, LazyRichTextEditor } from '../../ui/inputs/LazyRichText'
import { TextBox } from '../../ui/inputs/TextBox'
import { useKeys } from '../../ui/keys'
import type { Choice } from '../../ui/lookup'
import { Badge } from '../../ui/show/Badge'
import { usePageTitle } from '../../ui/show/page-title'
import { useSay } from '../../ui/show/style'
import { useAsked } from '../console/use-asked'
import { useConsole } from '../console/console'
import { useProvider } from '../console/provider'
import { mayEditForAll } from '../session/may-open'
import { LeaveGuard } from '../form/leave-guard'
import { errorsIn } from '../provider/failure'
import { useRecordSearch } from '../console/use-record-search'

type Form = CallResponse<typeof mailFormCall>
/** Time to rest while typing before the preview follows. */
const REST_MS = 400

interface MailEditorProps {
  readonly item: Form['item']
  readonly languages: Form['languages']
  readonly onLanguage: (language: string) => void
  readonly onSaved: () => void
}

/** A template: subject and body with variables, what comes of them, and the way back to the original. */
export function MailEditor({ item, languages, onLanguage, onSaved }: MailEditorProps) {
  const say = useSay()
  const notify = useNotify()
  const fail = useFailure()
  const provider = useProvider()
  const { actor, model } = useConsole()
  const [draft, setDraft] = useState({ subject: item.subject, body: item.body })
  const [errors, setErrors] = useState<{ readonly [field: string]: string | undefined }>({})
  const [busy, setBusy] = useState(false)
  const [ask, dialog] = useConfirm()
  const [record, setRecord] = useState<Choice | null>(null)
  const preview = useAsked(
    previewMailCall,
    { id: item.id, ...draft, id_record: record === null ? null : Number(record.id) },
    REST_MS,
  )
  const find = useRecordSearch(item.about)
  const subject = useRef<HTMLInputElement>(null)
  const inBody = useRef<((text: string) => void) | null>(null)
  const last = useRef<'subject' | 'body'>('body')
  usePageTitle(item.name, 0)
  const disabled = busy || !mayEditForAll(actor, model, MAILS)
  const isDirty = draft.subject !== item.subject || draft.body !== item.body
  const write = (change: Partial<typeof draft>): void => {
    setErrors({})
    setDraft((now) => ({ ...now, ...change }))
  }
  const run = async (work: () => Promise<{ readonly msg: string }>): Promise<void> => {
    setBusy(true)
    try {
      notify((await work()).msg, { type: 'success' })
      onSaved()
    } catch (failure) {
      const found = errorsIn(failure)
      setErrors(found)
      if (found['subject'] === undefined && found['body'] === undefined) fail(failure)
    } finally {
      setBusy(false)
    }
  }
  const save = (): void => {
    if (isDirty && !disabled)
      void run(() => provider.call(saveMailCall, { id: item.id, language: item.language, ...draft }))
  }
  const restore = async (): Promise<void> => {
    if (
      !(await ask({
        title: say('mails.restore'),
        text: say('mails.restore_text'),
        accept: say('mails.restore'),
        danger: true,
      }))
    )
      return
    await run(() => provider.call(restoreMailCall, { id: item.id, language: item.language }))
  }
  /** A variable goes where the cursor stood last: in the subject or, by default, in the body. */
  const insert = (key: string): void => {
    const piece = `%{${key}}`
    const box = subject.current
    if (last.current === 'body' || !box) return inBody.current?.(piece)
    const [from, to] = [box.selectionStart ?? draft.subject.length, box.selectionEnd ?? draft.subject.length]
    write({ subject: draft.subject.slice(0, from) + piece + draft.subject.slice(to) })
    // Once the new text stands there.
    setTimeout(() => {
      box.focus()
      box.setSelectionRange(from + piece.length, from + piece.length)
    })
  }
  useKeys([{ keys: 'ctrl+s', label: say('mails.save'), run: save }])
  return (
    <Box
      sx={{
        p: { xs: 1.5, md: 2 },
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
        alignItems: 'start',
      }}
    >
      <LeaveGuard isDirty={isDirty} />
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Box sx={{ flex: 1, minWidth: 200 }}>
            <Typography variant="h1">{item.name}</Typography>
            <Link component={LinkBase} to={`/${MAILS}`} variant="body2">
              {say('mails.back')}
            </Link>
          </Box>
          {item.changed && <Badge color="info">{say('mails.changed')}</Badge>}
          <Button color="inherit" disabled={disabled || !item.changed} onClick={() => void restore()}>
            {say('mails.restore')}
          </Button>
          <Button variant="contained" loading={busy} disabled={disabled || !isDirty} onClick={save}>
            {say('mails.save')}
          </Button>
        </Stack>
        <ChoiceSelect
          source="language"
          label={say('mails.language')}
          required
          disabled={busy}
          value={item.language}
          onChange={onLanguage}
          options={languages.map(({ id, name, changed }) => ({
            value: id,
            label: changed ? `${name} · ${say('mails.changed')}` : name,
          }))}
        />
        <TextBox
          source="subject"
          inputRef={subject}
          onFocus={() => {
            last.current = 'subject'
          }}
          label={say('mails.subject')}
          required
          disabled={disabled}
          maxLength={160}
          text={draft.subject}
          error={errors['subject']}
          onText={(subject) => write({ subject })}
        />
        <Box
          onFocus={() => {
            last.current = 'body'
          }}
        >
          <LazyRichTextEditor
            source="body"
            label={say('mails.body')}
            required
            disabled={disabled}
            html={draft.body}
            error={errors['body']}
            onHtml={(body) => write({ body })}
            inserter={inBody}
          />
        </Box>
        <Box role="group" aria-label={say('mails.insert')}>
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mb: 0.5 }}>
            {say('mails.insert')}
          </Typography>
          <Stack direction="row" sx={{ gap: 0.75, flexWrap: 'wrap' }}>
            {item.vars.map(({ key, name, required }) => (
              <Chip
                key={key}
                size="small"
                disabled={disabled}
                label={`${name} · %{${key}}${required ? ' *' : ''}`}
                onClick={() => insert(key)}
              />
            ))}
          </Stack>
        </Box>
      </Box>
      <Paper component="section" variant="outlined" aria-label={say('mails.preview')} sx={{ p: 2, minWidth: 0 }}>
        <Typography variant="subtitle2" component="h2">
          {say('mails.preview')}
        </Typography>
        {item.about && (
          <Box sx={{ my: 1 }}>
            <LazyChoiceSearch
              source="record"
              label={say('alerts.record')}
              help={say('alerts.record_help')}
              required={false}
              disabled={false}
              find={find}
              error={errorsIn(preview.failure)['id_record']}
              chosen={
                record ??
                (preview.answer && preview.answer.id_record !== null
                  ? { id: preview.answer.id_record, label: preview.answer.title }
                  : null)
              }
              onChoose={setRecord}
            />
          </Box>
        )}
        {preview.answer && (
          <>
            <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mb: 1 }}>
              {say('mails.preview_to', { recipient: preview.answer.recipient })}
            </Typography>
            <Typography sx={{ fontWeight: 600, mb: 1, overflowWrap: 'anywhere' }}>{preview.answer.subject}</Typography>
            <LazyRichText html={preview.answer.html} />
          </>
        )}
      </Paper>
      {dialog}
    </Box>
  )
}
