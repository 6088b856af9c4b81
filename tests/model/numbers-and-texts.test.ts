import * as fc from '../fast-check'
import { describe, expect, test } from 'vitest'
import { isCalendarDate } from '../../src/model/values/calendar'
import { canonicalDecimal, compareDecimals, countDigits, decimalText, isMultiple } from '../../src/model/values/decimal'
import { compareCodePoints, fold, FOLD_FROM, FOLD_TO } from '../../src/model/values/fold'
import { checkedPattern, readPattern, samplePattern } from '../../src/model/values/pattern'

const plain = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 9 }))
  .map(([digits, scale]) => {
    const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
    const point = text.length - scale
    return `${digits < 0n ? '-' : ''}${text.slice(0, point)}${scale ? `.${text.slice(point)}` : ''}`
  })

describe('decimals', () => {
  test('have one text, whatever zeros they came with', () => {
    fc.assert(
      fc.property(plain, fc.nat(3), fc.nat(3), (text, before, after) => {
        const padded = text.replace(/^(-?)/, `$1${'0'.repeat(before)}`) + (text.includes('.') ? '0'.repeat(after) : '')
        expect(decimalText(padded)).toBe(decimalText(text))
      }),
    )
  })

  test('become numbers only where no digit is lost', () => {
    fc.assert(
      fc.property(plain, (text) => {
        const canonical = canonicalDecimal(text)
        expect(decimalText(canonical)).toBe(decimalText(text))
        expect(canonicalDecimal(canonical)).toBe(canonical)
      }),
    )
  })

  test('written by JavaScript with an exponent are read as the same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = decimalText(value)
        expect(text).not.toMatch(/e/)
        expect(Number(text)).toBe(value === 0 ? 0 : value)
      }),
    )
  })

  test('are ordered exactly, where doubles are equal', () => {
    expect(0.1 + 0.2 === 0.3).toBe(false)
    expect(compareDecimals('0.3', 0.3)).toBe(0)
    expect(compareDecimals('9007199254740993', '9007199254740992')).toBeGreaterThan(0)
    expect(compareDecimals('-1.10', '-1.1')).toBe(0)
    expect(compareDecimals('x', 1)).toBeNaN()
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), (a, b) => {
        expect(Math.sign(compareDecimals(String(a), String(b)))).toBe(a < b ? -1 : a > b ? 1 : 0)
      }),
    )
  })

  test('count digits and multiples exactly', () => {
    expect(countDigits('-120.050')).toEqual({ total: 6, scale: 3 })
    expect(countDigits('0.05')).toEqual({ total: 2, scale: 2 })
    expect(isMultiple('0.3', '0.1')).toBe(true)
    expect(isMultiple('0.31', '0.1')).toBe(false)
    expect(isMultiple(5, 0)).toBe(false)
  })
})

describe('folding', () => {
  test('takes case and accents away', () => {
    expect(fold('Ñandú ÁÉÍÓÚ Çağrı Łódź Đặng Ёлка ΣΊΣΥΦΟΣ')).toBe('nandu aeiou cagri lodz dang елка σισυφοσ')
  })

  test('does what translate() of the database does with the two strings', () => {
    const translate = (text: string): string =>
      [...text]
        .map((char) => {
          const at = FOLD_FROM.indexOf(char)
          return at < 0 ? char : (FOLD_TO[at] ?? '')
        })
        .join('')
    expect(new Set(FOLD_FROM).size).toBe(FOLD_FROM.length)
    expect(FOLD_FROM + FOLD_TO).not.toMatch(/[\ud800-\udfff]/)
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: fc.constantFrom(...FOLD_FROM, 'x', ' ', '😀') }),
        (a, b) => {
          expect(fold(a + b)).toBe(translate(a + b))
        },
      ),
    )
  })

  test('is done once: a folded text folds to itself, composed or not', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...FOLD_FROM, 'a', 'ß', '中') }), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
        expect(fold(text.normalize('NFC'))).toBe(fold(text.normalize('NFC')).normalize('NFC'))
      }),
    )
  })

  test('orders by code point, as UTF-8 bytes do', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))))
      }),
    )
    expect(compareCodePoints('\uff21', '😀')).toBeLessThan(0)
  })
})

describe('a calendar date', () => {
  test('is what the calendar of the machine says it is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9999 }),
        fc.integer({ min: 0, max: 14 }),
        fc.integer({ min: 0, max: 33 }),
        (year, month, day) => {
          const text = [
            String(year).padStart(4, '0'),
            String(month).padStart(2, '0'),
            String(day).padStart(2, '0'),
          ].join('-')
          const time = new Date(`${text}T00:00:00Z`)
          const exists = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
          expect([text, isCalendarDate(text)]).toEqual([text, exists])
        },
      ),
    )
  })
})

describe('a pattern', () => {
  test.each([
    ['^(a+)+$', 'too many ways'],
    ['^(a|aa)*$', 'too many ways'],
    ['(\\d+){20}', 'too many ways'],
    ['^a*b*c*d*$', 'too many ways'],
    ['a*a*a*b', 'too many ways'],
    ['^(a{0,9}a{0,9}){9}$', 'too many ways'],
    ['(a)\\1', 'back-references'],
    ['(?=a)', 'look-around'],
    ['(?<!a)b', 'look-around'],
    ['(?<n>a)', 'named groups'],
    ['[', 'does not compile'],
    ['a{2,1}', 'does not compile'],
    ['a+?', 'lazy'],
    ['a{5000}', 'up to 1000'],
    ['\\bx', 'word borders'],
    ['[^\\s\\S]', 'no ordinary character'],
  ])('%s is refused: %s', (source, why) => {
    expect(readPattern(source)).toMatchObject({ error: expect.stringContaining(why) })
  })

  test.each([
    '^[A-Z]{3}-\\d{3}$',
    '^(AB|CD)?[0-9]+$',
    '\\p{L}+',
    '^[^@]+@x$',
    'a.c',
    '^\\u0041{2,}$',
    '(?:ab){3}',
    '^(\\d{1,3}\\.){3}\\d{1,3}$',
    '[\\]\\-a]',
    '^$',
    '^ñ?$',
  ])('%s is taken, and texts are made for it', (source) => {
    const read = readPattern(source)
    expect(read).toHaveProperty('node')
    if (!('node' in read)) return
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 30, maxLength: 30 }),
        (numbers) => {
          let at = 0
          expect(samplePattern(read.node, () => numbers[at++ % numbers.length] ?? 0)).toMatch(checkedPattern(source))
        },
      ),
    )
  })

  test('that is taken answers in no time on the worst of texts', () => {
    const worst = 'a'.repeat(254) + '!'
    for (const source of ['a*a*b', '^(a{1,3}){9}$', '(a?){10}b', '^[a-z]+[a-z]+[a-z]+$', '^([a-z]{1,9}){7}$']) {
      expect(readPattern(source)).toHaveProperty('node')
      const start = performance.now()
      checkedPattern(source).test(worst)
      // Milliseconds; what is refused here takes years, so that no machine is too slow for this.
      expect([source, performance.now() - start < 30_000]).toEqual([source, true])
    }
  })
})
