import * as fc from '../fast-check'
import { describe, expect, test } from 'vitest'
import { fieldTypes } from '../../src/fields/data'
import type { Json } from '../../src/model/json'
import { isSame } from '../../src/model/values/same'
import { FIELDS, fieldOf, nameOf, STYLES, typeNames, typeOf } from './field-fixture'

const random = fc.integer({ min: 0, max: 2 ** 31 }).map((seed) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
})
const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>

describe('every field type', () => {
  test('is registered under its own name', () => {
    expect(Object.entries(fieldTypes).filter(([key, type]) => key !== type.name)).toEqual([])
  })

  describe.each(FIELDS.map((field) => [nameOf(field), field] as const))('%s', (_name, field) => {
    const type = fieldTypes[field.type as keyof typeof fieldTypes]

    test('accepts what it samples, already canonical', () => {
      fc.assert(
        fc.property(random, (source) => {
          const value = type.sample(field, source)
          expect(value).not.toBeNull()
          expect([value, type.check(value, field)]).toEqual([value, null])
          expect(isSame(type.canonical(value, field), value)).toBe(true)
        }),
      )
    })

    test('refuses what it calls invalid, after canonical too', () => {
      expect(type.invalid(field).length).toBeGreaterThan(2)
      for (const value of type.invalid(field)) {
        const canonical = type.canonical(value, field)
        expect([value, canonical === null ? null : type.check(canonical, field)?.key]).toEqual([
          value,
          expect.any(String),
        ])
      }
    })

    test('has one canonical form, whatever comes in', () => {
      fc.assert(
        fc.property(json, (value) => {
          if (value === null) return
          const once = type.canonical(value, field)
          const twice = once === null ? null : type.canonical(once, field)
          expect(isSame(once, twice)).toBe(true)
          if (once !== null) type.check(once, field)
        }),
      )
    })

    test('reads back every text it writes (a password writes none, a file its name alone)', () => {
      fc.assert(
        fc.property(random, fc.constantFrom(...STYLES), (source, style) => {
          const value = type.sample(field, source)
          const kept = 'writeOnly' in type && type.writeOnly ? null : value
          const read = 'file' in type ? { error: { key: 'file' } } : { value: kept }
          expect(type.fromText(type.toText(value, field, style), field)).toEqual(read)
        }),
      )
    })

    test('reads an empty cell as empty and writes nothing for it', () => {
      for (const style of STYLES) expect(type.toText(null, field, style)).toBe('')
      expect(type.fromText('', field)).toEqual({ value: null })
    })

    test('never throws on a text of any kind, and is one with its check', () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
          const read = type.fromText(text, field)
          if (!('value' in read) || read.value === null) return
          expect(isSame(type.canonical(read.value, field), read.value)).toBe(true)
          type.check(read.value, field)
        }),
      )
    })
  })
})

describe('a type that has an order', () => {
  const ordered = FIELDS.filter((field) => typeOf(field.type as never).operators.includes('lt'))

  test('is one of numbers, dates, moments and times of day', () => {
    expect(new Set(ordered.map((field) => field.type))).toEqual(
      new Set(['integer', 'decimal', 'money', 'percent', 'duration', 'distance', 'date', 'datetime', 'time', 'rating']),
    )
  })

  test.each(ordered.map((field) => [nameOf(field), field] as const))(
    'compares %s without contradiction',
    (_name, field) => {
      const type = typeOf(field.type as never)
      fc.assert(
        fc.property(random, (source) => {
          const [a, b, c] = [type.sample(field, source), type.sample(field, source), type.sample(field, source)]
          expect(Math.sign(type.compare(a, b)) + Math.sign(type.compare(b, a))).toBe(0)
          expect(type.compare(a, b) === 0).toBe(isSame(a, b))
          if (type.compare(a, b) <= 0 && type.compare(b, c) <= 0) expect(type.compare(a, c)).toBeLessThanOrEqual(0)
        }),
      )
    },
  )
})

test('passwords and secrets are written and never read back as a text', () => {
  expect(typeOf('password').toText('secreto 1', fieldOf('password'), STYLES[0]!)).toBe('')
  expect(typeNames.filter((name) => typeOf(name).writeOnly)).toEqual(['password', 'secret'])
})
