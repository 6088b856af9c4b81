import type { Json, JsonObject } from '../json'
import type { FieldError } from '../field-type'
import { checkedPattern, readPattern } from './pattern'

/** Trimmed and composed (NFC) text; an empty one is null; a value that is not a text stays as it is. */
export function canonicalText(value: Json): Json {
  if (typeof value !== 'string') return value
  return value.normalize('NFC').trim() || null
}

/**
 * Control characters not allowed in a line, such as NUL (PostgreSQL refuses it), and halves of surrogate pairs (UTF-8
 * refuses them).
 */
const NOT_IN_LINE = /\p{Cc}|\p{Surrogate}/u
/** As above; tab and line feed are allowed. */
const NOT_IN_LINES = /[^\P{Cc}\t\n]|\p{Surrogate}/u

/** The limits of a text: characters, length in code points (as the database counts), pattern. */
export function checkText(
  value: Json,
  schema: JsonObject,
  maxLength: number,
  lines: 'one' | 'many',
): FieldError | null {
  if (typeof value !== 'string') return { key: 'text' }
  if ((lines === 'one' ? NOT_IN_LINE : NOT_IN_LINES).test(value)) return { key: 'characters' }
  const length = [...value].length
  const { min, max } = textLimits(schema, maxLength)
  if (length < min) return { key: 'too_short', params: { min } }
  if (length > max) return { key: 'too_long', params: { max } }
  if (typeof schema.pattern === 'string' && !checkedPattern(schema.pattern).test(value)) return { key: 'pattern' }
  return null
}

export function textLimits(schema: JsonObject, maxLength: number): { readonly min: number; readonly max: number } {
  return {
    min: typeof schema.minLength === 'number' ? schema.minLength : 0,
    max: typeof schema.maxLength === 'number' ? schema.maxLength : maxLength,
  }
}

/** Errors in the keywords of a text. */
export function textErrors(schema: JsonObject, maxLength: number): [path: string, sentence: string, id: string][] {
  const errors: [string, string, string][] = []
  const { min, max } = textLimits(schema, maxLength)
  if (max > maxLength) {
    errors.push([
      '/maxLength',
      `${max} is more than the ${maxLength} characters of this type. Lower it or choose a longer type.`,
      'M019',
    ])
  }
  if (min > max) errors.push(['/minLength', `${min} is more than the ${max} characters allowed. Lower it.`, 'M019'])
  if (typeof schema.pattern === 'string') {
    const read = readPattern(schema.pattern)
    if ('error' in read) errors.push(['/pattern', read.error, 'M018'])
  }
  return errors
}
