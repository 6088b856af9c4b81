import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { codeOf, failureText } from '../provider/failure'
import type { ShellCalls } from '../provider/shell-calls'
import { askPasskey, hasPasskeys } from '../console/passkey'
import { useSay } from '../../ui/show/style'
import { PasswordBox } from './PasswordBox'
import { useTypedProof } from './use-typed-proof'

interface SureProps {
  readonly calls: ShellCalls
  readonly accept: string
  /** @param sure false: the session is over */
  readonly onAnswer: (sure: boolean) => void
  /** Before the button that sends it. */
  readonly beside: ReactNode
}

/** The user's own password, or a passkey of theirs. */
export function SureForm({ calls, accept, onAnswer, beside }: SureProps) {
  const say = useSay()
  const [question, setQuestion] = useState<unknown>(null)
  const prove = (given: Parameters<ShellCalls['confirm']>[0]): Promise<void> =>
    calls.confirm(given).then(
      () => onAnswer(true),
      (cause: unknown) => {
        if (codeOf(cause) !== 'UNAUTHENTICATED') throw cause
        onAnswer(false)
      },
    )
  const { text, type, busy, atField, failure, fail, submit } = useTypedProof(
    'password',
    (typed) => typed !== '',
    (password) => prove({ password }),
  )
  const ask = useCallback(
    (signal?: AbortSignal): void => {
      // Whoever has none, and whoever cannot be asked, has the password.
      if (hasPasskeys())
        calls.passkeyQuestion('me', signal).then(
          (asked) => {
            if (!signal?.aborted) setQuestion(asked)
          },
          () => {},
        )
    },
    [calls],
  )
  useEffect(() => {
    const leaving = new AbortController()
    ask(leaving.signal)
    return () => leaving.abort()
  }, [ask])
  const byPasskey = (): void => {
    fail(null)
    askPasskey(question, say)
      .then((passkey) => prove({ passkey }))
      .catch((cause: unknown) => {
        fail(cause)
        // A question is answered once.
        ask()
      })
  }
  return (
    <form noValidate onSubmit={submit} style={{ display: 'flex', flexDirection: 'column', gap: 16 }}>
      {failure !== null && <Alert severity="error">{failureText(failure, say)}</Alert>}
      <PasswordBox
        autoFocus
        name="password"
        size="small"
        label={say('ra.auth.password')}
        autoComplete="current-password"
        value={text}
        error={atField}
        onChange={type}
      />
      {question !== null && (
        <Button variant="outlined" onClick={byPasskey}>
          {say('second_factor.passkey_use')}
        </Button>
      )}
      <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8, flexWrap: 'wrap' }}>
        {beside}
        <Button type="submit" variant="contained" disabled={text === '' || busy}>
          {busy ? say('login.busy') : accept}
        </Button>
      </div>
    </form>
  )
}
