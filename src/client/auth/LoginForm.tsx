import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState, type FormEvent } from 'react'
import { useSay } from '../../ui/style'
import { EmailBox } from './EmailBox'
import { PasswordBox } from './PasswordBox'

/** E-mail address and password; sent only when both are there (spec §5). */
export function LoginForm({ busy, onSubmit }: { busy: boolean; onSubmit: (username: string, password: string) => void }) {
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
      <PasswordBox name="password" label={say('ra.auth.password')} autoComplete="current-password" value={password} onChange={setPassword} />
      <Button type="submit" variant="contained" size="large" disabled={!ready}>{say(busy ? 'login.busy' : 'ra.auth.sign_in')}</Button>
    </Box>
  )
}
