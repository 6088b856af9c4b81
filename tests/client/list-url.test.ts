import { describe, expect, test } from 'vitest'
import { fromController, toController } from '../../src/client/resource/list/url-params'

const names = new Set(['id_user', 'state'])
const read = (search: string) => Object.fromEntries(new URLSearchParams(search))

describe('the list in the address bar', () => {
  test('has the names of the specification', () => {
    const theirs = `?page=2&perPage=15&sort=name&order=DESC&filter=${encodeURIComponent('{"state":"1"}')}&displayedFilters=%7B%7D`
    expect(read(fromController(theirs))).toEqual({
      page: '2',
      limit: '15',
      order_col: 'name',
      order_dir: 'desc',
      filters: '{"state":"1"}',
    })
  })
  test('comes back as react-admin wrote it', () => {
    for (const filter of ['{}', '{"q":"ñandú & co","state":["1","0"]}', '{"price":{"gte":5}}']) {
      const theirs = {
        page: '3',
        perPage: '25',
        sort: 'date_created',
        order: 'ASC',
        ...(filter === '{}' ? {} : { filter }),
      }
      expect(read(toController(fromController(`?${new URLSearchParams(theirs)}`), names))).toEqual(theirs)
    }
  })
  test('an address without a list says nothing, so that the defaults hold', () => {
    expect(toController('', names)).toBe('')
    expect(toController('?utm=1', names)).toBe('')
  })
  test('a column without a direction rises', () =>
    expect(read(toController('?order_col=name', names))).toEqual({ sort: 'name', order: 'ASC' }))
  test('a field by its own name is a filter', () =>
    expect(read(toController('?id_user=5&foo=1', names))).toEqual({ filter: '{"id_user":"5"}' }))
  test('filters that are no JSON are left out', () =>
    expect(read(toController('?filters={oops&page=2', names))).toEqual({ page: '2', filter: '{}' }))
})
