import type { Json, JsonObject } from '../json'
import { checkedPattern, readPattern, samplePattern } from './pattern'

/** A text in the case that `x-case` names, composed; letters without such a form stay as they are. */
export function cased(text: string, schema: JsonObject): string {
  if (schema['x-case'] === 'upper') return text.toUpperCase().normalize('NFC')
  return schema['x-case'] === 'lower' ? text.toLowerCase().normalize('NFC') : text
}

export const inCase = (value: Json, schema: JsonObject): Json =>
  typeof value === 'string' ? shaped(cased(value, schema), schema) : value

/** What people put between the parts of a code, or leave out. */
const SEPARATORS = /[\s./_\u2010-\u2015\u2212-]+/g
const SLOT = /[A0*]/

/** The signs of a code without what stands between its parts. */
export const unshaped = (text: string): string => text.replace(SEPARATORS, '')

/** The shapes of a text (`x-shapes`): `A` is a letter, `0` a digit, `*` either, all else stands as written. */
export const shapesOf = ({ 'x-shapes': shapes }: JsonObject): readonly string[] =>
  Array.isArray(shapes) ? (shapes as readonly Json[]).filter((one) => typeof one === 'string') : []

/**
 * A text in the first of its shapes that its signs fill, so that a code is one however it is written; any other text
 * stays as it is.
 */
function shaped(text: string, schema: JsonObject): string {
  const signs = unshaped(text)
  for (const shape of shapesOf(schema)) {
    let at = 0
    const slots = [...shape]
    const isFilled =
      slots.filter((one) => SLOT.test(one)).length === signs.length &&
      slots.every((one) => !SLOT.test(one) || fits(one, signs[at++]))
    at = 0
    if (isFilled) return slots.map((one) => (SLOT.test(one) ? signs[at++] : one)).join('')
  }
  return text
}

const fits = (slot: string, sign = ''): boolean =>
  (slot === 'A' ? /^[A-Za-z]$/ : slot === '0' ? /^\d$/ : /^[A-Za-z\d]$/).test(sign)

/** A pattern that no text in the required case can match would refuse everything. */
export function caseErrors(schema: JsonObject): [path: string, sentence: string][] {
  if (schema['x-case'] === undefined || typeof schema.pattern !== 'string') return []
  const read = readPattern(schema.pattern)
  if ('error' in read) return []
  const pattern = checkedPattern(schema.pattern)
  let seed = 7
  const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  for (let tries = 0; tries < 100; tries++) if (pattern.test(cased(samplePattern(read.node, random), schema))) return []
  return [
    [
      '/x-case',
      `no text in ${String(schema['x-case'])} case was found that matches the pattern. Change one of the two.`,
    ],
  ]
}
