import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
const SECRET_BYTES = 20
// A telephone's clock may be wrong by so many steps.
const DRIFT_STEPS = 1

/** A new secret in base32, as authenticator applications take it. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** What an authenticator application reads from a QR code. */
export const keyUri = (secret: string, issuer: string, label: string): string =>
  totpOf(secret, issuer, label).toString()

/** The step of time (RFC 6238) whose code this is, one before and one after included; null: it is none of theirs. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: DRIFT_STEPS })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_S) + delta
}

const totpOf = (secret: string, issuer = '', label = ''): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD_S, issuer, label })
