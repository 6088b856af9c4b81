import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { Db } from '../database/database'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const MARK = 'sealed:1:'
/** A key of fewer characters can be guessed. */
export const MIN_KEY_CHARS = 32

/**
 * Seals what has to be read again by the server and by nobody who reads the database: AES-256-GCM under a key from
 * outside. A sealed text names its key and is bound to its place (`table.column`), so that it opens nowhere else.
 */
export interface Keyring {
  seal(plain: string, place: string): string
  /** @throws {SealError} when its key is not here, or the text was changed or moved */
  open(sealed: string, place: string): string
  /** Whether the text is sealed with the first key. */
  isCurrent(text: string): boolean
}

export class SealError extends Error {
  override readonly name = 'SealError'
}

export const isSealed = (text: string): boolean => text.startsWith(MARK)

/** @param secrets the first seals, all open: to change the key, put the new one before the old one */
export function keyringOf(secrets: readonly [string, ...string[]]): Keyring {
  const keys = secrets.map((secret) => ({
    id: createHash('sha256').update(`id ${secret}`).digest('hex').slice(0, 8),
    key: Buffer.from(hkdfSync('sha256', secret, '', 'sealed 1', KEY_BYTES)),
  }))
  const [first] = keys
  if (!first) throw new Error('A keyring needs at least one key.')
  return {
    seal(plain, place) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, first.key, nonce).setAAD(Buffer.from(place))
      const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${MARK}${first.id}:${sealed.toString('base64url')}`
    },
    open(sealed, place) {
      const [id = '', text = ''] = sealed.slice(MARK.length).split(':')
      const found = isSealed(sealed) ? keys.find((one) => one.id === id) : undefined
      if (!found) throw new SealError(`${place} is sealed with a key that is not here (${id}).`)
      const bytes = Buffer.from(text, 'base64url')
      try {
        const decipher = createDecipheriv(CIPHER, found.key, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(place))
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
        return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch (cause) {
        throw new SealError(`${place} does not open: it was changed, or belongs elsewhere.`, { cause })
      }
    },
    isCurrent: (text) => text.startsWith(`${MARK}${first.id}:`),
  }
}

declare module '../database/database-context' {
  interface DatabaseContext {
    /** The keys of its secrets; absent until they are read. */
    keyring?: Keyring
  }
}

/** Gives a database the keys of its secrets. */
export const useKeyring = ({ context }: Db, keyring: Keyring): void => {
  context.keyring = keyring
}

/** The keys of a database's secrets. @throws where it was opened without them */
export function keyringFor({ context: { keyring } }: Db): Keyring {
  if (!keyring) throw new Error('This database was opened without its secret keys (SECRET_KEYS or secret.key).')
  return keyring
}

/** A secret as it stands in the database, for use by the server; null where there is none. @throws {SealError} */
export const openSecret = (db: Db, place: string, sealed: string | null): string | null =>
  sealed === null ? null : keyringFor(db).open(sealed, place)
