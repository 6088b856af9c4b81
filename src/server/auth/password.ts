import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'

// OWASP's password storage cheat sheet, scrypt with 32 MiB: N = 2^15, r = 8, p = 3.
const COST = { ln: 15, r: 8, p: 3 }
const SALT_BYTES = 16
const KEY_BYTES = 32
// A stored hash names its own cost; without this limit a higher one could exhaust memory.
const MAX_LN = 20

/** Hashes a password as `$scrypt$ln=15,r=8,p=3$<salt>$<key>` (base64 without padding); the cost travels with the hash. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(password, salt, KEY_BYTES, COST)
  return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${base64(salt)}$${base64(key)}`
}

/** Whether a password matches a stored hash; without a hash it takes as long and answers false. */
export async function passwordFits(password: string, stored: string | null): Promise<boolean> {
  const parts = stored === null ? null : /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored)
  const [, ln = '', r = '', p = '', salt64 = '', key64 = ''] = parts ?? []
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  if (!parts || cost.ln > MAX_LN) {
    await derive(password, Buffer.alloc(SALT_BYTES), KEY_BYTES, COST)
    return false
  }
  const expected = Buffer.from(key64, 'base64')
  return timingSafeEqual(await derive(password, Buffer.from(salt64, 'base64'), expected.length, cost), expected)
}

function derive(password: string, salt: Buffer, bytes: number, { ln, r, p }: typeof COST): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 2 ** ln * r * 128 + 2 ** 20 }
  return new Promise((resolve, reject) => {
    // NFC: the same accent typed on two keyboards gives one password.
    scrypt(password.normalize('NFC'), salt, bytes, options, (error, key) => error ? reject(error) : resolve(key))
  })
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
