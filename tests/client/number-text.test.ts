import { describe, expect, test } from 'vitest'
import { moneyText, numberText, plainNumber } from '../../src/ui/show/number-text'
import { DEFAULT_STYLE } from '../../src/ui/show/style'

const peru = { ...DEFAULT_STYLE, coin: 'S/', thousands_separator: ',', decimals_separator: '.' }
const spain = { ...DEFAULT_STYLE, coin: '€', coin_space: false, thousands_separator: '.', decimals_separator: ',' }

describe('numbers for people', () => {
  test.each([
    [2019, '2019'],
    [12345, '12,345'],
    [-1234567.891, '-1,234,567.891'],
    ['-12345.670', '-12,345.670'],
    ['99999999999999999999.5', '99,999,999,999,999,999,999.5'],
    [1e-7, '0.0000001'],
  ])('%s is shown as %s, every digit kept', (value, text) => expect(numberText(value, peru)).toBe(text))

  test('the other separators', () => expect(numberText(12345.5, spain)).toBe('12.345,5'))

  test.each([
    [1250, 'S/\u00a01,250.00'],
    [1.005, 'S/\u00a01.01'],
    [-1234567.5, '-S/\u00a01,234,567.50'],
    [-0.001, 'S/\u00a00.00'],
    ['99999999999999999999.999', 'S/\u00a0100,000,000,000,000,000,000.00'],
  ])('money %s is shown as %s', (value, text) => expect(moneyText(value, peru)).toBe(text))

  test('money without decimals or space', () => expect(moneyText(1999.5, { ...spain, decimals_visible: 0 })).toBe('€2.000'))
})

describe('numbers as they are typed', () => {
  test.each([
    ['', null],
    ['1.0', '1.0'],
    [' 1 234.5 ', '1234.5'],
    ['abc', 'abc'],
  ])('%j is read as %j', (typed, plain) => expect(plainNumber(typed, peru)).toBe(plain))
  test('a decimal comma is one where the settings say so', () => {
    expect(plainNumber('1,5', spain)).toBe('1.5')
    expect(plainNumber('1.5', spain)).toBe('1.5')
    // Refused by validation, not guessed.
    expect(plainNumber('1,5', peru)).toBe('1,5')
  })
})
