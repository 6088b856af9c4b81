import Alert from '@mui/material/Alert'
import Typography from '@mui/material/Typography'
import { useLogin, useStore } from 'react-admin'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import type { Engine } from '../app/engine'
import { sentenceOf } from '../provider/failure'
import { AppLink } from '../../ui/AppLink'
import { useSay } from '../../ui/style'
import { LoginForm } from './LoginForm'
import { PublicFrame } from './PublicFrame'
import { rememberedPath } from './return-path'
import { StoredAccounts } from './StoredAccounts'
import { useToken } from './use-token'

/**
 * The way in. Somebody already inside is sent on, except to add another account or where his account has no role that could see
 * anything (spec §2).
 */
export default function LoginPage({ engine }: { engine: Engine }) {
  const { session } = engine
  const say = useSay()
  const login = useLogin()
  const token = useToken(session)
  const adding = useParams()['action'] === 'add_account'
  const [roleless] = useState(() => engine.standing().verified?.user.role.length === 0)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  // In the store, since a change of language draws this page anew.
  const [language, setLanguage] = useStore<string | undefined>('login.language')
  if (token && !adding && !busy && !roleless) return <Navigate to={rememberedPath() ?? '/'} replace />

  const submit = async (username: string, password: string): Promise<void> => {
    setBusy(true)
    setRefusal(null)
    try {
      await login({ username, password, language })
      setLanguage(undefined)
    } catch (error) {
      setRefusal(sentenceOf(error) ?? say('errors.default'))
      // Not on success: react-admin is already on its way, and a second redirect would overtake it.
      setBusy(false)
    }
  }
  return (
    <PublicFrame title={say(adding ? 'login.add_account' : 'login.title')} onLanguage={setLanguage}>
      {session.ended() === 'expired' && !refusal && <Alert severity="info">{say('login.expired')}</Alert>}
      {roleless && !adding && !refusal && <Alert severity="warning">{say('login.no_role')}</Alert>}
      {refusal && (
        <Alert severity="error">
          {refusal}
          <Typography variant="body2">{say('login.caption')}</Typography>
        </Alert>
      )}
      <LoginForm busy={busy} onSubmit={(username, password) => void submit(username, password)} />
      <AppLink to="/password/recover">{say('recover.forgot')}</AppLink>
      <StoredAccounts engine={engine} />
      {token && (adding || roleless) && <AppLink to="/">{say('shell.home')}</AppLink>}
    </PublicFrame>
  )
}
