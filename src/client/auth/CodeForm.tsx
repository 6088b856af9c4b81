import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useState, type FormEvent } from 'react'
import { errorsIn, failureText } from '../provider/failure'
import { TextBox } from '../../ui/inputs/TextBox'
import { useSay } from '../../ui/show/style'

interface CodeProps {
  readonly busy: boolean
  readonly failure: unknown
  readonly onSubmit: (code: string) => void
  readonly onBack: () => void
  /** Absent: the account has no passkey, or this browser none. */
  readonly onPasskey?: () => void
}

/** Asks for the second factor, once the password was right: a code, or a passkey. */
export function CodeForm({ busy, failure, onSubmit, onBack, onPasskey }: CodeProps) {
  const say = useSay()
  const [code, setCode] = useState('')
  const [refused, setRefused] = useState<unknown>(null)
  const ready = code.trim() !== '' && !busy
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setRefused(null)
    if (ready) onSubmit(code.trim())
  }
  // What was refused is said until it is typed anew.
  const said = busy || failure === refused ? null : failure
  const atCode = errorsIn(said)['code']
  return (
    <form onSubmit={submit} noValidate style={{ display: 'flex', flexDirection: 'column', gap: 16 }}>
      {said !== null && !atCode && <Alert severity="error">{failureText(said, say)}</Alert>}
      <TextBox
        autoFocus
        required
        source="code"
        label={say('second_factor.login_code')}
        help={say('second_factor.login_help')}
        text={code}
        autoComplete="one-time-code"
        maxLength={40}
        error={atCode}
        disabled={false}
        onText={(text) => {
          setCode(text)
          setRefused(failure)
        }}
      />
      <Button type="submit" variant="contained" size="large" disabled={!ready}>
        {say(busy ? 'login.busy' : 'second_factor.login_verify')}
      </Button>
      {onPasskey && (
        <Button
          variant="outlined"
          size="large"
          disabled={busy}
          onClick={() => {
            setRefused(failure)
            onPasskey()
          }}
        >
          {say('second_factor.passkey_use')}
        </Button>
      )}
      <Button color="inherit" onClick={onBack}>
        {say('second_factor.login_back')}
      </Button>
    </form>
  )
}
