import { beforeAll, expect, test } from 'vitest'
import { issueDevice, trackedDistance, trackOf } from '../../custom/fleet/server'
import { oneEngine } from '../engines'
import { fleetApp, type FleetApp } from './fleet-fixture'

const LARCO = { lat: -12.1211, lng: -77.0297 }

// What is kept of what a phone says.
oneEngine((_engine, open) => {
  let at: FleetApp
  const now = new Date('2026-11-21T17:00:00.000Z')

  beforeAll(async () => {
    at = await fleetApp(open, () => now)
  })

  test('a fix that stands twice in one sending is kept once, also when it is too old to be the live one', async () => {
    const ana = await at.driver('Ana')
    expect((await ana.send({ ...LARCO, in_s: 0 })).status).toBe(200)
    const late = { ...LARCO, lat: LARCO.lat + 0.0003, in_s: -20 }
    expect((await ana.send(late, late, { ...late, in_s: -10 })).status).toBe(200)
    const kept = await at.rows<{ n: number }>(
      'select count(*)::int as n from trackings where id_driver = $1 group by date_fix order by date_fix',
      ana.id,
    )
    expect(kept.map(({ n }) => n)).toEqual([1, 1, 1])
  })

  test('facts of a fix that cannot be true are unknown, and the place stands', async () => {
    const ana = await at.driver('Ana')
    const { status, text } = await ana.send({
      ...LARCO,
      in_s: -5,
      more: { speed: 5000, course: 725, battery_level: 130, accuracy: -1 },
    })
    expect(status, text).toBe(200)
    const facts = { speed: null, course: null, battery_level: null }
    const [kept] = await at.rows(
      'select lat, speed, course, battery_level, accuracy from trackings where id_driver = $1',
      ana.id,
    )
    expect(kept).toEqual({ lat: LARCO.lat, ...facts, accuracy: null })
    const [live] = await at.rows(
      'select speed, course, battery_level from vehicle_positions where id_vehicle = $1',
      ana.id_vehicle,
    )
    expect(live).toEqual(facts)
    expect((await ana.send({ ...LARCO, more: { speed: 120, course: 270, battery_level: 100 } })).body).toMatchObject({
      kept: 1,
    })
    const [next] = await at.rows(
      'select speed::float8, course::float8, battery_level from trackings where id_driver = $1 and speed is not null',
      ana.id,
    )
    expect(next).toEqual({ speed: 120, course: 270, battery_level: 100 })
  })

  test('a leap is kept for whoever wonders, and no part of the way', async () => {
    const ana = await at.driver('Ana')
    await ana.send({ ...LARCO, in_s: -9 })
    await ana.send({ lat: LARCO.lat + 0.2, lng: LARCO.lng, in_s: -6 })
    await ana.send({ ...LARCO, lat: LARCO.lat + 0.0009, in_s: -3 })
    expect(await at.rows('select kept_out from trackings where id_driver = $1 order by date_fix', ana.id)).toEqual([
      { kept_out: null },
      { kept_out: 'jump' },
      { kept_out: null },
    ])
    const way = { id_driver: ana.id, from: new Date(now.getTime() - 60_000), until: null }
    const { db } = at.server.database
    expect((await trackOf(db, way)).map(({ lat }) => lat)).toEqual([LARCO.lat, LARCO.lat + 0.0009])
    expect((await trackedDistance(db, way))?.distance_m).toBeLessThan(200)
  })

  test('a tracker that lies somewhere else, told between the true places, neither holds the vehicle nor lengthens its way', async () => {
    const [ana, M] = [await at.driver('Ana'), 1 / 111_195]
    const tracker = await at.server.database.transaction((tx) => issueDevice(tx, ana.id, 'Localizador'))
    const send = (device_id: string, lat: number, lng: number, in_s: number) =>
      at.server.request({
        method: 'POST',
        url: '/api/driver/positions',
        payload: JSON.stringify({
          device_id,
          positions: [{ lat, lng, timestamp: new Date(now.getTime() + in_s * 1000).toISOString() }],
        }),
      })
    for (let n = 0; n < 20; n++) {
      const [drift, in_s] = [(((n * 7) % 5) - 2) * 7 * M, n * 6 - 115]
      expect((await send(tracker, LARCO.lat - 0.18 + drift, LARCO.lng - drift, in_s - 3)).status).toBe(200)
      expect((await send(ana.device, LARCO.lat + n * 80 * M, LARCO.lng, in_s)).status).toBe(200)
    }
    const [live] = await at.rows<{ lat: number }>(
      'select point[1] as lat from vehicle_positions where id_vehicle = $1',
      ana.id_vehicle,
    )
    expect(live?.lat).toBeCloseTo(LARCO.lat + 19 * 80 * M, 4)
    const tracked = await trackedDistance(at.server.database.db, {
      id_driver: ana.id,
      from: new Date(now.getTime() - 600_000),
      until: null,
    })
    expect(tracked?.distance_m).toBeGreaterThan(1450)
    expect(tracked?.distance_m).toBeLessThan(1600)
  })
})
