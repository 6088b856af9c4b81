import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useNotify } from 'react-admin'
import { useState } from 'react'
import { FailedNotice } from '../console/FailedNotice'
import type { CallResponse } from '../../model/call'
import { mailSettingsCall, saveMailSettingsCall, tryMailSettingsCall } from '../../model/mail/mail-settings-calls'
import { useFailure } from '../../ui/failure'
import { TextBox } from '../../ui/inputs/TextBox'
import { useKeys } from '../../ui/keys'
import { usePageTitle } from '../../ui/show/page-title'
import { useSay } from '../../ui/show/style'
import { useProvider } from '../console/provider'
import { useCall } from '../console/use-call'
import { LeaveGuard } from '../form/leave-guard'
import { PageLoading } from '../layout/PageLoading'
import { errorsIn, failureText } from '../provider/failure'

type Item = CallResponse<typeof mailSettingsCall>['item']
type Draft = { readonly [field in Exclude<keyof Item, 'mail_password_set'> | 'mail_password']: string }

const MAX_CHARS = 255

/** `/settings/mail`: the server that sends mails, and a trial of it. */
export default function MailSettingsPage() {
  const say = useSay()
  usePageTitle(say('modules.settings_mail'))
  const { answer, failure, busy, retry } = useCall(mailSettingsCall, {})
  if (failure !== null) return <FailedNotice page failure={failure} onRetry={retry} />
  if (!answer || busy) return <PageLoading />
  return <MailSettingsForm item={answer.item} onSaved={retry} />
}

const draftOf = ({ mail_sender, mail_bcc, mail_auth, mail_host, mail_username }: Item): Draft => ({
  mail_sender: mail_sender ?? '',
  mail_bcc: mail_bcc ?? '',
  mail_auth: mail_auth ?? '0',
  mail_host: mail_host ?? '',
  mail_username: mail_username ?? '',
  mail_password: '',
})

function MailSettingsForm({ item, onSaved }: { readonly item: Item; readonly onSaved: () => void }) {
  const say = useSay()
  const notify = useNotify()
  const fail = useFailure()
  const provider = useProvider()
  const [draft, setDraft] = useState(() => draftOf(item))
  const [errors, setErrors] = useState<{ readonly [field: string]: string | undefined }>({})
  const [busy, setBusy] = useState<'save' | 'try' | null>(null)
  const [tried, setTried] = useState<{ readonly good: boolean; readonly text: string } | null>(null)
  const stored = draftOf(item)
  const isDirty = (Object.keys(draft) as (keyof Draft)[]).some((key) => draft[key] !== stored[key])
  const logsIn = draft.mail_auth === '1'
  const write = (field: keyof Draft, value: string): void => {
    setErrors(({ [field]: _mended, ...rest }) => rest)
    setDraft((now) => ({ ...now, [field]: value }))
  }
  const save = async (): Promise<void> => {
    if (!isDirty || busy) return
    setBusy('save')
    setTried(null)
    try {
      notify((await provider.call(saveMailSettingsCall, draft)).msg, { type: 'success' })
      onSaved()
    } catch (error) {
      setErrors(errorsIn(error))
      if (Object.keys(errorsIn(error)).length === 0) fail(error)
    } finally {
      setBusy(null)
    }
  }
  const trial = async (): Promise<void> => {
    setBusy('try')
    setTried(null)
    try {
      setTried({ good: true, text: (await provider.call(tryMailSettingsCall, {})).msg })
    } catch (error) {
      setTried({ good: false, text: failureText(error, say) })
    } finally {
      setBusy(null)
    }
  }
  useKeys([{ keys: 'ctrl+s', label: say('form.save'), run: () => void save() }])
  const box = (
    field: keyof Draft,
    {
      required = false,
      help,
      type,
    }: { readonly required?: boolean; readonly help?: string; readonly type?: 'password' } = {},
  ) => (
    <TextBox
      source={field}
      label={say(`mail_settings.${field}`)}
      text={draft[field]}
      onText={(text) => write(field, text)}
      error={errors[field]}
      help={help}
      required={required}
      disabled={busy !== null}
      maxLength={MAX_CHARS}
      {...(type !== undefined && { type, autoComplete: 'new-password' })}
    />
  )
  return (
    <Box sx={{ p: { xs: 1.5, md: 2 }, width: 1, maxWidth: 760, display: 'grid', gap: 2 }}>
      <LeaveGuard isDirty={isDirty} />
      <Typography variant="h1">{say('modules.settings_mail')}</Typography>
      <Paper
        variant="outlined"
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        sx={{ p: { xs: 2, md: 3 }, display: 'grid', gap: 2 }}
      >
        {box('mail_sender', { required: logsIn || draft.mail_host !== '', help: say('mail_settings.sender_help') })}
        {box('mail_bcc', { help: say('mail_settings.bcc_help') })}
        {box('mail_host', { required: logsIn, help: say('mail_settings.host_help') })}
        <FormControlLabel
          control={
            <Switch
              checked={logsIn}
              disabled={busy !== null}
              onChange={(event) => write('mail_auth', event.target.checked ? '1' : '0')}
            />
          }
          label={say('mail_settings.mail_auth')}
        />
        {logsIn && (
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}>
            {box('mail_username', { required: true })}
            {box('mail_password', {
              required: !item.mail_password_set,
              type: 'password',
              ...(item.mail_password_set && { help: say('mail_settings.password_kept') }),
            })}
          </Box>
        )}
        {tried && (
          <Alert severity={tried.good ? 'success' : 'error'} sx={{ overflowWrap: 'anywhere' }}>
            {tried.text}
          </Alert>
        )}
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          <Button type="submit" variant="contained" loading={busy === 'save'} disabled={!isDirty || busy !== null}>
            {say('form.save')}
          </Button>
          <Button
            variant="outlined"
            loading={busy === 'try'}
            disabled={isDirty || busy !== null}
            onClick={() => void trial()}
          >
            {say('mail_settings.try')}
          </Button>
          {isDirty && (
            <Typography variant="body2" sx={{ alignSelf: 'center', color: 'text.secondary' }}>
              {say('mail_settings.save_first')}
            </Typography>
          )}
        </Stack>
      </Paper>
    </Box>
  )
}
