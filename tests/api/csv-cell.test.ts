import { describe, expect, test } from 'vitest'
import { csvLine, originalText, safeText } from '../../src/server/work/export/csv-cell'

describe('a cell of a csv file', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+cmd', "'+cmd"],
    ['-x', "'-x"],
    ['@a', "'@a"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ["'=1", "''=1"],
    ['＝1', "'＝1"],
    ['-5', '-5'],
    ['+51999', '+51999'],
    ['-12.05,-77.04', '-12.05,-77.04'],
    ["'a", "'a"],
    ['a=1', 'a=1'],
    ['', ''],
  ])('%j is written as %j and read back', (text, cell) => {
    expect(safeText(text)).toBe(cell)
    expect(originalText(cell)).toBe(text)
  })

  test('is quoted as RFC 4180 says', () => {
    expect(csvLine(['a', 'b,c', 'say "x"', 'two\nlines', ' x'])).toBe('a,"b,c","say ""x""","two\nlines"," x"\r\n')
  })
})
