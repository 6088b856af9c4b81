import { describe, expect, test } from 'vitest'
import { daysFilter, firstFilters } from '../../src/client/resource/list/filters'
import type { JsonObject } from '../../src/model/json'
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
    expect(
      of(
        ['resources/books.json', '/list/days', { f: 'lent', last: 1 }],
        ['schemas/books.json', '/properties/date_to', { type: 'string', format: 'date' }],
      ),
    ).toEqual({ lent: { gte: '2026-11-22' } })
  })

  test('says so with a filter that lifts them, called as the column is', () => {
    const shown = (days: JsonObject, bound?: JsonObject) =>
      daysFilter(
        libraryModel(
          ['resources/books.json', '/list/days', days],
          ['resources/books.json', '/list/columns/0', { f: 'date_updated', title: 'Última salida' }],
        ).resources.books!,
        bound,
      )
    expect(shown({ f: 'date_updated', last: 30 })).toEqual([{ f: 'date_updated', title: 'Última salida' }])
    expect(shown({ last: 30 })).toEqual([{ f: 'date_created' }])
    expect(shown({ last: 30 }, { date_created: '2026-11-22' })).toEqual([])
    // The list names it itself.
    expect(shown({ f: 'lent', last: 30 })).toEqual([])
  })
})
