import { expect, test } from 'vitest'
import type { ServiceState } from '../../custom/service-states/model/service-state'
import { stateTimer, type Timed } from '../../custom/services/model/state-timer'

const at = (minutes: number): string => new Date(Date.UTC(2026, 10, 21, 17, minutes)).toISOString()
const timed = (state: ServiceState, more: Partial<Timed> = {}): Timed => ({
  state,
  date_created: at(0),
  date_scheduled: at(40),
  date_requested: at(1),
  date_unassigned: at(2),
  date_accepted: at(3),
  date_onway: at(4),
  date_waiting: at(8),
  date_started: at(10),
  date_arrived: at(30),
  duration: 1200,
  date_asked: null,
  date_deadline: null,
  approach_s: 240,
  ...more,
})

test.each<[ServiceState, Partial<Timed>, string, string | null, number]>([
  // A booking counts to its pick-up, not to the moment at which drivers are asked.
  ['scheduled', {}, at(0), at(40), 12.5],
  ['requested', {}, at(1), null, 0],
  ['requested', { date_asked: at(4), date_deadline: at(6) }, at(4), at(6), 50],
  ['unassigned', {}, at(2), null, 0],
  ['accepted', {}, at(3), at(7), 50],
  ['onway', { approach_s: null }, at(3), null, 0],
  ['waiting', {}, at(8), null, 0],
  ['started', { date_started: at(0) }, at(0), at(20), 25],
  // What is late stands at its end.
  ['started', { date_started: at(-60) }, at(-60), at(-40), 100],
  ['arrived', {}, at(30), null, 0],
])(
  '%s: the timer begins where the state did and ends where it should',
  (state, more, date_start, date_end, percent) => {
    expect(stateTimer(timed(state, more), new Date(at(5)))).toEqual({ date_start, date_end, percent })
  },
)

test('nothing runs for what has not begun or is over', () => {
  for (const state of ['created', 'finalized', 'canceled'] as const)
    expect(stateTimer(timed(state), new Date(at(5)))).toBeNull()
})
