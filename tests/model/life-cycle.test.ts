import * as fc from '../fast-check'
import { describe, expect, test } from 'vitest'
import { MOVES, movesFrom, type ServiceMove, type MoveName, type Mover } from '../../custom/services/model/life-cycle'
import { ACTIVE, IN_PROGRESS, OVER, SERVICE_STATES } from '../../custom/service-states/model/service-state'
import { moveTo, statesToSet } from '../../custom/services/model/set-state'

const NAMES = Object.keys(MOVES) as MoveName[]
const MOVERS: readonly Mover[] = ['operator', 'driver', 'client', 'system']

describe('the life of a service', () => {
  test('nothing moves once it is over', () => {
    for (const state of OVER) for (const by of MOVERS) expect(movesFrom(state, by)).toEqual([])
  })

  test('every state but the first two is reached, and from every other one it comes to an end', () => {
    const begins = new Set<string>(['created', 'scheduled'])
    const reached = new Set(begins)
    for (let before = 0; before < reached.size; ) {
      before = reached.size
      for (const name of NAMES) {
        const { from, to }: ServiceMove = MOVES[name]
        if (from.some((state) => reached.has(state))) reached.add(to)
      }
    }
    expect([...reached].sort()).toEqual([...SERVICE_STATES].sort())
    for (const state of ACTIVE)
      expect(
        NAMES.some((name) => (MOVES[name] as ServiceMove).from.includes(state) && MOVES[name].to === 'canceled'),
        state,
      ).toBe(true)
  })

  test('on any path of moves has a driver where one is at work, and none while one is looked for', () => {
    const steps = fc.array(fc.record({ pick: fc.nat(), by: fc.constantFrom(...MOVERS) }), { maxLength: 40 })
    fc.assert(
      fc.property(fc.constantFrom('created' as const, 'scheduled' as const), steps, (begin, walk) => {
        let state: (typeof SERVICE_STATES)[number] = begin
        let driver = false
        for (const { pick, by } of walk) {
          const open = movesFrom(state, by).filter((name) => driver || MOVES[name].driver !== 'needed')
          const name = open[pick % Math.max(1, open.length)]
          if (name === undefined) continue
          const move: ServiceMove = MOVES[name]
          expect(move.from).toContain(state)
          driver = move.driver === 'set' || (move.driver !== 'clear' && driver)
          state = move.to
          if ((IN_PROGRESS as readonly string[]).includes(state)) expect(driver, name).toBe(true)
          if (['created', 'requested', 'unassigned'].includes(state)) expect(driver, name).toBe(false)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('an operator sets by hand only where the ride goes on, never back', () => {
    expect(statesToSet('accepted')).toEqual(['onway', 'waiting', 'started'])
    expect(statesToSet('started')).toEqual(['arrived', 'finalized'])
    expect(statesToSet('created')).toEqual([])
    const place = (state: string): number => (SERVICE_STATES as readonly string[]).indexOf(state)
    for (const from of SERVICE_STATES)
      for (const to of SERVICE_STATES) {
        if (moveTo(from, to) !== null) expect(place(to), `${from} → ${to}`).toBeGreaterThan(place(from))
      }
  })
})
