import Alert from '@mui/material/Alert'
import Typography from '@mui/material/Typography'
import { useLogin, useStore } from 'react-admin'
import { Suspense, useState, type FormEvent, useId } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router-dom'
import type { Engine } from '../console/engine'
import type { ClientFeature } from '../feature'
import { bodyOf, codeOf, failureText, statusOf } from '../provider/failure'
import type { LoginProof } from '../provider/shell-calls'
import { askPasskey, hasPasskeys } from '../console/passkey'
import { AppLink } from '../../ui/show/AppLink'
import { useSay } from '../../ui/show/style'
import { PublicFrame } from './PublicFrame'
import type { Back } from '../console/auth-provider'
import { CodeForm } from './CodeForm'
import { rememberedPath } from '../session/return-path'
import { useToken } from './use-token'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { EmailBox } from './EmailBox'
import { PasswordBox } from './PasswordBox'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import { PersonMark } from '../resource/people/PersonMark'
import { shownName } from '../session/session'
import { usePasskeysTaken } from './use-look'
import { useSwitch } from '../console/use-switch'

/** On the login: the accounts that need no password now. */
function StoredAccounts({ engine }: { engine: Engine }) {
  const say = useSay()
  const id = useId()
  const { others, switchTo } = useSwitch(engine.session, engine.calls)
  if (others.length === 0) return null
  return (
    <>
      <Typography id={id} variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
        {say('login.continue_as')}
      </Typography>
      <List disablePadding aria-labelledby={id} sx={{ border: 1, borderColor: 'divider', borderRadius: 1 }}>
        {others.map((account) => (
          <li key={account.id}>
            <ListItemButton onClick={() => void switchTo(account)}>
              <ListItemIcon sx={{ minWidth: 40 }}>
                <PersonMark name={shownName(account)} />
              </ListItemIcon>
              <ListItemText primary={shownName(account)} />
            </ListItemButton>
          </li>
        ))}
      </List>
    </>
  )
}

/** E-mail address and password; sent only when both are filled (spec §5). */
function LoginForm({ busy, onSubmit }: { busy: boolean; onSubmit: (username: string, password: string) => void }) {
  const say = useSay()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const ready = username.trim() !== '' && password !== '' && !busy
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (ready) onSubmit(username.trim(), password)
  }
  return (
    <Box component="form" onSubmit={submit} noValidate sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <EmailBox value={username} onChange={setUsername} />
      <PasswordBox
        name="password"
        label={say('ra.auth.password')}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" variant="contained" size="large" disabled={!ready}>
        {say(busy ? 'login.busy' : 'ra.auth.sign_in')}
      </Button>
    </Box>
  )
}

/**
 * The login. A user with a session is sent on, except to add another account or when their account has no role that
 * could see anything (spec §2).
 */
export default function LoginPage({ engine, features }: { engine: Engine; features: readonly ClientFeature[] }) {
  const { session } = engine
  const say = useSay()
  const login = useLogin()
  const navigate = useNavigate()
  const token = useToken(session)
  const adding = useParams()['action'] === 'add_account'
  const [roleless] = useState(() => engine.standing().verified?.user.role.length === 0)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<{ readonly text: string; readonly caption: string | null } | null>(null)
  const refuse = (error: unknown): void => {
    const text = failureText(error, say)
    // To type both again helps only where they were wrong.
    const isWrong = text === say('errors.LOGIN_FAILED')
    setRefusal({
      text,
      caption: statusOf(error) === 0 ? say('errors.network_caption') : isWrong ? say('login.caption') : null,
    })
  }
  // An account with a second factor: its password was right, and is sent again with the code.
  const [proving, setProving] = useState<{
    readonly username: string
    readonly password: string
    readonly failure: unknown
    readonly question: unknown
  } | null>(null)
  const takesPasskeys = usePasskeysTaken()
  // In the store, since a change of language draws this page anew.
  const [language, setLanguage] = useStore<string | undefined>('login.language')
  if (token && !adding && !busy && !roleless) return <Navigate to={rememberedPath() ?? '/'} replace />

  const enter = async (proof: LoginProof): Promise<void> => {
    setBusy(true)
    setRefusal(null)
    try {
      const { redirectTo, state } = (await login({ ...proof, language })) as Back
      if (state !== null) void navigate(redirectTo, { replace: true, state })
      setLanguage(undefined)
    } catch (error) {
      // Not on success: react-admin is already redirecting, and a second redirect would overtake it.
      setBusy(false)
      throw error
    }
  }
  /** @param before the refusal after which the second factor is asked for once more */
  const submit = async (
    username: string,
    password: string,
    proof: LoginProof = {},
    before: unknown = null,
  ): Promise<void> => {
    try {
      await enter({ username, password, ...proof })
    } catch (error) {
      const asksFactor = codeOf(error) === 'SECOND_FACTOR'
      if (asksFactor) setProving({ username, password, failure: before, question: bodyOf(error)['passkey'] ?? null })
      // A question is answered once: the next passkey needs another.
      else if (proof.passkey !== undefined) await submit(username, password, {}, error)
      else if (proof.code !== undefined) setProving((held) => held && { ...held, failure: error })
      else {
        setProving(null)
        refuse(error)
      }
    }
  }
  const byPasskey = async (): Promise<void> => {
    try {
      await enter({ passkey: await askPasskey(await engine.calls.passkeyQuestion('login'), say) })
    } catch (error) {
      refuse(error)
    }
  }
  if (proving) {
    const { username, password, failure, question } = proving
    const prove = (proof: LoginProof) => void submit(username, password, proof)
    const usePasskey = () =>
      void askPasskey(question, say).then(
        (passkey) => prove({ passkey }),
        (error: unknown) => setProving({ ...proving, failure: error }),
      )
    return (
      <PublicFrame title={say('second_factor.login_title')} onLanguage={setLanguage}>
        <CodeForm
          busy={busy}
          failure={failure}
          onSubmit={(code) => prove({ code })}
          onBack={() => setProving(null)}
          onPasskey={question !== null && hasPasskeys() ? usePasskey : undefined}
        />
      </PublicFrame>
    )
  }
  return (
    <PublicFrame title={say(adding ? 'login.add_account' : 'login.title')} onLanguage={setLanguage}>
      {session.ended() === 'expired' && !refusal && <Alert severity="info">{say('login.expired')}</Alert>}
      {roleless && !adding && !refusal && <Alert severity="warning">{say('login.no_role')}</Alert>}
      {refusal && (
        <Alert severity="error">
          {refusal.text}
          {refusal.caption !== null && <Typography variant="body2">{refusal.caption}</Typography>}
        </Alert>
      )}
      <LoginForm busy={busy} onSubmit={(username, password) => void submit(username, password)} />
      {takesPasskeys && hasPasskeys() && (
        <Button variant="outlined" size="large" disabled={busy} onClick={() => void byPasskey()}>
          {say('second_factor.passkey_login')}
        </Button>
      )}
      <AppLink to="/password/recover">{say('recover.forgot')}</AppLink>
      <StoredAccounts engine={engine} />
      {token && (adding || roleless) && <AppLink to="/">{say('shell.home')}</AppLink>}
      {features.map(
        ({ name, signIn: Below }) =>
          Below && (
            <Suspense key={name} fallback={null}>
              <Below />
            </Suspense>
          ),
      )}
    </PublicFrame>
  )
}
