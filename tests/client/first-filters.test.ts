import { describe, expect, test } from 'vitest'
import { firstFilters } from '../../src/client/resource/list/filters'
import { libraryModel, type Change } from '../model/model-fixture'

describe('a list that shows the last days at first', () => {
  const of = (...changes: readonly Change[]) => {
    const model = libraryModel(...changes)
    return firstFilters(model.resources.books!, model.entities.books!, '2026-11-22')
  }

  test('asks for them with today as the last', () => {
    expect(of(['resources/books.json', '/list/days', { last: 30 }])).toEqual({ date_from: '2026-10-24' })
    expect(of(['resources/books.json', '/list/days', { f: 'lent' }])).toBeUndefined()
    expect(of()).toBeUndefined()
  })

  test('asks by the field where the entity has fields of those names', () => {
    expect(of(['resources/books.json', '/list/days', { f: 'lent', last: 1 }], ['schemas/books.json', '/properties/date_to', { type: 'string', format: 'date' }])).toEqual({ lent: { gte: '2026-11-22' } })
  })
})
