import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { licencesText } from '../licences'

test('docs/licences.md names every package that is shipped, and each of an unusual licence with a word on it', () => {
  const text = licencesText()
  expect(text).not.toContain('Nobody has looked at it yet')
  expect(text).not.toContain('unknown')
  expect(readFileSync(join(import.meta.dirname, '../../docs/licences.md'), 'utf8'), 'run npm run licences').toBe(text)
})
