import { expect, test } from 'vitest'
import { cutText, splitText } from '../../src/model/values/cut-text'

test('a cut halves no emoji, and a long text is parted between words without losing one', () => {
  expect(cutText('a👍b', 2)).toBe('a👍')
  const text = `${'Señor 👍👍 '.repeat(40)}fin.\nOtra línea ${'y'.repeat(70)}`
  const parts = splitText(text, 50)
  expect(parts.every((part) => part.length <= 50 && !/\p{Surrogate}/u.test(part))).toBe(true)
  expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
  expect(splitText('👍'.repeat(5), 3)).toEqual(['👍', '👍', '👍', '👍', '👍'])
  expect([splitText('', 5), splitText('abcde', 5)]).toEqual([[''], ['abcde']])
})
