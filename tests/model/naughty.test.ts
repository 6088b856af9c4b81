import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/model/json'
import { parseJson } from '../../src/model/meta/parse-json'
import { isSame } from '../../src/model/values/same'
import { OWN, stringsOfOthers } from '../fixtures/naughty-strings'
import { sharedData } from '../shared-data'
import { FIELDS, nameOf, STYLES, typeOf } from './field-fixture'

const others = stringsOfOthers('naughty strings and lines of attack by others in every type of field')

describe.each([
  ['our own', OWN.list, 300, 240],
  ['of others', [...others.list, ...others.sql, ...others.markup], 500, 450],
] as const)('naughty strings, %s', (_whose, list, least, leastPlain) => {
  const isMissing = list.length === 0

  test.skipIf(isMissing)('are several hundred', () => {
    expect(list.length).toBeGreaterThan(least)
  })

  test.skipIf(isMissing).each(FIELDS.map((field) => [nameOf(field), field] as const))(
    'are kept whole or refused by %s',
    (_name, field) => {
      const type = typeOf(field.type as never)
      for (const naughty of list) {
        const canonical = type.canonical(naughty, field)
        if (canonical === null || type.check(canonical, field) || type.writeOnly || type.file) continue
        for (const style of STYLES)
          expect(type.fromText(type.toText(canonical, field, style), field)).toEqual({ value: canonical })
        const read = type.fromText(naughty, field)
        if ('value' in read && read.value !== null)
          expect(isSame(type.canonical(read.value, field), read.value)).toBe(true)
      }
    },
  )

  test.skipIf(isMissing)('are texts like any other where they have no control characters and no half ones', () => {
    const type = typeOf('longtext')
    const [field] = FIELDS.filter(({ type: name }) => name === 'longtext')
    const plain = list.filter((text) => text.trim() && !/[^\P{Cc}\t\n\r]|\p{Cs}/u.test(text))
    expect(plain.length).toBeGreaterThan(leastPlain)
    for (const text of plain) {
      const canonical = type.canonical(text, field!) as string
      expect([text, canonical && type.check(canonical, field!)]).toEqual([text, canonical && null])
      expect(canonical).toBe(text.replace(/\r\n?/g, '\n').normalize('NFC').trim())
    }
  })
})

const accepts = (text: string): void => expect(parseJson(text)).toEqual({ value: JSON.parse(text) as Json })
const refusesTwice = (text: string): void =>
  expect(parseJson(text)).toMatchObject({ error: { sentence: expect.stringContaining('written twice') as string } })
const refuses = (text: string): void =>
  expect(parseJson(text)).toMatchObject({
    error: {
      line: expect.any(Number) as number,
      column: expect.any(Number) as number,
      sentence: expect.stringMatching(/\.$/) as string,
    },
  })
const neitherThrowsNorHangs = (text: string): void => expect(Object.keys(parseJson(text))).toHaveLength(1)

describe('the JSON reader', () => {
  const own = JSON.parse(readFileSync(join(import.meta.dirname, '../fixtures/json-texts.json'), 'utf8')) as {
    readonly [what: string]: readonly string[]
  }
  test.each([
    ['accepts what is JSON, and reads what JSON.parse reads', 'accepted', 30, accepts],
    ['refuses one key twice', 'twice', 3, refusesTwice],
    ['refuses what is no JSON with a place', 'refused', 80, refuses],
    ['neither throws nor hangs on what may be either', 'either', 10, neitherThrowsNorHangs],
  ] as const)('%s', (_title, what, least, holds) => {
    const texts = own[what] ?? []
    expect(texts.length).toBeGreaterThan(least)
    for (const text of texts) holds(text)
  })
})

const suite = sharedData('naughty/json_test_parsing/test_parsing', 'the JSON reader, on the JSON test suite')

describe.skipIf(suite === null)('the JSON reader, on the JSON test suite', () => {
  const files = suite === null ? [] : readdirSync(suite)
  // As metadata is read: what is no UTF-8 comes as U+FFFD.
  const text = (file: string): string =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(readFileSync(join(suite!, file)))
  // Said in the module: a key written twice is a mistake in metadata.
  const twice = ['y_object_duplicated_key.json', 'y_object_duplicated_key_and_value.json']
  const named = (start: string): readonly string[] =>
    files.filter((file) => file.startsWith(start) && !twice.includes(file))

  test('finds several hundred texts in it', () => {
    expect(files.length).toBeGreaterThan(300)
  })
  test.each(named('y_'))('accepts %s and reads what JSON.parse reads', (file) => accepts(text(file)))
  test.each(twice)('refuses %s: one key twice', (file) => refusesTwice(text(file)))
  test.each(named('n_'))('refuses %s with a place', (file) => refuses(text(file)))
  test.each(named('i_'))('neither throws nor hangs on %s', (file) => neitherThrowsNorHangs(text(file)))
})
