import { describe, expect, test } from 'vitest'
import { asksDecision, isWaitedFor, latenessOf, lateWait } from '../../custom/dispatcher/model/lateness'

const NOW = Date.parse('2026-11-21T12:43:00.000Z')
const ride = (late_s: number | null, more: { id_driver?: number | null; state?: string; late?: number } = {}) => ({
  id_driver: 7,
  state: 'accepted',
  late: 0,
  ...more,
  late_s,
})

describe('a pick-up that will be late', () => {
  test('a minute is soon, five ask somebody', () => {
    expect([null, -900, 59, 60, 299, 300].map((late_s) => latenessOf({ late_s }))).toEqual([
      null,
      null,
      null,
      'soon',
      'soon',
      'late',
    ])
    expect(asksDecision(ride(300))).toBe(true)
    expect(asksDecision(ride(299))).toBe(false)
    expect(asksDecision(ride(null, { late: 1 }))).toBe(true)
    expect(asksDecision(ride(-120, { late: 1 }))).toBe(false)
    expect(asksDecision(ride(900, { state: 'scheduled' }))).toBe(false)
    expect(asksDecision(ride(900, { id_driver: null }))).toBe(false)
  })

  test('once somebody waits for it, it asks again after ten minutes, five minutes more delay, or with another driver', () => {
    const wait = lateWait(ride(400), NOW)
    expect(isWaitedFor(undefined, ride(400), NOW)).toBe(false)
    expect(isWaitedFor(wait, ride(699), NOW + 599_000)).toBe(true)
    expect(isWaitedFor(wait, ride(700), NOW + 1000)).toBe(false)
    expect(isWaitedFor(wait, ride(400), NOW + 600_000)).toBe(false)
    expect(isWaitedFor(wait, ride(400, { id_driver: 8 }), NOW + 1000)).toBe(false)
  })
})
