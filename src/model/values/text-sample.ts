import type { Json, JsonObject } from '../json'
import { checkedPattern, readPattern, samplePattern } from './pattern'
import { cased } from './text-case'
import { textLimits } from './text-value'

const WORDS = [
  'Ana',
  'ñandú',
  'Lima',
  'río',
  'Ágil',
  'casa 12',
  "O'Higgins",
  '«x»',
  'naïve',
  'Señor',
  'a,b',
  '"q"',
  '=1+1',
  'Ω',
  '😀',
  'zz',
]

/** A canonical text that fits the schema, from a random source in [0, 1). */
export function sampleText(schema: JsonObject, maxLength: number, random: () => number): string {
  const { min, max } = textLimits(schema, maxLength)
  if (typeof schema.pattern === 'string') return patternText(schema.pattern, schema, min, max, random)
  const target = Math.max(min, Math.min(max, min + 1 + Math.floor(random() * 20)))
  let text = ''
  while ([...text].length < target) text += `${text ? ' ' : ''}${WORDS[Math.floor(random() * WORDS.length)] ?? ''}`
  const cut = [...cased(text, schema)].slice(0, target).join('').trim()
  return cut + cased('x', schema).repeat(target - [...cut].length)
}

/** Texts that the limits or the pattern refuse. */
export function invalidTexts(schema: JsonObject, limits: { readonly min: number; readonly max: number }): Json[] {
  const texts: Json[] = ['x'.repeat(limits.max + 1)]
  if (limits.min > 1) texts.push('x'.repeat(limits.min - 1))
  if (typeof schema.pattern === 'string') {
    const pattern = checkedPattern(schema.pattern)
    texts.push(...['¿?', 'x', '0', '~~~~'].filter((text) => !pattern.test(cased(text, schema))))
  }
  return texts
}

function patternText(source: string, schema: JsonObject, min: number, max: number, random: () => number): string {
  const read = readPattern(source)
  if ('error' in read) throw new Error(`Pattern ${source}: ${read.error}`)
  for (let tries = 0; tries < 200; tries++) {
    const text = cased(samplePattern(read.node, random), schema)
    const length = [...text].length
    if (
      text === text.trim().normalize('NFC') &&
      length >= Math.max(1, min) &&
      length <= max &&
      checkedPattern(source).test(text)
    ) {
      return text
    }
  }
  throw new Error(`Pattern ${source}: found no text of ${min} to ${max} characters that matches it.`)
}
