import { describe, expect, test } from 'vitest'
import { emptyDraft } from '../../custom/services/client/form/draft'
import { costOf, overLimit } from '../../custom/services/client/form/over-limit'
import type { ClientData } from '../../custom/services/client/form/use-client-data'
import type { Priced } from '../../custom/services/client/form/use-priced'

const limit = (of: 'client' | 'area', left: number | null): ClientData['own_limits'][number] => ({
  of,
  id: 1,
  name: '',
  limit: 500,
  spent: null,
  left,
  near: 0,
  reached: 0,
})
const DRAFT = emptyDraft()
const known = (more: Partial<ClientData>) => ({ company_left: null, own_limits: [], ride_limits: [], ...more })

describe('a ride that costs more than a company lets its people spend', () => {
  test('is told by the first limit that it goes beyond', () => {
    const all = known({
      company_left: 10,
      own_limits: [limit('client', 30), limit('area', 20)],
      ride_limits: [{ of: 'client', limit: 40 }],
    })
    expect(overLimit(all, { ride: 41, month: 41 })).toEqual({ what: 'ride_client', amount: 40 })
    expect(overLimit(all, { ride: 40, month: 40 })).toEqual({ what: 'client', amount: 30 })
    expect(overLimit(all, { ride: 25, month: 25 })).toEqual({ what: 'area', amount: 20 })
    expect(overLimit(all, { ride: 15, month: 15 })).toEqual({ what: 'company', amount: 10 })
    expect(overLimit(all, { ride: 10, month: 10 })).toBeNull()
  })

  test('of another month counts in no sum of this one, and a hidden rest says nothing', () => {
    expect(overLimit(known({ company_left: 10, own_limits: [limit('area', 5)] }), { ride: 80, month: 0 })).toBeNull()
    expect(overLimit(known({ own_limits: [limit('client', null)] }), { ride: 80, month: 80 })).toBeNull()
    expect(
      overLimit(known({ own_limits: [{ ...limit('client', null), reached: 1 }] }), { ride: 80, month: 80 }),
    ).toEqual({ what: 'client', amount: 0 })
  })

  test('costs its tolls too, once for each of a group, in the month of its date', () => {
    const priced = { price: 20, toll: 6, dated: null } as unknown as Priced
    const now_ms = Date.parse('2026-11-28T12:00:00Z')
    const at = (date: string) =>
      costOf(
        { ...DRAFT, when: 'booking', dates: [date], group: [{ name: 'Ana', phone: '' }] },
        priced,
        'America/Lima',
        now_ms,
      )
    expect(costOf(DRAFT, priced, 'America/Lima', now_ms)).toEqual({ ride: 26, month: 26 })
    expect(at('2026-12-01T04:30:00Z')).toEqual({ ride: 26, month: 52 })
    expect(at('2026-12-01T05:30:00Z')).toEqual({ ride: 26, month: 0 })
    expect(costOf(DRAFT, { ...priced, price: null }, 'America/Lima', now_ms)).toBeNull()
  })

  test('has a sum left that is already gone told as nothing', () => {
    expect(overLimit(known({ company_left: -3 }), { ride: 1, month: 1 })).toEqual({ what: 'company', amount: 0 })
  })
})
