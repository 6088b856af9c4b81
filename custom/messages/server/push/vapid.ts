import { createECDH, createPrivateKey, createSign, hkdfSync, type KeyObject } from 'node:crypto'
import { type Db, sharedKey } from '#engine/server'

const CURVE = 'prime256v1'
/** A push service refuses a token that is good for more than a day (RFC 8292 §2). */
const GOOD_S = 12 * 3600

export interface Vapid {
  /** The public key that browsers subscribe with: an uncompressed point in base64url. */
  readonly publicKey: string
  readonly privateKey: KeyObject
}

/** The key of this installation, the same in all servers: derived from a secret that they share. */
export async function vapidOf(db: Db): Promise<Vapid> {
  const secret = await sharedKey(db, 'push_secret')
  const ecdh = createECDH(CURVE)
  // 48 bytes modulo the order would be even; 32 bytes are out of range once in 2^32 (FIPS 186-5 A.2.2), and then the
  // next ones are taken.
  for (let n = 0; ; n++) {
    try {
      ecdh.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, '', `vapid ${n}`, 32)))
      break
    } catch (error) {
      if (n > 8) throw error
    }
  }
  const point = ecdh.getPublicKey()
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33, 65).toString('base64url'),
    d: ecdh.getPrivateKey().toString('base64url').padStart(43, 'A'),
  }
  return { publicKey: point.toString('base64url'), privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) }
}

/**
 * The header that says to a push service who sends (RFC 8292).
 * @param contact `mailto:` or `https:` address of whoever runs this server
 */
export function vapidHeader({ publicKey, privateKey }: Vapid, endpoint: string, contact: string, now: Date): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: new URL(endpoint).origin, exp: Math.floor(now.getTime() / 1000) + GOOD_S, sub: contact })}`
  const signature = createSign('SHA256')
    .update(text)
    .sign({ key: privateKey, dsaEncoding: 'ieee-p1363' })
    .toString('base64url')
  return `vapid t=${text}.${signature}, k=${publicKey}`
}
