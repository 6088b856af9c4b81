import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useParams } from 'react-router-dom'
import { LinkBase } from 'react-admin'
import Alert from '@mui/material/Alert'
import type { Engine } from '../console/engine'
import { PageLoading } from '../layout/PageLoading'
import { errorsIn, sentenceOf, statusOf } from '../provider/failure'
import { AppLink } from '../../ui/show/AppLink'
import { Notice } from '../../ui/show/Notice'
import { useSay } from '../../ui/show/style'
import { PublicFrame } from './PublicFrame'
import Box from '@mui/material/Box'
import { PasswordBox } from './PasswordBox'

/** The new password twice; sent only when both are filled and equal (spec 2 §5). */
function ChangePasswordForm({
  failure,
  save,
}: {
  failure: unknown
  save: (password1: string, password2: string) => Promise<void>
}) {
  const say = useSay()
  const [password1, setPassword1] = useState('')
  const [password2, setPassword2] = useState('')
  const [busy, setBusy] = useState(false)
  const errors = errorsIn(failure)
  const ready = password1 !== '' && password1 === password2 && !busy
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!ready) return
    setBusy(true)
    await save(password1, password2)
    setBusy(false)
  }
  const differs = password2 !== '' && !password1.startsWith(password2) ? say('validation.password_differs') : undefined
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void submit(event)}
      sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}
    >
      {failure !== null && Object.keys(errors).length === 0 && (
        <Alert severity="error">{sentenceOf(failure) ?? say('recover.failed')}</Alert>
      )}
      <PasswordBox
        autoFocus
        name="password1"
        label={say('recover.password1')}
        autoComplete="new-password"
        value={password1}
        onChange={setPassword1}
        error={errors['password1']}
        help={say('recover.hint')}
      />
      <PasswordBox
        name="password2"
        label={say('recover.password2')}
        autoComplete="new-password"
        value={password2}
        onChange={setPassword2}
        error={errors['password2'] ?? differs}
      />
      <Button type="submit" variant="contained" size="large" disabled={!ready}>
        {say(busy ? 'login.busy' : 'recover.save')}
      </Button>
    </Box>
  )
}

/** `/password/change/{token}`: a new password by the link of a mail. */
export default function ChangePasswordPage({ engine }: { engine: Engine }) {
  const say = useSay()
  const token = useParams()['token'] ?? ''
  const link = useQuery({
    queryKey: ['recover', token],
    queryFn: async () => {
      await engine.calls.checkRecovery(token)
      return true
    },
    // Without a line it fails at once and says so; the line's return asks again.
    networkMode: 'always',
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: 'always',
  })
  const [failure, setFailure] = useState<unknown>(null)
  const [done, setDone] = useState('')
  const unreached = statusOf(link.error) === 0
  // Too many tries, or no answer: the link itself may be good.
  const mayLive = link.error !== null && !errorsIn(link.error)['token_recover']
  const dead = link.error ?? (errorsIn(failure)['token_recover'] ? failure : null)
  return (
    <PublicFrame title={say('recover.change_title')}>
      {done ? (
        <>
          <Alert severity="success">{done}</Alert>
          <Button variant="contained" size="large" component={LinkBase} to="/login">
            {say('ra.auth.sign_in')}
          </Button>
        </>
      ) : dead ? (
        <Notice
          icon={unreached ? 'offline' : 'error'}
          title={sentenceOf(dead) ?? say('recover.failed')}
          caption={unreached ? say('errors.network_caption') : undefined}
          action={
            mayLive ? (
              <Button variant="contained" onClick={() => void link.refetch()}>
                {say('actions.retry')}
              </Button>
            ) : (
              <Button variant="contained" component={LinkBase} to="/password/recover">
                {say('recover.again')}
              </Button>
            )
          }
        />
      ) : link.isPending ? (
        <PageLoading />
      ) : (
        <ChangePasswordForm
          failure={failure}
          save={async (password1, password2) => {
            setFailure(null)
            // Whoever was logged in here is logged out now, as everywhere else.
            await engine.calls.saveRecovery(token, password1, password2).then(setDone, setFailure)
          }}
        />
      )}
      {!done && <AppLink to="/login">{say('recover.back')}</AppLink>}
    </PublicFrame>
  )
}
