import type { FieldError } from '../../model/field-type'
import { fold } from '../../model/values/fold'

// The most common ones of eight characters or more in published lists of leaked passwords, with Spanish ones, folded.
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(`
12345678 123456789 1234567890 12345678910 0123456789 987654321 0987654321 87654321 11111111 111111111 1111111111 00000000 000000000
0000000000 22222222 33333333 55555555 66666666 77777777 88888888 99999999 12341234 12344321 11223344 1122334455 123123123 123321123
12121212 123456123 123456987 147258369 741852963 789456123 159357456 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc qazwsxedc
q1w2e3r4 q1w2e3r4t5 zaq12wsx qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwe123qwe asdfghjk asdfghjkl asdfasdf asdf1234
zxcvbnm1 zxcvbnm123 abcdefgh abcdefghi abcd1234 abc12345 abc123456 abcdef123 a1234567 a12345678 a123456789 aa123456 aa12345678 aaaaaaaa
password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword pass1234 passwords contrasena contrasena1 contrasena123
contrasenia clave123 clave1234 claveclave micontrasena miclave123 secreto123 admin123 admin1234 admin12345 administrador administrator
root1234 usuario1 usuario123 usuario1234 invitado bienvenido bienvenida bienvenido1 bienvenidos welcome1 welcome123 letmein1 letmein123
iloveyou iloveyou1 teamo123 teamomucho tequiero tequiero1 tequieromucho teamodios miamorcito amorcito amordemivida princesa princesa1
princess princess1 sunshine sunshine1 football football1 baseball barcelona barcelona1 realmadrid alianzalima universitario peru1234
peru2024 peru2025 peru2026 lima1234 superman superman1 batman123 spiderman pokemon1 pokemon123 starwars dragonball michelle jennifer
alejandra alejandro sebastian estrella estrellita mariposa chocolate corazon1 familia1 diosesamor jesucristo jesusteama angelito bonita123
trustno1 whatever computer internet samsung1 samsung123 android1 temporal temporal1 temporal123 cambiame cambiame1 changeme changeme1 testtest
test1234 prueba123 prueba1234 qwertyqwerty monkey123 shadow123 master123 michael1 killer123 liverpool liverpool1 fuckyou1 google123 facebook
facebook1 facebook123 linkedin gmail123 hotmail1 hotmail123
`.trim().split(/\s+/))

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
 * The error of a new password; null: none. Checks length, the most common passwords, and the owner's own address or name
 * (also with digits or signs at its ends); there is no rule on its composition.
 */
export function passwordError(password: string, owner: PasswordOwner): FieldError | null {
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
