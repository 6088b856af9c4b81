import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

const CURVE = 'prime256v1'
const RECORD_BYTES = 4096
/** What one record holds beside its header, tag and delimiter (RFC 8291 §4). */
export const MAX_PLAIN_BYTES = RECORD_BYTES - 86 - 16 - 1

export interface BrowserKeys {
  /** The browser's point and secret, base64url. */
  readonly p256dh: string
  readonly auth: string
}

/**
 * A message that only one browser can read: `aes128gcm` (RFC 8188) under a key that both ends derive (RFC 8291).
 * @param own the sender's key and salt of this message; absent: fresh ones
 * @throws where the browser's point is none
 */
export function encrypted(
  plain: Buffer,
  { p256dh, auth }: BrowserKeys,
  own?: { readonly privateKey: Buffer; readonly salt: Buffer },
): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url')
  const ecdh = createECDH(CURVE)
  if (own) ecdh.setPrivateKey(own.privateKey)
  else ecdh.generateKeys()
  const mine = ecdh.getPublicKey()
  const salt = own?.salt ?? randomBytes(16)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, mine])
  const key = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32))
  const contentKey = Buffer.from(hkdfSync('sha256', key, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', key, salt, 'Content-Encoding: nonce\0', 12))
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce)
  // One record, the last: its padding begins with 2.
  const body = Buffer.concat([
    cipher.update(plain),
    cipher.update(Buffer.from([2])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const header = Buffer.alloc(21)
  salt.copy(header)
  header.writeUInt32BE(RECORD_BYTES, 16)
  header.writeUInt8(mine.length, 20)
  return Buffer.concat([header, mine, body])
}
