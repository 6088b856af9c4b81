import { sql, type RawBuilder } from 'kysely'
import type { Field } from '../../../model/field'
import { homePhone } from '../../../model/values/home-phone'
import { shapesOf, unshaped } from '../../../model/values/text-case'
import type { Runtime } from '../../language/runtime'
import { sqlTypeOf } from '../fields/row-columns'

/** Words of one search; a text pasted by mistake must not become a thousand conditions. */
const MAX_WORDS = 10
const MAX_CHARS = 200

/** The words of a search, as they were typed. */
export const searchWords = (text: string): string[] => signedWords(text).map(unsigned)

/** The words of a search, of which a telephone number with the code of a country keeps its sign: `+51987654321`. */
export function signedWords(text: string): string[] {
  // No stored text has control characters or lone surrogates, and PostgreSQL accepts neither.
  return (
    text
      .slice(0, MAX_CHARS)
      .normalize('NFC')
      // It is one word, however it is parted; so is its beginning.
      .replace(/\(?\+\d[\d\s().\u2010-\u2015-]{3,}/g, (number) => ` +${number.replace(/\D/g, '')} `)
      .split(/[\s\p{Cc}\p{Surrogate}]+/u)
      .filter(Boolean)
      .slice(0, MAX_WORDS)
  )
}

const unsigned = (word: string): string => word.replace(/^\+(?=\d{3,}$)/, '')

/** Digits by which telephone numbers are compared: the code of a country is often left out. */
const COMPARED_DIGITS = 9

/**
 * The digits of a telephone number, or of its beginning, however it is written and without the code of its country;
 * null where the word is none.
 */
function comparedDigits(word: string, home: string): string | null {
  if (!/^[\d().\u2010-\u2015+-]+$/.test(word)) return null
  const digits = homePhone(word, home).replace(/\D/g, '')
  return /^\d{2,15}$/.test(digits) ? digits.slice(-COMPARED_DIGITS) : null
}

/**
 * Conditions of which one holds where a word is in a text: a telephone number and a code (`x-shapes`) are found however
 * they are written.
 */
export function containsWord(
  { fieldSql }: Pick<Runtime, 'fieldSql'>,
  column: RawBuilder<unknown>,
  field: Field,
  word: string,
): readonly RawBuilder<boolean>[] {
  const compare = (within: RawBuilder<unknown>, text: string) =>
    sqlTypeOf(fieldSql, field).compare(within, 'contains', text, field)
  const digits = field.type === 'phone' ? comparedDigits(word, String(field.schema['x-home'] ?? '')) : null
  if (digits !== null) return [compare(column, digits)]
  const signs = shapesOf(field.schema).length > 0 ? unshaped(word) : ''
  return signs.length < 2
    ? [compare(column, unsigned(word))]
    : [compare(column, unsigned(word)), compare(sql`regexp_replace(${column}, '[^[:alnum:]]', '', 'g')`, signs)]
}
