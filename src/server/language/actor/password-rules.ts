import type { FieldError } from '../../../model/field-type'
import { fold } from '../../../model/values/fold'

let known: Promise<ReadonlySet<string>> | null = null

/** The most common ones, folded: ten thousand texts, which most servers need days after their start. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  const { default: lists } = await import('./common-passwords.json', { with: { type: 'json' } })
  return new Set([...lists.passwords, ...lists.spanish].flatMap((line) => line.split(' ')))
}

/** NIST SP 800-63B: at least eight, long phrases welcome. */
const SHORTEST = 8
const LONGEST = 128

/** Whose password it is: their e-mail address and names. */
interface PasswordOwner {
  readonly email?: unknown
  readonly name?: unknown
  readonly surname?: unknown
}

/**
 * The error of a new password; null: none. Checks length, the most common passwords, and the owner's own address or
 * name (also with digits or signs at its ends); there is no rule on its composition.
 */
export async function passwordError(password: string, owner: PasswordOwner): Promise<FieldError | null> {
  const length = [...password].length
  if (length < SHORTEST) return { key: 'too_short', params: { min: SHORTEST } }
  if (length > LONGEST) return { key: 'too_long', params: { max: LONGEST } }
  const plain = fold(password).replace(/\s+/g, '')
  const common = await (known ??= commonPasswords())
  if (common.has(plain) || new Set(plain).size < 3) return { key: 'password_common' }
  const core = plain.replace(/^[^a-z]+|[^a-z]+$/g, '')
  return core.length >= SHORTEST / 2 && ownNames(owner).some((name) => name === plain || name === core)
    ? { key: 'password_own' }
    : null
}

function ownNames({ email, name, surname }: PasswordOwner): string[] {
  const [address, first, last] = [email, name, surname].map((text) =>
    typeof text === 'string' ? fold(text).replace(/\s+/g, '') : '',
  ) as [string, string, string]
  const [local = ''] = address.split('@')
  const words = [name, surname].flatMap((text) => (typeof text === 'string' ? fold(text).split(/\s+/) : []))
  return [address, local, first, last, first + last, last + first, ...words].filter((text) => text !== '')
}
