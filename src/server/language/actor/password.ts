import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { inHashThread, type HashLine } from './hash-threads'

// OWASP's password storage cheat sheet, scrypt with 32 MiB: N = 2^15, r = 8, p = 3.
const COST = { ln: 15, r: 8, p: 3 }
const SALT_BYTES = 16
const KEY_BYTES = 32
// A stored hash names its own cost; without this limit a higher one could exhaust memory.
const MAX_LN = 20
// A hash that costs next to nothing is not worth a thread.
const CHEAP_LN = 10
// Passwords that the console's own people set wait for no stranger.
const INSIDE: HashLine = { line: 'console', known: true }

/**
 * Hashes a password as `$scrypt$ln=15,r=8,p=3$<salt>$<key>` (base64 without padding); the cost travels with the hash.
 * @throws {AppError} TOO_MANY when too many wait
 */
export async function hashPassword(password: string, line = INSIDE): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(password, salt, KEY_BYTES, COST, line)
  return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${base64(salt)}$${base64(key)}`
}

/**
 * Whether a password matches a stored hash; without a hash it takes as long and answers false.
 * @throws {AppError} TOO_MANY when too many wait
 */
export async function passwordFits(password: string, stored: string | null, line = INSIDE): Promise<boolean> {
  const parts = stored === null ? null : /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored)
  const [, ln = '', r = '', p = '', salt64 = '', key64 = ''] = parts ?? []
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  if (!parts || cost.ln > MAX_LN) {
    await derive(password, Buffer.alloc(SALT_BYTES), KEY_BYTES, COST, line)
    return false
  }
  const expected = Buffer.from(key64, 'base64')
  return timingSafeEqual(await derive(password, Buffer.from(salt64, 'base64'), expected.length, cost, line), expected)
}

async function derive(
  password: string,
  salt: Buffer,
  bytes: number,
  { ln, r, p }: typeof COST,
  line: HashLine,
): Promise<Buffer> {
  // NFC: the same accent typed on two keyboards gives one password.
  const work = {
    password: password.normalize('NFC'),
    salt,
    bytes,
    cost: { N: 2 ** ln, r, p, maxmem: 2 ** ln * r * 128 + 2 ** 20 },
  }
  if (ln <= CHEAP_LN) return scryptSync(work.password, salt, bytes, work.cost)
  return Buffer.from(await inHashThread(work, line))
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
