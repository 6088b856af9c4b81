import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'

const wordsOf = (language: string): readonly (readonly [key: string, text: string])[] => {
  const flat = (tree: JsonObject, before: string): (readonly [string, string])[] =>
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[before + key, value] as const] : flat(value as JsonObject, `${before}${key}.`),
    )
  return flat(
    JSON.parse(readFileSync(new URL(`../../i18n/${language}/app.json`, import.meta.url), 'utf8')) as JsonObject,
    '',
  )
}

test('what is a service in Spanish is a service in English, and no ride', () => {
  const english = new Map(wordsOf('en'))
  const services = wordsOf('es').filter(([, text]) => /servicio/i.test(text))
  expect(services.length).toBeGreaterThan(50)
  expect(services.filter(([key]) => /\brides?\b/i.test(english.get(key) ?? '')).map(([key]) => key)).toEqual([])
})
