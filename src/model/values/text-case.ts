import type { Json, JsonObject } from '../json'
import { checkedPattern, readPattern, samplePattern } from './pattern'

/** A text in the case that `x-case` names, composed; letters without such a form stay as they are. */
export function cased(text: string, schema: JsonObject): string {
  if (schema['x-case'] === 'upper') return text.toUpperCase().normalize('NFC')
  return schema['x-case'] === 'lower' ? text.toLowerCase().normalize('NFC') : text
}

export const inCase = (value: Json, schema: JsonObject): Json => (typeof value === 'string' ? cased(value, schema) : value)

/** A pattern that no text in the required case can match would refuse everything. */
export function caseErrors(schema: JsonObject): [path: string, sentence: string][] {
  if (schema['x-case'] === undefined || typeof schema.pattern !== 'string') return []
  const read = readPattern(schema.pattern)
  if ('error' in read) return []
  const pattern = checkedPattern(schema.pattern)
  let seed = 7
  const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  for (let tries = 0; tries < 100; tries++) if (pattern.test(cased(samplePattern(read.node, random), schema))) return []
  return [['/x-case', `no text in ${String(schema['x-case'])} case was found that matches the pattern. Change one of the two.`]]
}
