import { expect, test } from 'vitest'
import type { Resource } from '../../src/model/resource'
import {
  atValue,
  isPageOf,
  routeValue,
  editPath,
  placeOf,
  recordPath,
  tabFormPath,
  tabImportPath,
} from '../../src/client/provider/paths'

const detail: Resource['detail'] = { tabs: [{ kind: 'info' }, { kind: 'logs' }] }
const books = { route: '/library/books', detail } as Resource

test.each([
  ['/library/books', { at: 'list' }],
  ['/library/books/', { at: 'list' }],
  ['/library/books/create', { at: 'create' }],
  ['/library/books/5', { at: 'detail', id: '5', tab: null }],
  ['/library/books/5/logs', { at: 'detail', id: '5', tab: 'logs' }],
  ['/library/books/5/edit', { at: 'edit', id: '5' }],
  ['/library/books/a%2Fb', { at: 'detail', id: 'a/b', tab: null }],
  ['/library/books/5/logs/more', null],
  ['/library/books/5/loans/create', { at: 'detail', id: '5', tab: 'loans', over: { at: 'form', id: null } }],
  ['/library/books/5/loans/7/edit', { at: 'detail', id: '5', tab: 'loans', over: { at: 'form', id: '7' } }],
  ['/library/books/5/loans/import', { at: 'detail', id: '5', tab: 'loans', over: { at: 'import', run: null } }],
  ['/library/books/5/loans/import/12', { at: 'detail', id: '5', tab: 'loans', over: { at: 'import', run: 12 } }],
  ['/library/books/5/loans/import/x', null],
  ['/library/books/5/edit/create', null],
  ['/library/books/5/loans/7', null],
  ['/library/books/5/loans/7/edit/more', null],
  ['/library/bookshelves', null],
  ['/library/books/%zz', null],
  ['/library', null],
])('%s is read as %j', (path, place) => expect(placeOf(books, path)).toEqual(place))

test('the address of a record below the tab that lists it is a page of that record; below another tab there is nothing', () => {
  const shelf = {
    ...books,
    detail: { tabs: [{ kind: 'info' }, { kind: 'resource', id: 'loans', resource: 'open_loans', by: 'id_book' }] },
  } as Resource
  expect(placeOf(shelf, '/library/books/5/loans/7')).toEqual({
    at: 'listed',
    resource: 'open_loans',
    id: '7',
    by: 'id_book',
    owner: '5',
  })
  expect(placeOf(shelf, '/library/books/5/loans/create')).toMatchObject({
    at: 'detail',
    over: { at: 'form', id: null },
  })
  for (const path of ['/library/books/5/info/7', '/library/books/5/readers/7', '/library/books/5/loans/7/logs'])
    expect(placeOf(shelf, path)).toBeNull()
})

test('a record has one address whatever its id', () => {
  expect(placeOf(books, recordPath(books, 'a/b', 'info'))).toEqual({ at: 'detail', id: 'a/b', tab: 'info' })
  expect(placeOf(books, editPath(books, 7))).toEqual({ at: 'edit', id: '7' })
  expect(placeOf(books, tabFormPath(books, 'a/b', 'loans', 'c/d'))).toEqual({
    at: 'detail',
    id: 'a/b',
    tab: 'loans',
    over: { at: 'form', id: 'c/d' },
  })
  expect(placeOf(books, tabImportPath(books, 'a/b', 'loans', 3))).toEqual({
    at: 'detail',
    id: 'a/b',
    tab: 'loans',
    over: { at: 'import', run: 3 },
  })
})

const roles = { route: '/roles', param: { field: 'type_user', first: '1' }, detail } as Resource
const options = { route: '/options', singleton: true, detail } as Resource

test.each([
  [roles, '/roles', true],
  [roles, '/roles/3', true],
  [roles, '/roles/3/create', true],
  [roles, '/roles/3/7/logs', true],
  [roles, '/roles/-/7', true],
  [roles, '/roles/3/7/logs/more', false],
  [roles, '/rolesx', false],
  [options, '/options', true],
  [options, '/options/logs', true],
  [options, '/options/5/edit', false],
  [options, '/options/create', false],
])('%#: %s is a page: %s', (resource, path, is) => expect(isPageOf(resource as Resource, path as string)).toBe(is))

test('the value at the end of a route is read from the path, and every path of its pages has it', () => {
  expect(
    ['/roles', '/roles/', '/roles/3', '/roles/a%2Fb/7', '/roles/-/7'].map((path) => routeValue(roles, path)),
  ).toEqual([null, null, '3', 'a/b', undefined])
  const clients = atValue(roles, '3')
  expect([recordPath(roles, 7), recordPath(clients, 7, 'logs'), editPath(clients, 7)]).toEqual([
    '/roles/1/7',
    '/roles/3/7/logs',
    '/roles/3/7/edit',
  ])
  expect(placeOf(clients, recordPath(clients, 7, 'logs'))).toEqual({ at: 'detail', id: '7', tab: 'logs' })
})

test('a singleton has one page, whatever the id', () =>
  expect([recordPath(options, 5), recordPath(options, 5, 'logs')]).toEqual(['/options', '/options/logs']))
