import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../config'
import { keyringOf, type Keyring } from './keyring'

const KEY_BYTES = 32

/** The keys of the settings (SECRET_KEYS), else the one in the key file, which is made when there is none. */
export function openKeyring(
  { secretKeys, keyFile, database }: Pick<Config, 'secretKeys' | 'keyFile' | 'database'>,
  log: (line: string) => void,
): Keyring {
  const [first, ...more] = secretKeys
  if (first !== undefined) return keyringOf([first, ...more])
  if (/^postgres(ql)?:/.test(database)) {
    log(
      `SECRET_KEYS is not set: secrets in the database are sealed with ${keyFile}. Keep a copy of it; other servers of this database need the same.`,
    )
  }
  return keyringOf([keyIn(keyFile)])
}

function keyIn(file: string): string {
  mkdirSync(dirname(file), { recursive: true })
  try {
    // Another server may make it at the same moment: the first one counts.
    writeFileSync(file, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
