import { expect, test } from 'vitest'
import { recordTitle } from '../../src/server/records/record-title'
import { libraryModel } from './model-fixture'

const model = libraryModel(['schemas/books.json', '/x-represent', '{title} {fine}'])

test('a title in the log says nothing that a rule hides from some who read it', () => {
  // `fine` is shown where the rule of the library lets it be.
  const books = model.entities['books']!
  expect(recordTitle(books, { id: 4, title: 'Atlas', fine: 12 })).toBe('Atlas')
  expect(recordTitle(books, { id: 4, title: null, fine: 12 })).toBe('#4')
})
