import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { tokenHash } from '../../language/actor/token'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ID_CHARS = 12
// 190 bits.
const SECRET_CHARS = 32
const CHECK_CHARS = 6
const SHAPE = /^(tr_[0-9A-Za-z]{12})_[0-9A-Za-z]{38}$/
const IN_ADDRESS = /[=/]tr_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}/

/** A key as its owner gets it, once, and what is stored of it. */
interface NewKey {
  readonly key: string
  /** `tr_` and the public id, by which it is found and recognised. */
  readonly prefix: string
  readonly hash: string
}

/** A new key: `tr_<12 public>_<32 secret><6 checksum>`, all letters and digits. */
export function newKey(): NewKey {
  const prefix = `tr_${random(ID_CHARS)}`
  const body = `${prefix}_${random(SECRET_CHARS)}`
  const key = body + checksum(body)
  return { key, prefix, hash: tokenHash(key) }
}

/** Whether a token has the form of a key; a session's is shorter. */
export const isKey = (token: string): boolean => SHAPE.test(token)

/** Whether an address contains a key, which belongs in a header: addresses end up in logs. */
export const hasKeyInAddress = (url: string): boolean => IN_ADDRESS.test(url)

/**
 * The prefix of a key that was made here; null for a text that never was one. A scanner of secrets can check the same.
 */
export function prefixOf(key: string): string | null {
  const body = key.slice(0, -CHECK_CHARS)
  return checksum(body) === key.slice(-CHECK_CHARS) ? (SHAPE.exec(key)?.[1] ?? null) : null
}

/** Whether a key is the stored one; takes as long for any other. */
export function keyFits(key: string, hash: string): boolean {
  const given = createHash('sha256').update(key).digest()
  const stored = Buffer.from(hash, 'hex')
  return stored.length === given.length && timingSafeEqual(stored, given)
}

const random = (length: number): string =>
  Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')

/** CRC-32 in base 62, most significant digit first. */
function checksum(text: string): string {
  let left = crc32(text)
  let digits = ''
  for (let i = 0; i < CHECK_CHARS; i++) {
    digits = ALPHABET.charAt(left % ALPHABET.length) + digits
    left = Math.floor(left / ALPHABET.length)
  }
  return digits
}
