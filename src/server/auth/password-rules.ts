import type { ValueFault } from '../../model/field-type'
import { fold } from '../../model/fold'
import { COMMON_PASSWORDS } from './common-passwords'

/** NIST SP 800-63B: eight at least, long phrases welcome. */
const SHORTEST = 8
const LONGEST = 128

/** Whose password it is: his e-mail address and names. */
export interface PasswordOwner {
  readonly email?: unknown
  readonly name?: unknown
  readonly surname?: unknown
}

/**
 * What is wrong with a password that is to be set; null: nothing. Length, the commonest ones, and the owner's own address or name
 * (also with digits or signs at its ends); no rule on its composition.
 */
export function passwordFault(password: string, owner: PasswordOwner): ValueFault | null {
  const length = [...password].length
  if (length < SHORTEST) return { key: 'too_short', params: { min: SHORTEST } }
  if (length > LONGEST) return { key: 'too_long', params: { max: LONGEST } }
  const plain = fold(password).replace(/\s+/g, '')
  if (COMMON_PASSWORDS.has(plain) || new Set(plain).size < 3) return { key: 'password_common' }
  const core = plain.replace(/^[^a-z]+|[^a-z]+$/g, '')
  return core.length >= SHORTEST / 2 && ownNames(owner).some((name) => name === plain || name === core) ? { key: 'password_own' } : null
}

function ownNames({ email, name, surname }: PasswordOwner): string[] {
  const [address, first, last] = [email, name, surname].map((text) => typeof text === 'string' ? fold(text).replace(/\s+/g, '') : '') as
    [string, string, string]
  const [local = ''] = address.split('@')
  const words = [name, surname].flatMap((text) => typeof text === 'string' ? fold(text).split(/\s+/) : [])
  return [address, local, first, last, first + last, last + first, ...words].filter((text) => text !== '')
}
