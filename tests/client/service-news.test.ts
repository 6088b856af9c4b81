import { describe, expect, test } from 'vitest'
import { heardOf } from '../../custom/dispatcher/client/screen/use-service-news'
import { serviceDraftOf, withFields } from '../../custom/services/client/form/draft'
import { stillWaiting } from '../../custom/services/client/form/use-favourites'
import { newsKey } from '../../custom/services/client/form/use-news'
import type { DispatcherService } from '../../custom/services/model/dispatcher-service'

describe('a service that moves on while its form is open', () => {
  const open = { id: 5, version: 3 }

  test('is asked for once it is a later one, or something was done to it', () => {
    expect(newsKey(heardOf(null, 5, 3), open)).toBe('')
    expect(newsKey(heardOf(null, 5, 4), open)).not.toBe('')
    expect(newsKey(heardOf(null, 5, null), open)).not.toBe('')
    expect(newsKey(heardOf(null, 6, 9), open)).toBe('')
    expect(newsKey(heardOf(null, 5, 4), null)).toBe('')
  })

  test('is asked for each time that something is done to it', () => {
    const once = heardOf(null, 5, null)
    expect(newsKey(heardOf(once, 5, null), open)).not.toBe(newsKey(once, open))
  })

  test('an answer that comes late, with an older version, takes nothing back', () => {
    const known = heardOf(heardOf(null, 5, 4), 5, null)
    expect(heardOf(known, 5, 3)).toBe(known)
    expect(heardOf(known, 5, 4)).toBe(known)
    expect(heardOf(known, 6, 1)).toEqual({ id: 6, version: 1, changes: 0 })
  })
})

describe('digits that wait for the places of a client', () => {
  test('go on to whoever is being found', () => {
    expect(stillWaiting([1, 2], { before: null, of: null, isFailed: false, wasFinding: false })).toEqual([1, 2])
    expect(stillWaiting([1, 2], { before: null, of: 7, isFailed: false, wasFinding: false })).toEqual([1, 2])
    expect(stillWaiting([1, 2], { before: 7, of: 7, isFailed: false, wasFinding: false })).toEqual([1, 2])
  })

  test('go on to whoever was being found, also where another client stood in the form', () => {
    expect(stillWaiting([1, 2], { before: 7, of: 8, wasFinding: true, isFailed: false })).toEqual([1, 2])
  })

  test('wait for nobody once the places cannot be had, or another client or none is chosen', () => {
    expect(stillWaiting([1, 2], { before: 7, of: 7, isFailed: true, wasFinding: false })).toEqual([])
    expect(stillWaiting([1, 2], { before: 7, of: 8, isFailed: false, wasFinding: false })).toEqual([])
    expect(stillWaiting([1, 2], { before: 7, of: null, isFailed: false, wasFinding: false })).toEqual([])
  })
})

test('a field of the administrators that nobody answers has its place in the draft also after what somebody else saved is taken', () => {
  const service = { stops: [], id_client: 1, scheduled: 0, custom_fields: { floor: 4 } } as unknown as DispatcherService
  expect(withFields(serviceDraftOf(service), ['floor', 'pet']).custom_fields).toEqual({ floor: 4, pet: null })
})
