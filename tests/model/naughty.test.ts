import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/model/json'
import { parseJson } from '../../src/model/meta/parse-json'
import { isSame } from '../../src/model/same'
import { FIELDS, nameOf, STYLES, typeOf } from './field-fixture'

const folder = join(import.meta.dirname, '../../../shared/data/naughty')
const there = existsSync(folder)
if (!there) console.log('skipped: naughty strings and the JSON test suite: ../shared/data/naughty is not here')

/** The big list of naughty strings, and lines of attack. */
function strings(): string[] {
  const list = JSON.parse(readFileSync(join(folder, 'blns.json'), 'utf8')) as string[]
  const lines = ['sqli_sample.txt', 'xss_sample.txt'].flatMap(file => readFileSync(join(folder, file), 'utf8').split('\n'))
  return [...list, ...lines]
}

describe.runIf(there)('naughty strings', () => {
  const list = there ? strings() : []

  test('are several hundred', () => {
    expect(list.length).toBeGreaterThan(500)
  })

  test.each(FIELDS.map(field => [nameOf(field), field] as const))('are kept whole or refused by %s', (_name, field) => {
    const type = typeOf(field.type as never)
    for (const naughty of list) {
      const canonical = type.canonical(naughty, field)
      if (canonical === null || type.check(canonical, field) || type.writeOnly || type.file) continue
      for (const style of STYLES) expect(type.fromText(type.toText(canonical, field, style), field)).toEqual({ value: canonical })
      const read = type.fromText(naughty, field)
      if ('value' in read && read.value !== null) expect(isSame(type.canonical(read.value, field), read.value)).toBe(true)
    }
  })

  test('are texts like any other where they have no control characters', () => {
    const type = typeOf('longtext')
    const [field] = FIELDS.filter(({ type: name }) => name === 'longtext')
    const plain = list.filter(text => text.trim() && !/[^\P{Cc}\t\n\r]/u.test(text))
    expect(plain.length).toBeGreaterThan(450)
    for (const text of plain) {
      const canonical = type.canonical(text, field!) as string
      expect([text, canonical && type.check(canonical, field!)]).toEqual([text, canonical && null])
      expect(canonical).toBe(text.replace(/\r\n?/g, '\n').normalize('NFC').trim())
    }
  })
})

describe.runIf(there)('the JSON reader, on the JSON test suite', () => {
  const suite = join(folder, 'json_test_parsing/test_parsing')
  const files = there ? readdirSync(suite) : []
  const text = (file: string): string | null => {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(join(suite, file)))
    } catch {
      return null
    }
  }
  // Said in the module: a key written twice is a mistake in metadata.
  const twice = ['y_object_duplicated_key.json', 'y_object_duplicated_key_and_value.json']

  test.each(files.filter(file => file.startsWith('y_') && !twice.includes(file)))('accepts %s and reads what JSON.parse reads', file => {
    const source = text(file) ?? ''
    expect(parseJson(source)).toEqual({ value: JSON.parse(source) as Json })
  })

  test.each(twice)('refuses %s: one key twice', file => {
    expect(parseJson(text(file) ?? '')).toMatchObject({ fault: { sentence: expect.stringContaining('written twice') } })
  })

  test.each(files.filter(file => file.startsWith('n_')))('refuses %s with a place', file => {
    const source = text(file)
    // What is not even UTF-8 never reaches the reader.
    if (source === null) return
    expect(parseJson(source)).toMatchObject({ fault: { line: expect.any(Number), column: expect.any(Number),
      sentence: expect.stringMatching(/\.$/) } })
  })

  test.each(files.filter(file => file.startsWith('i_')))('neither throws nor hangs on %s', file => {
    const source = text(file)
    if (source !== null) expect(Object.keys(parseJson(source))).toHaveLength(1)
  })
})
