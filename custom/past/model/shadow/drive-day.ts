import { between } from '../../../geometry/model'
import { askedOrder } from '../../../services/model'
import { driverAnswer, answersByDriver } from './answer-of'
import { EventQueue } from './event-queue'
import type { RealAnswer, RideEnd, ShadowDay, ShadowRide, ShadowRule } from './shadow-day'
import { hopeful, wayOf, type ShadowAtWork, type PickupWay } from './shadow-driver'

/** A ride while a day is driven. */
interface Going {
  readonly ride: ShadowRide
  /** Not asked for yet; looked for; without anybody for now; on the way; over. */
  state: 'before' | 'requested' | 'unassigned' | 'taken' | 'over'
  asking: boolean
  /** Requests since it went on air, and in all. */
  asked: number
  refusals: number
  /** What each driver answered in reality. */
  readonly answers: ReadonlyMap<number, readonly RealAnswer[]>
  /** How often each driver was asked, and when each one answered last. */
  readonly times: Map<number, number>
  readonly answered_ms: Map<number, number>
  waits_until_ms: number | null
  /** Nobody remained to be asked, and nobody has taken it since. */
  missed: boolean
  by: { readonly one: ShadowAtWork; readonly way: PickupWay; readonly taken_ms: number } | null
}

type Event =
  | { readonly kind: 'shift'; readonly one: ShadowAtWork; readonly shift: number }
  | { readonly kind: 'off'; readonly one: ShadowAtWork }
  | { readonly kind: 'busy'; readonly one: ShadowAtWork; readonly busy: number }
  | { readonly kind: 'freed'; readonly one: ShadowAtWork; readonly busy: number }
  | {
      readonly kind: 'request' | 'decide' | 'retry' | 'wait_over' | 'arrive' | 'finish' | 'gives_up' | 'given'
      readonly going: Going
    }
  | {
      readonly kind: 'answer'
      readonly going: Going
      readonly one: ShadowAtWork
      readonly way: PickupWay
      readonly state: RealAnswer['state']
    }

interface DriveOptions {
  /** For answers that nobody gave in reality. */
  readonly seed: number
  /** Told now and then how much of the day is over, 0 to 1; true: enough. */
  readonly onProgress?: (share: number) => boolean
  /** Every request with its answer, for who makes a day. */
  readonly onAnswer?: (ride: ShadowRide, answer: RealAnswer) => void
}

const PROGRESS_EVERY = 4000

/**
 * Drives a day by a rule of the search: requests, answers, ways and rides one event after the other, without chance but
 * for answers that nobody gave in reality. The same day, rule and seed give the same end.
 * @returns what became of each ride, in their order; null: it was stopped
 */
