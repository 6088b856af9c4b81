import { expect, test } from 'vitest'
import type { Resource } from '../../src/model/model'
import { editPath, placeOf, recordPath, tabFormPath } from '../../src/client/resource/paths'

const books = { route: '/library/books' } as Resource

test.each([
  ['/library/books', { at: 'list' }],
  ['/library/books/', { at: 'list' }],
  ['/library/books/create', { at: 'create' }],
  ['/library/books/5', { at: 'detail', id: '5', tab: null }],
  ['/library/books/5/logs', { at: 'detail', id: '5', tab: 'logs' }],
  ['/library/books/5/edit', { at: 'edit', id: '5' }],
  ['/library/books/a%2Fb', { at: 'detail', id: 'a/b', tab: null }],
  ['/library/books/5/logs/more', null],
  ['/library/books/5/loans/create', { at: 'detail', id: '5', tab: 'loans', form: { id: null } }],
  ['/library/books/5/loans/7/edit', { at: 'detail', id: '5', tab: 'loans', form: { id: '7' } }],
  ['/library/books/5/edit/create', null],
  ['/library/books/5/loans/7', null],
  ['/library/books/5/loans/7/edit/more', null],
  ['/library/bookshelves', null],
  ['/library/books/%zz', null],
  ['/library', null],
])('%s is read as %j', (path, place) => expect(placeOf(books, path)).toEqual(place))

test('a record has one address whatever its id', () => {
  expect(placeOf(books, recordPath(books, 'a/b', 'info'))).toEqual({ at: 'detail', id: 'a/b', tab: 'info' })
  expect(placeOf(books, editPath(books, 7))).toEqual({ at: 'edit', id: '7' })
  expect(placeOf(books, tabFormPath(books, 'a/b', 'loans', 'c/d'))).toEqual({ at: 'detail', id: 'a/b', tab: 'loans', form: { id: 'c/d' } })
})
