import { randomInteger, pick, type Random } from './random'

/** Weights of the digits before the check digit of a RUC; their sum is taken modulo 11. Source: SUNAT. */
const RUC_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2] as const

/**
 * A company's tax number (RUC): eleven digits with the right check digit.
 * @param index each one below 999,983 gives another number, in no visible order; all begin with 2099, which no company
 * has yet
 */
export function rucOf(index: number): string {
  const body = String(2_099_000_000 + ((index * 104_729 + 31_337) % 999_983))
  const sum = RUC_WEIGHTS.reduce((total, weight, place) => total + weight * Number(body[place]), 0)
  const check = 11 - (sum % 11)
  return body + (check >= 10 ? check - 10 : check)
}

/** An identity card's number (DNI): eight digits. */
export const dni = (random: Random): string => String(randomInteger(random, 6_000_000, 77_999_999)).padStart(8, '0')

/** A driving licence's number: a letter and the holder's DNI, as the transport ministry writes it. */
export const licenseNumber = (random: Random, document: string): string =>
  `${pick(random, ['Q', 'Q', 'Q', 'B', 'R'])}${document}`

/** A Peruvian mobile in as people there write it: nine digits of which the first is 9. */
export const mobile = (random: Random): string => `9${randomInteger(random, 10_000_000, 99_999_999)}`

/** A fixed line of Lima: area code 01 and seven digits. */
export const landline = (random: Random): string => `01${randomInteger(random, 2_100_000, 7_199_999)}`

const LETTERS = 'ABCDEFHJKLMNPRSTUVWXZ'
const LETTERS_AND_DIGITS = `${LETTERS}0123456789`
const PLATES = LETTERS.length * LETTERS_AND_DIGITS.length * LETTERS.length * 1000

/** A number plate such as `B7X-142`; every index below 13,671,000 gives another one, in no visible order. */
export function plateOf(index: number): string {
  // Multiplying by a prime that does not divide the number of plates visits each of them once.
  let left = (index * 15_485_863 + 4_711_003) % PLATES
  const take = (base: number): number => {
    const digit = left % base
    left = Math.floor(left / base)
    return digit
  }
  const number = String(take(1000)).padStart(3, '0')
  return `${LETTERS[take(LETTERS.length)]}${LETTERS_AND_DIGITS[take(LETTERS_AND_DIGITS.length)]}${LETTERS[take(LETTERS.length)]}-${number}`
}

/** A motorcycle's plate such as `4718-6B`; every index below 249,000 gives another one. */
export function motorcyclePlateOf(index: number): string {
  const left = (index * 7_919 + 311) % 249_000
  return `${String(1000 + (left % 8_300)).padStart(4, '0')}-${Math.floor(left / 8_300) % 10}${'ABC'[Math.floor(left / 83_000)]}`
}

/** Plain lower-case letters and digits of a text: `Muñoz Peña` → `munoz.pena`. */
const slug = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.|\.$/g, '')

/** An address below `.test`, which can never be anybody's (RFC 2606); `index` makes it unique. */
export function emailOf(name: string, surname: string, index: number, domain = 'correo.test'): string {
  return `${slug(name.split(' ')[0] ?? name)}.${slug(surname.split(' ')[0] ?? surname)}${index}@${domain}`
}
