import { expect, test } from 'vitest'
import { slowNumbers } from '../../src/model/slow-numbers'
import { libraryModel, type Change } from './model-fixture'

const counted: Change = [
  'schemas/books.json',
  '/properties/num_loans',
  { 'x-type': 'computed', 'x-computed': { count: 'loans', by: 'id_book' } },
]
const columns = (...names: string[]): Change => ['resources/books.json', '/list/columns', names]

test("a number over rows that a large table's list shows is named, one that is kept or not shown is not", () => {
  expect(slowNumbers(libraryModel(counted, columns('title', 'num_loans')))).toEqual([
    expect.stringMatching(/^resources\/books\.json: .*"num_loans".*"x-formula".*schemas\/books\.json/),
  ])
  expect(slowNumbers(libraryModel(counted, columns('title')))).toEqual([])
  expect(
    slowNumbers(
      libraryModel(
        [
          'schemas/books.json',
          '/properties/num_loans',
          { type: 'integer', 'x-formula': { count: { of: 'loans', by: 'id_book' } } },
        ],
        columns('title', 'num_loans'),
      ),
    ),
  ).toEqual([])
  expect(
    slowNumbers(libraryModel(counted, ['schemas/books.json', '/x-size', undefined], columns('title', 'num_loans'))),
  ).toEqual([])
})
