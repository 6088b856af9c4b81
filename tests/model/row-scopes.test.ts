import { expect, test } from 'vitest'
import { errorsWith, libraryModel, type Change } from './model-fixture'

const children = (of: string, link: string) => ({ 'x-type': 'children', 'x-of': of, 'x-link': link })
const ROWS: Change = ['schemas/books.json', '/properties/rows', children('loans', 'id_book')]
const parts = (...links: readonly string[]): Change => [
  'schemas/parts.json',
  '',
  {
    title: 'Parte',
    properties: {
      name: { type: 'string' },
      id_loan: { 'x-type': 'ref', 'x-to': 'loans' },
      id_shelf: { 'x-type': 'ref', 'x-to': 'shelves' },
      ...Object.fromEntries(links.map((link) => [link, { 'x-type': 'ref', 'x-to': 'books' }])),
    },
  },
]

test('rows belong where their record belongs, and so do the rows of rows', () => {
  const { entities } = libraryModel(ROWS, parts(), [
    'schemas/loans.json',
    '/properties/parts',
    children('parts', 'id_loan'),
  ])
  expect(entities.books?.scope).toEqual({ company: 'id_owner', branch: 'id_shelf.id' })
  expect(entities.loans?.scope).toEqual({ company: 'id_book.id_owner', branch: 'id_book.id_shelf.id' })
  expect(entities.parts?.scope).toEqual({ company: 'id_loan.id_book.id_owner', branch: 'id_loan.id_book.id_shelf.id' })
})

test('whose rows are that several kinds of records have, metadata says; where it does not matter it need not', () => {
  const alike: readonly Change[] = [
    parts('id_kept'),
    ['schemas/books.json', '/properties/kept', children('parts', 'id_kept')],
  ]
  expect(
    errorsWith(...alike, ['schemas/shelves.json', '/properties/parts', children('parts', 'id_shelf')]),
  ).toMatchObject([
    {
      id: 'M127',
      path: 'schemas/books.json',
      sentence: expect.stringContaining('are rows of several records') as string,
    },
  ])
  const said: Change = [
    'schemas/parts.json',
    '/x-scope',
    { company: 'id_kept.id_owner', branch: 'id_kept.id_shelf.id' },
  ]
  expect(
    errorsWith(...alike, said, ['schemas/shelves.json', '/properties/parts', children('parts', 'id_shelf')]),
  ).toEqual([])
})