export function driveDay(
  day: ShadowDay,
  rule: ShadowRule,
  { seed, onProgress, onAnswer }: DriveOptions,
): readonly RideEnd[] | null {
  const queue = new EventQueue<Event>()
  const order = askedOrder(rule)
  const crew = day.drivers.map(
    (driver): ShadowAtWork => ({
      driver,
      until_ms: null,
      place: null,
      at: null,
      idle_since_ms: day.from_ms,
      does: 'nothing',
    }),
  )
  const byId = new Map(crew.map((one) => [one.driver.id, one]))
  const free = new Set<ShadowAtWork>()
  const waiting = new Set<Going>()
  const ends = new Map<number, RideEnd>()

  for (const one of crew) {
    one.driver.shifts.forEach(({ from_ms }, shift) => queue.put(from_ms, { kind: 'shift', one, shift }))
    one.driver.busy.forEach(({ from_ms }, busy) => queue.put(from_ms, { kind: 'busy', one, busy }))
  }
  for (const ride of day.rides) {
    const going: Going = {
      ride,
      state: 'before',
      asking: false,
      asked: 0,
      refusals: 0,
      answers: answersByDriver(ride),
      times: new Map(),
      answered_ms: new Map(),
      waits_until_ms: null,
      missed: false,
      by: null,
    }
    if (ride.gives_up_ms !== null) queue.put(ride.gives_up_ms, { kind: 'gives_up', going })
    if (ride.given) queue.put(ride.given.at_ms, { kind: 'given', going })
    else queue.put(onAir_ms(ride, rule), { kind: 'request', going })
  }

  function release(one: ShadowAtWork, at_ms: number): void {
    one.does = 'nothing'
    if (one.until_ms !== null && one.until_ms <= at_ms) one.until_ms = null
    const fixed = one.driver.busy.findIndex(({ from_ms, until_ms }) => from_ms <= at_ms && until_ms > at_ms)
    if (fixed >= 0) return begin(one, fixed, at_ms)
    if (one.until_ms === null) return
    free.add(one)
    tellWaiting(one, at_ms)
  }

  function begin(one: ShadowAtWork, busy: number, at_ms: number): void {
    const until_ms = one.driver.busy[busy]?.until_ms ?? at_ms
    one.does = 'fixed'
    free.delete(one)
    queue.put(Math.max(at_ms, until_ms), { kind: 'freed', one, busy })
  }

  /** Who waits is offered to whoever comes free, the longest waiting first. */
  function tellWaiting(one: ShadowAtWork, at_ms: number): void {
    for (const going of waiting) {
      if (one.does !== 'nothing') return
      if (!going.asking && hopeful(one, going, rule, day, at_ms)) search(going, at_ms)
    }
  }

  function search(going: Going, at_ms: number): void {
    if (going.asking || (going.state !== 'requested' && going.state !== 'unassigned')) return
    if (going.state === 'requested' && going.asked >= rule.most_offers) return exhaust(going, at_ms)
    const [first] = [...free].flatMap((one) => hopeful(one, going, rule, day, at_ms) ?? []).sort(order)
    if (!first) return going.state === 'requested' ? exhaust(going, at_ms) : undefined
    if (going.state === 'unassigned') going.asked = 0
    going.state = 'requested'
    going.asking = true
    going.asked++
    first.one.does = 'asked'
    free.delete(first.one)
    const { state, after_s } = driverAnswer(day, rule, seed, going, first.one.driver)
    queue.put(at_ms + Math.max(1, after_s) * 1000, { kind: 'answer', going, one: first.one, way: first.way, state })
    onAnswer?.(going.ride, {
      id_driver: first.one.driver.id,
      state,
      asked_ms: at_ms,
      after_s,
      way_s: first.way.duration_s,
      way_m: first.way.road_m,
      came_s: null,
    })
  }

  function exhaust(going: Going, at_ms: number): void {
    going.state = 'unassigned'
    going.missed = true
    if (going.waits_until_ms !== null) return at_ms >= going.waits_until_ms ? over(going, 'unserved', null) : undefined
    if (rule.wait_by_itself) wait(going, at_ms)
    else queue.put(at_ms + day.operator_s * 1000, { kind: 'decide', going })
  }

  function wait(going: Going, at_ms: number): void {
    going.waits_until_ms = at_ms + rule.wait_most_min * 60_000
    waiting.add(going)
    queue.put(going.waits_until_ms, { kind: 'wait_over', going })
    queue.put(at_ms + rule.retry_s * 1000, { kind: 'retry', going })
  }

  function take(going: Going, one: ShadowAtWork, way: PickupWay, at_ms: number): void {
    going.state = 'taken'
    going.missed = false
    going.by = { one, way, taken_ms: at_ms }
    waiting.delete(going)
    one.does = 'ride'
    free.delete(one)
    queue.put(at_ms + way.comes_s * 1000, { kind: 'arrive', going })
  }

  function over(going: Going, end: RideEnd['end'], wait_s: number | null): void {
    const { ride, by, refusals } = going
    going.state = 'over'
    waiting.delete(going)
    ends.set(ride.id, {
      id: ride.id,
      end,
      scheduled: ride.scheduled_ms !== null,
      asked_ms: ride.asked_ms,
      id_driver: end === 'served' ? (by?.one.driver.id ?? null) : null,
      wait_s,
      empty_m: end === 'served' && by ? by.way.road_m : null,
      refusals,
    })
  }

  function happen(event: Event, at_ms: number): void {
    switch (event.kind) {
      case 'shift': {
        const shift = event.one.driver.shifts[event.shift]
        if (!shift) return
        Object.assign(event.one, {
          until_ms: shift.until_ms,
          place: shift.place,
          at: shift.at ?? event.one.at,
          idle_since_ms: at_ms,
        })
        queue.put(shift.until_ms, { kind: 'off', one: event.one })
        if (event.one.does === 'nothing') release(event.one, at_ms)
        return
      }
      case 'off':
        if (event.one.until_ms !== null && event.one.until_ms <= at_ms && event.one.does === 'nothing') {
          event.one.until_ms = null
          free.delete(event.one)
        }
        return
      case 'busy':
        if (event.one.does === 'nothing') begin(event.one, event.busy, at_ms)
        return
      case 'freed':
        event.one.at = event.one.driver.busy[event.busy]?.at ?? event.one.at
        event.one.idle_since_ms = at_ms
        return release(event.one, at_ms)
      case 'answer':
        return answered(event, at_ms)
      default:
        return ofRide(event.kind, event.going, at_ms)
    }
  }

  function answered({ going, one, way, state }: Extract<Event, { kind: 'answer' }>, at_ms: number): void {
    going.asking = false
    const isOff = one.until_ms !== null && one.until_ms <= at_ms
    if (state === 'accepted' && !isOff && going.state === 'requested') return take(going, one, way, at_ms)
    if (going.state !== 'over') going.refusals++
    going.answered_ms.set(one.driver.id, at_ms)
    // The ride goes on before others see who has come free, as in the search.
    one.does = 'nothing'
    if (going.state === 'requested') search(going, at_ms)
    if (one.does === 'nothing') release(one, at_ms)
  }

  function ofRide(
    kind: 'request' | 'decide' | 'retry' | 'wait_over' | 'arrive' | 'finish' | 'gives_up' | 'given',
    going: Going,
    at_ms: number,
  ): void {
    const { ride, by } = going
    if (going.state === 'over' && kind !== 'finish') return
    if (kind === 'request' && going.state === 'before') {
      going.state = 'requested'
      return search(going, at_ms)
    }
    if (kind === 'given' && going.state === 'before') {
      const one = byId.get(ride.given?.id_driver ?? 0)
      const way = one && one.does === 'nothing' && one.until_ms !== null ? wayOf(one, going, day, at_ms) : null
      going.state = 'requested'
      return one && way ? take(going, one, way, at_ms) : search(going, at_ms)
    }
    if (kind === 'decide' && going.state === 'unassigned' && going.waits_until_ms === null) return wait(going, at_ms)
    if (kind === 'retry' && waiting.has(going)) {
      queue.put(at_ms + rule.retry_s * 1000, { kind: 'retry', going })
      return going.state === 'unassigned' ? search(going, at_ms) : undefined
    }
    if (kind === 'wait_over' && going.state === 'unassigned') return over(going, 'unserved', null)
    if (kind === 'arrive' && by) return arrived(going, by, at_ms)
    if (kind === 'finish' && by) {
      by.one.at = ride.destination
      by.one.idle_since_ms = at_ms
      return release(by.one, at_ms)
    }
    if (kind === 'gives_up') gaveUp(going, at_ms)
  }

  function arrived(going: Going, by: NonNullable<Going['by']>, at_ms: number): void {
    const { ride } = going
    const { scheduled_ms } = ride
    over(going, 'served', Math.max(0, (at_ms - (scheduled_ms ?? ride.asked_ms)) / 1000))
    by.one.at = ride.origin
    queue.put(Math.max(at_ms, scheduled_ms ?? 0) + (ride.door_s + ride.ride_s) * 1000, { kind: 'finish', going })
  }

  function gaveUp(going: Going, at_ms: number): void {
    const { by } = going
    over(going, going.missed ? 'unserved' : 'gave_up', null)
    if (!by) return
    // Halfway there they turn back.
    const share = by.way.comes_s === 0 ? 1 : Math.min(1, (at_ms - by.taken_ms) / 1000 / by.way.comes_s)
    if (by.one.at) by.one.at = between(by.one.at, going.ride.origin, share)
    release(by.one, at_ms)
  }

  const span_ms = Math.max(1, day.until_ms - day.from_ms)
  for (let count = 1, next = queue.take(); next; count++, next = queue.take()) {
    if (count % PROGRESS_EVERY === 0 && onProgress?.(Math.min(1, Math.max(0, (next.at_ms - day.from_ms) / span_ms))))
      return null
    happen(next.event, next.at_ms)
  }
  return day.rides.map(
    ({ id, scheduled_ms, asked_ms }) =>
      ends.get(id) ?? {
        id,
        end: 'unserved',
        scheduled: scheduled_ms !== null,
        asked_ms,
        id_driver: null,
        wait_s: null,
        empty_m: null,
        refusals: 0,
      },
  )
}

/** When a ride goes on air under this rule. */
const onAir_ms = ({ asked_ms, scheduled_ms, on_air_min }: ShadowRide, { minutes_on_air }: ShadowRule): number =>
  scheduled_ms === null ? asked_ms : Math.max(asked_ms, scheduled_ms - Math.max(minutes_on_air, on_air_min) * 60_000)
