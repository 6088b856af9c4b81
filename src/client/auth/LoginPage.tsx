import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useLogin, useStore } from 'react-admin'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { useBrand } from '../layout/brand-name'
import { Mark } from '../layout/Brand'
import { sentenceOf } from '../provider/failure'
import { AppLink } from '../ui/AppLink'
import { usePageTitle } from '../ui/page-title'
import { useSay } from '../ui/style'
import { LoginForm } from './LoginForm'
import { LoginLanguages } from './LoginLanguages'
import { rememberedPath } from './return-path'
import type { Session } from './session'
import { useToken } from './use-token'

/** The way in. Somebody already inside is sent on, except to add another account (spec §2). */
export default function LoginPage({ session }: { session: Session }) {
  const say = useSay()
  const login = useLogin()
  const brand = useBrand()
  const token = useToken(session)
  const adding = useParams()['action'] === 'add_account'
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  // In the store, since a change of language draws this page anew.
  const [language, setLanguage] = useStore<string | undefined>('login.language')
  usePageTitle(say('login.title'))
  if (token && !adding && !busy) return <Navigate to={rememberedPath() ?? '/'} replace />

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
    <Box component="main" sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column', alignItems: 'center', px: 2, bgcolor: 'background.paper' }}>
      <Box sx={{ width: 1, maxWidth: 360, my: 'auto', py: 4, display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: 1 }}>
          <Mark name={brand.name} logo={brand.logo} size={40} />
          <Typography sx={{ fontWeight: 600, fontSize: '1.25rem' }}>{brand.name}</Typography>
        </Box>
        <Typography variant="h1">{say(adding ? 'login.add_account' : 'login.title')}</Typography>
        {session.ended() === 'expired' && !refusal && <Alert severity="info">{say('login.expired')}</Alert>}
        {refusal && (
          <Alert severity="error">
            {refusal}
            <Typography variant="body2">{say('login.caption')}</Typography>
          </Alert>
        )}
        <LoginForm busy={busy} onSubmit={(username, password) => void submit(username, password)} />
        {adding && token && <AppLink to="/">{say('shell.home')}</AppLink>}
      </Box>
      <LoginLanguages onChosen={setLanguage} />
    </Box>
  )
}
