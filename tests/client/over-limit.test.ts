import { describe, expect, test } from 'vitest'
import { overLimit } from '../../custom/services/client/form/over-limit'
import type { ClientData } from '../../custom/services/client/form/use-client-data'

const limit = (of: 'client' | 'area', left: number | null): ClientData['own_limits'][number] => ({ of, id: 1, name: '', limit: 500, spent: null, left, near: 0, reached: 0 })
const known = (more: Partial<ClientData>) => ({ company_left: null, own_limits: [], ride_limits: [], ...more })

describe('a ride that costs more than a company lets its people spend', () => {
  test('is told by the first limit that it goes beyond', () => {
    const all = known({ company_left: 10, own_limits: [limit('client', 30), limit('area', 20)], ride_limits: [{ of: 'client', limit: 40 }] })
    expect(overLimit(all, { ride: 41, month: 41 })).toEqual({ what: 'ride_client', amount: 40 })
    expect(overLimit(all, { ride: 40, month: 40 })).toEqual({ what: 'client', amount: 30 })
    expect(overLimit(all, { ride: 25, month: 25 })).toEqual({ what: 'area', amount: 20 })
    expect(overLimit(all, { ride: 15, month: 15 })).toEqual({ what: 'company', amount: 10 })
    expect(overLimit(all, { ride: 10, month: 10 })).toBeNull()
  })

  test('of another month counts in no sum of this one, and a hidden rest says nothing', () => {
    expect(overLimit(known({ company_left: 10, own_limits: [limit('area', 5)] }), { ride: 80, month: 0 })).toBeNull()
    expect(overLimit(known({ own_limits: [limit('client', null)] }), { ride: 80, month: 80 })).toBeNull()
  })

  test('has a sum left that is already gone told as nothing', () => {
    expect(overLimit(known({ company_left: -3 }), { ride: 1, month: 1 })).toEqual({ what: 'company', amount: 0 })
  })
})
