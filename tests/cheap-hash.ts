import { randomBytes, scryptSync } from 'node:crypto'

const SALT_BYTES = 16
const KEY_BYTES = 32

/**
 * A password as it is stored, hashed at next to no cost: a hash names its own. At the server's cost
 * (tests/api/auth.test.ts) each log-in is a quarter of a second of computing, and thousands of tests log somebody in.
 */
export function cheapHash(password: string): string {
  const salt = randomBytes(SALT_BYTES)
  const key = scryptSync(password.normalize('NFC'), salt, KEY_BYTES, { N: 2 ** 4, r: 8, p: 1 })
  return `$scrypt$ln=4,r=8,p=1$${base64(salt)}$${base64(key)}`
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
