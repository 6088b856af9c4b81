import * as fc from '../fast-check'
import { describe, expect, test } from 'vitest'
import { daySpanAt, momentAsked } from '../../custom/past/client/board/day-of'
import { rideAt, wasOpen, type KeptRide, type RideChange } from '../../custom/past/model/ride-at'
import { MOVES, movesFrom, type ServiceMove } from '../../custom/services/model/life-cycle'
import type { ServiceState } from '../../custom/service-states/model/service-state'

/** A ride's life by allowed moves, one every few seconds, with the lines that the log has of it. */
const life = fc
  .array(
    fc.record({ pick: fc.nat(30), after: fc.integer({ min: 1, max: 500 }), driver: fc.integer({ min: 1, max: 4 }) }),
    { maxLength: 14 },
  )
  .map((steps) => {
    let state: ServiceState = 'created'
    let id_driver: number | null = null
    let at_ms = 1000
    const stood: { readonly from_ms: number; readonly state: ServiceState; readonly id_driver: number | null }[] = [
      { from_ms: 0, state, id_driver },
    ]
    const changes: RideChange[] = []
    const since_ms: { [name in ServiceState]?: number } = { created: 0 }
    for (const { pick, after, driver } of steps) {
      const moves = [...new Set((['operator', 'driver', 'system'] as const).flatMap((by) => movesFrom(state, by)))]
      const name = moves[pick % Math.max(1, moves.length)]
      if (name === undefined) break
      const move: ServiceMove = MOVES[name]
      const to: number | null = move.driver === 'set' ? driver : move.driver === 'clear' ? null : id_driver
      at_ms += after
      changes.push({
        at_ms,
        ...(state !== move.to && { state: { from: state, to: move.to } }),
        ...(to !== id_driver && { id_driver: { from: id_driver, to } }),
      })
      state = move.to
      id_driver = to
      since_ms[state] = at_ms
      stood.push({ from_ms: at_ms, state, id_driver })
    }
    const ride: KeptRide = { state, id_driver, id_vehicle: null, scheduled: false, since_ms, onair_ms: null }
    return { ride, changes, stood }
  })

describe('the board of a past moment', () => {
  test('has a ride as it stood, at every moment of every life that it may have', () => {
    fc.assert(
      fc.property(life, fc.integer({ min: 0, max: 9000 }), ({ ride, changes, stood }, at_ms) => {
        const then = rideAt(ride, changes, at_ms)
        const real = stood.findLast(({ from_ms }) => from_ms <= at_ms)
        expect([then.state, then.id_driver]).toEqual([real?.state, real?.id_driver])
        expect(wasOpen(then)).toBe(!['finalized', 'canceled'].includes(real?.state ?? ''))
      }),
    )
  })

  test('concludes the state of a ride without lines in the log from its moments, where it went straight on', () => {
    const path = ['requested', 'accepted', 'onway', 'waiting', 'started', 'arrived', 'finalized'] as const
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 900 }), { minLength: path.length, maxLength: path.length }),
        fc.nat(7000),
        (steps, at_ms) => {
          const moments = steps.map((_, i) => 100 + steps.slice(0, i + 1).reduce((sum, one) => sum + one, 0))
          const ride: KeptRide = {
            state: 'finalized',
            id_driver: 7,
            id_vehicle: 3,
            scheduled: false,
            onair_ms: null,
            since_ms: Object.fromEntries(path.map((name, i) => [name, moments[i]])),
          }
          const then = rideAt(ride, [], at_ms)
          const index = moments.findLastIndex((ms) => ms <= at_ms)
          expect([then.state, then.id_driver, then.logged]).toEqual([
            path[index] ?? 'created',
            index >= 1 ? 7 : null,
            false,
          ])
        },
      ),
    )
  })

  test('is of a whole minute that has passed, and its line of the day on the clock that is read', () => {
    const now = Date.parse('2026-11-21T17:00:30.000Z')
    expect(new Date(momentAsked('2026-11-20T10:11:12Z', now)).toISOString()).toBe('2026-11-20T10:11:00.000Z')
    expect(new Date(momentAsked('2031-01-01T00:00:00Z', now)).toISOString()).toBe('2026-11-21T17:00:00.000Z')
    expect(new Date(momentAsked('ayer', now)).toISOString()).toBe('2026-11-21T16:00:00.000Z')
    expect(daySpanAt(Date.parse('2026-11-21T03:00:00Z'), 'America/Lima')).toEqual({
      day: '2026-11-20',
      from_ms: Date.parse('2026-11-20T05:00:00Z'),
      until_ms: Date.parse('2026-11-21T05:00:00Z'),
    })
  })
})
