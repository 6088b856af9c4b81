import { expect, test } from 'vitest'
import type { Resource } from '../../src/model/model'
import { editPath, placeOf, recordPath } from '../../src/client/resource/paths'

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
  ['/library/bookshelves', null],
  ['/library/books/%zz', null],
  ['/library', null],
])('%s is read as %j', (path, place) => expect(placeOf(books, path)).toEqual(place))

test('a record has one address whatever its id', () => {
  expect(placeOf(books, recordPath(books, 'a/b', 'info'))).toEqual({ at: 'detail', id: 'a/b', tab: 'info' })
  expect(placeOf(books, editPath(books, 7))).toEqual({ at: 'edit', id: '7' })
})
