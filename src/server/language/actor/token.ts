import { hash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** A new opaque token and what is stored of it. */
export function newToken(): { readonly token: string; readonly hash: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, hash: tokenHash(token) }
}

/** SHA-256 in hex: the token is random, so no salt and no slow hash is needed. */
export const tokenHash = (token: string): string => hash('sha256', token, 'hex')

/** The token of an `Authorization: Bearer` header, or null. */
export function bearer(header: string | undefined): string | null {
  return /^Bearer ([\w-]{20,200})$/i.exec(header ?? '')?.[1] ?? null
}
