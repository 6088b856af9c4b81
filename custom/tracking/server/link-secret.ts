import { createHash, randomBytes } from 'node:crypto'

const BYTES = 16

/**
 * A new secret of 128 random bits, and what is stored of it, which lets nobody who reads the database follow a ride.
 */
export function newLinkSecret(): { readonly secret: string; readonly stored: string } {
  const secret = randomBytes(BYTES).toString('base64url')
  return { secret, stored: storedOf(secret) }
}

/** SHA-256 in hex: the secret is random, so no salt and no slow hash is needed. */
export const storedOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
