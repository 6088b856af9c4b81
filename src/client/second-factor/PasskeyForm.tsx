import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { addPasskeyCall, beginPasskeyCall, MAX_PASSKEY_NAME, renamePasskeyCall } from '../../model/passkey-calls'
import { useProvider } from '../console/provider'
import { deviceOfAgent } from '../session/this-device'
import { useTypedProof } from '../auth/use-typed-proof'
import { failureText } from '../provider/failure'
import { TextBox } from '../../ui/inputs/TextBox'
import { useSay } from '../../ui/show/style'
import { makePasskey } from '../console/passkey'

interface PasskeyProps {
  /** A passkey that is there gets another name; null: a new one is made. */
  readonly of: { readonly id: number; readonly name: string } | null
  /** @param codes recovery codes of an account that had no second factor */
  readonly onDone: (msg: string, codes: readonly string[]) => void
  readonly beside: ReactNode
}

/** The name of a passkey, and the browser's own question where it is made. */
export function PasskeyForm({ of, onDone, beside }: PasskeyProps) {
  const say = useSay()
  const provider = useProvider()
  const { device_brand, os } = deviceOfAgent(navigator.userAgent)
  const first = of?.name ?? ([device_brand, os].filter(Boolean).join(' · ') || say('second_factor.passkey_default'))
  const { text, type, busy, atField, failure, submit } = useTypedProof(
    'name',
    (typed) => typed.trim() !== '',
    async (name) => {
      if (of) return onDone((await provider.call(renamePasskeyCall, { id: of.id, name })).msg, [])
      const { options } = await provider.call(beginPasskeyCall, {})
      const passkey = await makePasskey(options, say)
      const { msg, codes } = await provider.call(addPasskeyCall, { name, passkey })
      onDone(msg, codes)
    },
    first,
  )
  return (
    <form noValidate onSubmit={submit} style={{ display: 'flex', flexDirection: 'column', gap: 16 }}>
      {failure !== null && <Alert severity="error">{failureText(failure, say)}</Alert>}
      <TextBox
        autoFocus
        required
        source="name"
        label={say('second_factor.passkey_name')}
        help={say('second_factor.passkey_name_help')}
        text={text}
        maxLength={MAX_PASSKEY_NAME}
        error={atField}
        disabled={busy}
        onText={type}
      />
      <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8, flexWrap: 'wrap' }}>
        {beside}
        <Button type="submit" variant="contained" disabled={text.trim() === '' || busy}>
          {say(of ? 'second_factor.passkey_save' : 'second_factor.passkey_add')}
        </Button>
      </div>
    </form>
  )
}
