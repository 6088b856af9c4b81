// What it loads puts its helpers among the globals: before a test begins, not when the server first asks for it.
import '@simplewebauthn/server'
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { JsonObject } from '../src/model/json'

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

/**
 * An authenticator that holds one passkey (WebAuthn, ES256) and does as it is told, also what a browser would refuse.
 */
export interface SoftPasskey {
  readonly id: string
  /** The answer to `beginPasskey`. */
  make(options: unknown, place?: Place): JsonObject
  /** The answer to a question. @param place where the browser says that it is */
  answer(options: unknown, place?: Place): JsonObject
  /** What its counter says next; 0: it has none. */
  counter: number
  /** Whether it asked for a finger, a face or a number. */
  verifies: boolean
}

interface Place {
  readonly origin?: string
  readonly host?: string
}
interface Options {
  readonly challenge: string
}

/** @param origin where it is made and used, unless told otherwise */
export function softPasskey(origin: string, counter = 1): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  const said = (type: string, challenge: string, { origin: here = origin }: Place): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: here, crossOrigin: false }))
  const head = ({ host = new URL(origin).hostname }: Place, attested: boolean): Buffer => {
    const flags = PRESENT + (key.verifies ? VERIFIED : 0) + (attested ? ATTESTED : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(key.counter)
    if (key.counter > 0) key.counter++
    return Buffer.concat([createHash('sha256').update(host).digest(), Buffer.from([flags]), count])
  }
  const key: SoftPasskey = {
    id: id.toString('base64url'),
    counter,
    verifies: true,
    make(options, place = {}) {
      const authData = Buffer.concat([head(place, true), Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
      const attestation = Buffer.concat([
        Buffer.from('a3', 'hex'),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from('a0', 'hex'),
        cborText('authData'),
        Buffer.from([0x58, authData.length]),
        authData,
      ])
      const client = said('webauthn.create', (options as Options).challenge, place)
      return {
        id: key.id,
        rawId: key.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    answer(options, place = {}) {
      const client = said('webauthn.get', (options as Options).challenge, place)
      const authData = head(place, false)
      const signature = sign(
        'sha256',
        Buffer.concat([authData, createHash('sha256').update(client).digest()]),
        privateKey,
      )
      return {
        id: key.id,
        rawId: key.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
  return key
}

const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
