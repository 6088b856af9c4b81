import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { FareDeal } from '../../model/fare-deal'

/** What a quote promises: its deal by a version of a tariff costs this much until it expires. */
export interface SealedQuote {
  /** Its name; only one fare is stored under it. */
  readonly quote: string
  readonly id_tarif_version: number
  readonly deal: FareDeal
  /** Minor units. */
  readonly total: number
  /** ISO 8601 UTC. */
  readonly expires: string
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
/** Version of the token's form; other forms begin differently. */
const FORM = 'q1.'

/** A quote as a text that only a holder of the key can write, alter or read: our terms are confidential. */
export function seal(key: Buffer, quote: SealedQuote): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(FORM))
  const body = Buffer.concat([cipher.update(JSON.stringify(quote), 'utf8'), cipher.final()])
  return FORM + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** The quote of a token; null when it was not made with this key, or was altered. */
export function unseal(key: Buffer, token: string): SealedQuote | null {
  if (!token.startsWith(FORM)) return null
  const bytes = Buffer.from(token.slice(FORM.length), 'base64url')
  // Letters that base64 skips would allow a second spelling of the same token.
  if (bytes.length <= IV_BYTES + TAG_BYTES || FORM + bytes.toString('base64url') !== token) return null
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES }).setAAD(
      Buffer.from(FORM),
    )
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
      'utf8',
    )
    return JSON.parse(text) as SealedQuote
  } catch {
    return null
  }
}
