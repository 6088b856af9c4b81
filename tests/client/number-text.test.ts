import { describe, expect, test } from 'vitest'
import { readNumber, withoutCoin } from '../../src/model/values/number-value'
import { moneyText, numberText } from '../../src/model/values/shown-number'
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

  test('money without decimals or space', () =>
    expect(moneyText(1999.5, { ...spain, decimals_visible: 0 })).toBe('€2.000'))
})

describe('numbers as they are typed', () => {
  test.each([
    ['', null, null],
    ['1.0', '1', '1'],
    [' 1 234.5 ', '1234.5', '1234.5'],
    ['1.500', '1.5', '1500'],
    ['1,500', '1500', '1.5'],
    ['1.234,56', '1234.56', '1234.56'],
    ['1,234.56', '1234.56', '1234.56'],
    ['12.345.678', 'number_ambiguous', '12345678'],
    ['-1.500.000,5', '-1500000.5', '-1500000.5'],
    ['0,50', '0.5', '0.5'],
    ['0.500', '0.5', '0.5'],
    ['12.5', '12.5', '12.5'],
    ['12,5', '12.5', '12.5'],
    ['1500.250', '1500.25', '1500.25'],
    ['1 234 567,5', '1234567.5', '1234567.5'],
    ['1.50.000', 'number_ambiguous', 'number_ambiguous'],
    ['abc', 'number', 'number'],
  ])('%j is %j with a decimal point, %j with a decimal comma', (typed, point, comma) => {
    const read = (style: typeof peru) => {
      const found = readNumber(typed, style)
      return 'value' in found ? found.value : found.error.key
    }
    expect([read(peru), read(spain)]).toEqual([point, comma])
  })

  test.each([
    ['S/ 12.30', '12.30'],
    ['S/12.30', '12.30'],
    ['S/. 12.30', '12.30'],
    ['s/ 1,250.00', '1,250.00'],
    ['-S/ 5.00', '-5.00'],
    ['S/ -5', '-5'],
    ['12 S/', '12'],
    ['S/\u00a01', '1'],
    ['S/ .50', '.50'],
    ['S/', 'S/'],
    ['US$ 12', 'US$ 12'],
    ['7', '7'],
  ])('an amount is read with the coin of the house: %j', (typed, bare) => expect(withoutCoin(typed, 'S/')).toBe(bare))

  test('with one sign for both, it is the decimal sign', () => {
    expect(readNumber('1,500', { thousands_separator: ',', decimals_separator: ',' })).toEqual({ value: '1.5' })
  })

  test.each([peru, spain])('what the console writes is read back as it was', (style) => {
    for (const value of ['0', '12', '1234', '12345.5', '-1234567.891', '0.125', '1.234', '999999.001']) {
      expect(readNumber(numberText(value, style), style)).toEqual({ value })
      expect(readNumber(moneyText(value, { ...style, coin: '', decimals_visible: 3 }), style)).toEqual({ value })
    }
  })
})
