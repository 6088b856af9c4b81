import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { judgeFix, type LastPlace, type Leaps } from '../../custom/fleet/model/judge-fix'
import { greatCircle_m } from '../../custom/geometry/model/lat-lng'
import { oneEngine } from '../engines'
import { sharedData } from '../shared-data'
import { fleetApp, type SentFix } from './fleet-fixture'

/** 216 km/h in metres per second. */
const FASTEST = 60

interface Step {
  readonly lat: number
  readonly lng: number
  readonly t: number
}

const speed = (from: Step, to: Step): number =>
  greatCircle_m([from.lat, from.lng], [to.lat, to.lng]) / Math.max(1, to.t - from.t)

/** How many steps of a trace leap, how many of those moved the vehicle faster than that, and which were kept out. */
function judged(trace: readonly Step[]): { readonly leaps: number; readonly moved: number; readonly keptOut: number } {
  let [last, leapt, live]: [LastPlace | null, Leaps, Step | null] = [null, [], null]
  const counted = { leaps: 0, moved: 0, keptOut: 0 }
  trace.forEach((step, at) => {
    const before = trace[at - 1]
    const isLeap = before !== undefined && speed(before, step) > FASTEST
    const one = judgeFix(last, leapt, { ...step, date_fix: new Date(step.t * 1000) }, 2e12)
    if (isLeap) counted.leaps += 1
    if (one.keptOut !== null) counted.keptOut += 1
    else {
      if (isLeap && live && speed(live, step) > FASTEST * 1.001) counted.moved += 1
      live = step
    }
    last = one.last
    leapt = one.leaps
  })
  return counted
}

describe('the traces of 300 cabs', () => {
  const file = sharedData('traces/sf_cabs_300x6h.csv', 'positions of real cabs, replayed')

  test.skipIf(file === null)(
    'leap 631 times, and none of them moves a live vehicle but that of the one cab whose tracker tells an old place between the true ones',
    () => {
      const cabs = new Map<string, Step[]>()
      for (const line of readFileSync(file ?? '', 'utf8')
        .trim()
        .split('\n')
        .slice(1)) {
        const [cab = '', t, lat, lng] = line.split(',')
        const steps = cabs.get(cab) ?? []
        steps.push({ t: Number(t), lat: Number(lat), lng: Number(lng) })
        cabs.set(cab, steps)
      }
      const all = [...cabs.values()].map(judged)
      const names = [...cabs.keys()]
      expect(names.filter((_, at) => (all[at]?.moved ?? 0) > 0)).toEqual(['upthin'])
      const sum = (of: 'leaps' | 'moved'): number => all.reduce((total, one) => total + one[of], 0)
      expect([cabs.size, sum('leaps'), sum('moved')]).toEqual([300, 631, 9])
    },
  )
})

oneEngine((_engine, open) => {
  test('a trace with leaps, sent by a phone, is in the track fix by fix, without its leaps, and the vehicle goes no faster than it can', async () => {
    let now = new Date('2026-11-21T15:59:00.000Z')
    const at = await fleetApp(open, () => now)
    const ana = await at.driver('Ana')
    now = new Date('2026-11-21T17:00:00.000Z')
    // A minute apart northwards at 40 km/h; the leaps of a phone that guesses by an antenna, twice for one fix and once
    // for two that do not fit.
    const places = Array.from(
      { length: 40 },
      (_, n): SentFix => ({ lat: Math.round((-12.2 + n * 0.006) * 1e6) / 1e6, lng: -77.03, in_s: -3600 + n * 60 }),
    )
    const leaps = new Set([7, 19, 27, 28])
    const sent = places.map((fix, n) =>
      leaps.has(n) ? { ...fix, lat: Math.round((fix.lat + 0.2 + n * 0.05) * 1e6) / 1e6 } : fix,
    )
    for (let from = 0; from < sent.length; from += 8) {
      const { status, body } = await ana.send(...sent.slice(from, from + 8))
      expect([status, body['kept']]).toEqual([200, Math.min(8, sent.length - from)])
    }
    const rows = await at.rows<{ lat: number; kept_out: string | null }>(
      'select lat, kept_out from trackings where id_driver = $1 order by date_fix',
      ana.id,
    )
    expect(rows.map(({ kept_out }) => kept_out)).toEqual(sent.map((_, n) => (leaps.has(n) ? 'jump' : null)))
    const { body } = await at.server.call('operator', 'GET', 'trackings', { id_user: ana.id })
    expect((body['items'] as { lat: number }[]).map(({ lat }) => lat)).toEqual(
      sent.filter((_, n) => !leaps.has(n)).map(({ lat }) => lat),
    )
    const [live] = await at.rows<{ lat: number }>(
      'select point[1] as lat from vehicle_positions where id_vehicle = $1',
      ana.id_vehicle,
    )
    expect(live?.lat).toBeCloseTo(sent.at(-1)?.lat ?? 0, 9)
  })
})
