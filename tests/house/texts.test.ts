import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT, sourceFiles } from './import-graph'

/** A sentence by its key, or by the beginning of one, unless another stands in for it (`_`): `say('a.b')`, `` translate(`a.${b}`) ``, `words.say(language, 'a.b')`. */
const NAMED = /\b(?:say|translate)\(\s*(?:[\w.?[\]]+(?:\([^()]*\))?,\s*)?(['`])([a-z]\w*\.[^'`\n]*)\1(?!,\s*\{[^{}]*\b_:)/g

const keysIn = (object: object, above = ''): string[] => Object.entries(object).flatMap(([name, value]: [string, unknown]) => {
  const key = above + name
  return typeof value === 'object' && value !== null ? keysIn(value, `${key}.`) : [key]
})

const readJson = (path: string): object => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as object

describe.each(['es', 'en'])('the texts in %s', (language) => {
  test('have every sentence that the code asks for', () => {
    const keys = new Set(readdirSync(join(ROOT, 'i18n', language)).flatMap((file) => keysIn(readJson(`i18n/${language}/${file}`))))
    const all = [...keys].join('\n')
    const missing: string[] = []
    let asked = 0
    for (const path of ['src', 'custom'].flatMap(sourceFiles)) {
      for (const [, , key = ''] of readFileSync(join(ROOT, path), 'utf8').matchAll(NAMED)) {
        // The framework's own package brings its texts.
        if (key.startsWith('ra.')) continue
        asked++
        const known = key.includes('${') ? new RegExp(`^${patternOf(key)}$`, 'm').test(all) : keys.has(key)
        if (!known) missing.push(`${path}: ${key}`)
      }
    }
    expect(missing).toEqual([])
    expect(asked).toBeGreaterThan(500)
  })
})

test.each(['es', 'en'].flatMap((language) => readdirSync(join(ROOT, 'i18n', language)).map((file) => `i18n/${language}/${file}`)))('%s has no key twice', (path) => {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const namesIn = (object: object): number => Object.values(object).reduce((sum: number, value: unknown) =>
    sum + 1 + (typeof value === 'object' && value !== null ? namesIn(value) : 0), 0)
  // The second of two would silently stand for both.
  expect(text.match(/^\s*"[^"]+":/gm)).toHaveLength(namesIn(JSON.parse(text) as object))
})

/** What a template may become: each of its expressions is a part of a key, or several. */
function patternOf(template: string): string {
  return template.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/).map((text) => text.replaceAll('.', '\\.')).join('[\\w.]+')
}
