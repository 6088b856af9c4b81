import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { beginFactorCall, turnOnFactorCall } from '../../model/second-factor-calls'
import { useProvider } from '../console/provider'
import { useTypedProof } from '../auth/use-typed-proof'
import { failureText } from '../provider/failure'
import { TextBox } from '../../ui/inputs/TextBox'
import { useSay } from '../../ui/show/style'
import { QrCode } from './QrCode'

const CODE_CHARS = 7

interface EnrolProps {
  readonly onDone: (codes: readonly string[]) => void
  /** Beside the button that turns it on. */
  readonly beside?: ReactNode
}

/**
 * A secret for the authenticator application, as a code for its camera and as a key to type, and the first code of it.
 */
export function EnrolSteps({ onDone, beside }: EnrolProps) {
  const say = useSay()
  const provider = useProvider()
  const [begun, setBegun] = useState<{ readonly secret: string; readonly uri: string } | null>(null)
  const isCode = (typed: string): boolean => /^\d{6}$/.test(typed.replace(/\s/g, ''))
  const {
    text: code,
    type,
    busy,
    atField,
    failure,
    fail: setFailure,
    submit,
  } = useTypedProof('code', isCode, async (typed) =>
    onDone((await provider.call(turnOnFactorCall, { code: typed.replace(/\s/g, '') })).codes),
  )
  const begin = useCallback(
    (signal?: AbortSignal) => {
      const unlessGone =
        <T,>(tell: (value: T) => void) =>
        (value: T) => {
          if (!signal?.aborted) tell(value)
        }
      provider.call(beginFactorCall, {}, { signal }).then(unlessGone(setBegun), unlessGone<unknown>(setFailure))
    },
    [provider, setFailure],
  )
  useEffect(() => {
    const leaving = new AbortController()
    begin(leaving.signal)
    return () => leaving.abort()
  }, [begin])
  const again = (): void => {
    setFailure(null)
    begin()
  }
  const refused = failure !== null && (
    <Alert
      severity="error"
      action={
        begun ? undefined : (
          <Button color="inherit" size="small" onClick={again}>
            {say('actions.retry')}
          </Button>
        )
      }
    >
      {failureText(failure, say)}
    </Alert>
  )
  if (!begun) return refused || <Skeleton variant="rounded" height={196} width={196} sx={{ alignSelf: 'center' }} />
  return (
    <form noValidate onSubmit={submit} style={{ display: 'flex', flexDirection: 'column', gap: 16 }}>
      {refused}
      <Typography variant="body2">{say('second_factor.scan')}</Typography>
      <div style={{ alignSelf: 'center' }}>
        <QrCode text={begun.uri} label={say('second_factor.qr')} />
      </div>
      <div>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {say('second_factor.typed')}
        </Typography>
        <Typography component="code" sx={{ fontFamily: 'monospace', fontSize: 15, overflowWrap: 'anywhere' }}>
          {begun.secret.replace(/.{4}(?=.)/g, '$& ')}
        </Typography>
      </div>
      <TextBox
        autoFocus
        required
        source="code"
        label={say('second_factor.code')}
        help={say('second_factor.code_help')}
        text={code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_CHARS}
        error={atField}
        disabled={busy}
        onText={type}
      />
      <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8, flexWrap: 'wrap' }}>
        {beside}
        <Button type="submit" variant="contained" disabled={!isCode(code) || busy}>
          {say('second_factor.confirm')}
        </Button>
      </div>
    </form>
  )
}
