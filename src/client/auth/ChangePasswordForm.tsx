import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState, type FormEvent } from 'react'
import { errorsIn, sentenceOf } from '../provider/failure'
import { useSay } from '../../ui/style'
import { PasswordBox } from './PasswordBox'

/** The new password twice; sent only when it is there and both are equal (spec 2 §5). */
export function ChangePasswordForm({ failure, save }: { failure: unknown; save: (password1: string, password2: string) => Promise<void> }) {
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
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      {failure !== null && Object.keys(errors).length === 0 && <Alert severity="error">{sentenceOf(failure) ?? say('recover.failed')}</Alert>}
      <PasswordBox
        autoFocus name="password1" label={say('recover.password1')} autoComplete="new-password" value={password1} onChange={setPassword1}
        error={errors['password1']} help={say('recover.hint')}
      />
      <PasswordBox
        name="password2" label={say('recover.password2')} autoComplete="new-password" value={password2} onChange={setPassword2}
        error={errors['password2'] ?? differs}
      />
      <Button type="submit" variant="contained" size="large" disabled={!ready}>{say(busy ? 'login.busy' : 'recover.save')}</Button>
    </Box>
  )
}
