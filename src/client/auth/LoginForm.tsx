import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import Visibility from '@mui/icons-material/Visibility'
import VisibilityOff from '@mui/icons-material/VisibilityOff'
import { useState, type FormEvent } from 'react'
import { useSay } from '../ui/style'

// Both fields are required, which goes without saying.
const NO_STAR = { required: false }

/** E-mail address and password; sent only when both are there (spec §5). */
export function LoginForm({ busy, onSubmit }: { busy: boolean; onSubmit: (username: string, password: string) => void }) {
  const say = useSay()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [shown, setShown] = useState(false)
  const ready = username.trim() !== '' && password !== '' && !busy
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (ready) onSubmit(username.trim(), password)
  }
  const toggle = say(shown ? 'ra.input.password.toggle_visible' : 'ra.input.password.toggle_hidden')
  return (
    <Box component="form" onSubmit={submit} noValidate sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <TextField
        autoFocus
        required
        name="username"
        type="email"
        label={say('ra.auth.email')}
        autoComplete="username"
        size="medium"
        value={username}
        onChange={(event) => setUsername(event.target.value)}
        slotProps={{ inputLabel: NO_STAR }}
      />
      <TextField
        required
        name="password"
        type={shown ? 'text' : 'password'}
        label={say('ra.auth.password')}
        autoComplete="current-password"
        size="medium"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        slotProps={{
          inputLabel: NO_STAR,
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <IconButton aria-label={toggle} title={toggle} edge="end" onClick={() => setShown(!shown)}>
                  {shown ? <VisibilityOff /> : <Visibility />}
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
      <Button type="submit" variant="contained" size="large" disabled={!ready}>{say(busy ? 'login.busy' : 'ra.auth.sign_in')}</Button>
    </Box>
  )
}
