import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { HttpError } from 'react-admin'
import type { Json } from '../../model/json'

/** Whether this browser has passkeys at all: not without TLS. */
export const hasPasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window

type Say = (key: string) => string

/** Asks the browser for a passkey. @throws {HttpError} with a sentence, where none was used */
export async function askPasskey(options: unknown, say: Say): Promise<Json> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }).then(
    (answer) => answer as unknown as Json,
    () => {
      throw new HttpError(say('second_factor.passkey_failed'), 0, {})
    },
  )
}

/** Has the browser make one. @throws {HttpError} with a sentence, where none was made */
export async function makePasskey(options: unknown, say: Say): Promise<Json> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }).then(
    (answer) => answer as unknown as Json,
    (cause: unknown) => {
      const isThere = cause instanceof Error && cause.name === 'InvalidStateError'
      throw new HttpError(say(isThere ? 'second_factor.passkey_there' : 'second_factor.passkey_failed'), 0, {})
    },
  )
}
