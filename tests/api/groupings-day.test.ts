import { beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { ProblemWire } from '../../custom/groupings/model/grouping-wire'
import { oneEngine } from '../engines'
import { FROM, pointAt } from './whole-app'
import { groupingsApp, type GroupingsApp } from './groupings-fixture'
import { NOON } from './services-fixture'

oneEngine((_engine, open) => {
  let at: GroupingsApp
  const build = async (input: object) => {
    const asked = { id_branch: at.id['lima']!, id_product: at.id['van']!, ...input }
    const { status, body, text } = await at.server.call('operator', 'POST', 'groupings/build', asked)
    expect(status, text).toBe(200)
    return body as unknown as { problem: ProblemWire; more: number }
  }

  beforeAll(async () => {
    at = await groupingsApp(open, () => NOON)
  })

  test('routes of the present day begin where their vehicles are and not before now, others anywhere', async () => {
    const hours = (more: number) => new Date(NOON.getTime() + more * 3_600_000)
    const [today, later] = [hours(2), hours(26)]
    for (const when of [today, later]) await at.ride(0, 30, { at: when })
    const [near, silent] = [await at.driver('Nora'), await at.driver('Saul')]
    const idle = await at.driver('Ivo')
    for (const { id, vehicle } of [near, silent]) {
      const date_start = NOON.toISOString()
      await at.put('driver_shifts', { id_driver: id, id_vehicle: vehicle, state: 'online', date_start })
    }
    const fix = (vehicle: number, minutes: number) => {
      const date_fix = new Date(NOON.getTime() - minutes * 60_000).toISOString()
      const point = pointAt(FROM.lat + 0.05, FROM.lng)
      return at.put('vehicle_positions', { id_vehicle: vehicle, point, date_fix, availability: 'online' })
    }
    await fix(near.vehicle, 2)
    await fix(silent.vehicle, 200)
    await fix(idle.vehicle, 2)
    const vehicles = [near.vehicle, silent.vehicle, idle.vehicle]
    const day = (when: Date): string => when.toISOString().slice(0, 10)
    const { problem } = await build({ day: day(today), vehicles })
    const from = Math.round((NOON.getTime() - Date.parse(problem.zero)) / 1000)
    const of = (id: number, { vehicles: all }: ProblemWire) => all.find((one) => one.id === id)
    expect(of(near.vehicle, problem)).toMatchObject({ start: expect.any(Number), shift: { from } })
    // Its place is another than those of the ride.
    expect(problem.stops.map(({ place }) => place)).not.toContain(of(near.vehicle, problem)?.start)
    expect(of(silent.vehicle, problem)).toMatchObject({ start: null, shift: { from } })
    expect(of(idle.vehicle, problem)).toMatchObject({ start: null, shift: null })
    const { problem: next } = await build({ day: day(later), vehicles })
    expect(next.vehicles).toMatchObject(vehicles.map(() => ({ start: null, shift: null })))
  })

  test('of more bookings than a search takes the first are taken, and how many are left is told', async () => {
    const when = new Date(NOON.getTime() + 5 * 86_400_000)
    const day = when.toISOString().slice(0, 10)
    const first = await at.ride(0, 30, { at: when })
    await at.server.database.transaction(async (tx) => {
      const {
        rows: [last],
      } = await sql<{ id: number }>`select max(id)::int as id from services`.execute(tx)
      await sql`insert into services select (jsonb_populate_record(s, jsonb_build_object(
        'id', ${last?.id ?? 0}::int + n, 'date_scheduled', s.date_scheduled + make_interval(secs => n)
        ))).* from services s, generate_series(1, 203) n
        where s.id = ${first}`.execute(tx)
    })
    const asked = { day, id_branch: at.id['lima']!, id_product: at.id['van']! }
    const { body } = await at.get('operator', 'groupings/build', asked)
    const choices = body as unknown as { rides: { id: number }[]; more: number }
    expect([choices.rides.length, choices.rides[0]?.id, choices.more]).toEqual([200, first, 4])
    const { vehicle } = await at.driver('Rosa')
    const { problem, more } = await build({ day, vehicles: [vehicle] })
    expect([problem.services.length, more]).toEqual([200, 4])
    const chosen = choices.rides.slice(0, 3).map(({ id }) => id)
    expect((await build({ day, vehicles: [vehicle], services: chosen })).more).toBe(0)
  })
})
