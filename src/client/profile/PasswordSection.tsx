import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { useState, type FormEvent } from 'react'
import { useShell } from '../console/shell-context'
import { PasswordBox } from '../auth/PasswordBox'
import { errorsIn } from '../provider/failure'
import { useFailure } from '../../ui/failure'
import { useSay } from '../../ui/show/style'
import { Section } from './Section'

const EMPTY = { password_current: '', password: '', password2: '' }

/** Changes the user's password, which requires the current one. */
export function PasswordSection() {
  const say = useSay()
  const notify = useNotify()
  const fail = useFailure()
  const queries = useQueryClient()
  const { calls } = useShell()
  const [values, setValues] = useState(EMPTY)
  const [errors, setErrors] = useState<{ readonly [source: string]: string }>({})
  const [busy, setBusy] = useState(false)
  const { password_current, password, password2 } = values
  const ready = password_current !== '' && password !== '' && password === password2 && !busy
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!ready) return
    setBusy(true)
    try {
      await calls.updateProfile({ password_current, password })
      notify(say('recover.done'), { type: 'success' })
      setValues(EMPTY)
      void queries.invalidateQueries({ queryKey: ['own sessions'] })
    } catch (error) {
      setErrors(errorsIn(error))
      if (Object.keys(errorsIn(error)).length === 0) fail(error)
    } finally {
      setBusy(false)
    }
  }
  const box = (name: keyof typeof EMPTY) => ({
    name,
    value: values[name],
    size: 'small' as const,
    onChange: (value: string) => {
      setValues((now) => ({ ...now, [name]: value }))
      setErrors({})
    },
  })
  const differs = password2 !== '' && !password.startsWith(password2) ? say('validation.password_differs') : undefined
  return (
    <Section title={say('profile.password')} text={say('profile.password_text')}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void submit(event)}
        sx={{ display: 'flex', flexDirection: 'column', gap: 2, maxWidth: 360 }}
      >
        <PasswordBox
          {...box('password_current')}
          label={say('profile.password_current')}
          autoComplete="current-password"
          error={errors['password_current']}
        />
        <PasswordBox
          {...box('password')}
          label={say('recover.password1')}
          autoComplete="new-password"
          error={errors['password']}
          help={say('recover.hint')}
        />
        <PasswordBox
          {...box('password2')}
          label={say('recover.password2')}
          autoComplete="new-password"
          error={differs}
        />
        <Button type="submit" variant="contained" disabled={!ready} sx={{ alignSelf: 'flex-start' }}>
          {say('profile.password_save')}
        </Button>
      </Box>
    </Section>
  )
}
