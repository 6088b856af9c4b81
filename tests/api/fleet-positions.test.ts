import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { driverOfDevice, endShift, ingest, trackedDistance, trackOf } from '../../custom/fleet/server'
import { oneEngine } from '../engines'
import { fleetApp, type FleetApp, type FleetDriver } from './fleet-fixture'

const START = new Date('2026-11-21T17:00:00.000Z')
const LARCO = { lat: -12.1211, lng: -77.0297 }
/** So many metres to the north of a place. */
const north = (metres: number) => ({ ...LARCO, lat: Math.round((LARCO.lat + metres / 111_195) * 1e7) / 1e7 })

oneEngine((_engine, open) => {
  let at: FleetApp
  let now = START
  let ana: FleetDriver
  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000)
  }

  beforeAll(async () => {
    at = await fleetApp(open, () => now)
  })
  beforeEach(async () => {
    now = START
  })

  interface Position {
    readonly lat: number
    readonly lng: number
    readonly availability: string
    readonly date_fix: string
    readonly speed: number | null
    readonly version: number
  }
  const stored = async ({ id_vehicle }: FleetDriver): Promise<Position | undefined> =>
    (
      await at.rows<Position>(
        `select point[1] as lat, point[0] as lng, availability, to_char(date_fix at time zone 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS"Z"') as date_fix,
      speed::float8 as speed, version from vehicle_positions where id_vehicle = $1`,
        id_vehicle,
      )
    )[0]
  const track = ({ id }: FleetDriver) =>
    at.rows<{ lat: number; kept_out: string | null; id_service: number | null }>(
      'select lat, kept_out, id_service from trackings where id_driver = $1 order by date_fix, id',
      id,
    )

  describe('a fix', () => {
    beforeEach(async () => {
      ana = await at.driver('Ana')
    })

    test('is in the track and in the live position once it is answered, and the vehicle is on the map', async () => {
      const { status, body } = await ana.send({
        ...LARCO,
        more: { speed: 31.5, course: 92, battery_level: 9, mode: 'automotive' },
      })
      expect([status, body]).toMatchObject([200, { ok: true, kept: 1, kept_out: 0 }])
      expect(await stored(ana)).toMatchObject({
        ...LARCO,
        availability: 'online',
        speed: 31.5,
        date_fix: '2026-11-21T17:00:00Z',
      })
      expect(await track(ana)).toMatchObject([{ lat: LARCO.lat, kept_out: null }])
      await at.fleet.fresh()
      expect(at.fleet.get(ana.id_vehicle)).toMatchObject({
        availability: 'online',
        id_driver: ana.id,
        position: { ...LARCO, speed: 31.5, battery_level: 9, mode: 'automotive' },
      })
    })

    test('of a vehicle that is merged into another goes with it, its track stays, and two at work stay two', async () => {
      const [beto, carla] = [await at.driver('Beto'), await at.driver('Carla', { offShift: true })]
      for (const one of [ana, beto]) await one.send(LARCO)
      await at.put('vehicle_positions', {
        id_vehicle: carla.id_vehicle,
        point: '(-77.03,-12.12)',
        availability: 'offline',
        date_fix: now.toISOString(),
      })
      const merge = (gone: FleetDriver, kept: FleetDriver) =>
        at.server.call('root', 'POST', 'vehicles/merge', { id: gone.id_vehicle, into: kept.id_vehicle })
      expect(await merge(beto, ana)).toMatchObject({
        status: 409,
        body: { msg: expect.stringContaining('No se puede fusionar: Turnos') },
      })
      expect(await stored(beto)).toMatchObject(LARCO)
      expect(await merge(carla, ana)).toMatchObject({ status: 200, body: { undo: { run: expect.any(String) } } })
      expect([await stored(carla), (await track(ana)).length]).toEqual([undefined, 1])
      expect(await stored(ana)).toMatchObject(LARCO)
    })

    test('from the future does not freeze the marker: more than two minutes ahead is kept out, less counts as now', async () => {
      await ana.send(LARCO)
      expect((await ana.send({ ...north(100), in_s: 121 })).body).toMatchObject({ kept: 1, kept_out: 1 })
      expect(await stored(ana)).toMatchObject(LARCO)
      later(10)
      await ana.send({ ...north(50), in_s: 119 })
      expect(await stored(ana)).toMatchObject({ ...north(50), date_fix: '2026-11-21T17:00:10Z' })
      later(5)
      await ana.send(north(60))
      expect(await stored(ana)).toMatchObject(north(60))
      expect((await track(ana)).map(({ kept_out }) => kept_out).sort()).toEqual(['future', null, null, null])
    })

    test('a position that was stored from the future gives way to the next fix', async () => {
      await ana.send(LARCO)
      await at.rows(
        'update vehicle_positions set date_fix = $1 where id_vehicle = $2',
        new Date(START.getTime() + 86_400_000),
        ana.id_vehicle,
      )
      later(5)
      await ana.send(north(40))
      expect(await stored(ana)).toMatchObject({ ...north(40), date_fix: '2026-11-21T17:00:05Z' })
    })

    test('older than the last is in the track, in its place, and not the live position', async () => {
      await ana.send({ ...north(100), in_s: -1 })
      expect((await ana.send({ ...LARCO, in_s: -30 })).body).toMatchObject({ kept: 1, kept_out: 1 })
      expect(await stored(ana)).toMatchObject(north(100))
      expect(await track(ana)).toMatchObject([
        { lat: LARCO.lat, kept_out: 'old' },
        { lat: north(100).lat, kept_out: null },
      ])
      expect(
        (
          await trackOf(at.server.database.db, {
            id_driver: ana.id,
            from: new Date(START.getTime() - 60_000),
            until: null,
          })
        ).map(({ lat }) => lat),
      ).toEqual([LARCO.lat, north(100).lat])
    })

    test('that nothing on wheels could reach is a leap and kept out; three that fit each other are the truth', async () => {
      await ana.send(LARCO)
      later(10)
      expect((await ana.send(north(20_000))).body).toMatchObject({ kept: 1, kept_out: 1 })
      expect(await stored(ana)).toMatchObject(LARCO)
      later(10)
      await ana.send(north(80))
      expect(await stored(ana)).toMatchObject(north(80))
      for (const metres of [20_000, 20_100, 20_200]) {
        later(10)
        await ana.send(north(metres))
      }
      expect(await stored(ana)).toMatchObject(north(20_200))
    })

    test('sent again because the answer was lost is kept once', async () => {
      const batch = [
        { ...LARCO, in_s: -20 },
        { ...north(50), in_s: -10 },
        { ...north(90), in_s: -1 },
      ]
      expect((await ana.send(...batch)).body).toMatchObject({ kept: 3, kept_out: 0 })
      expect((await ana.send(...batch)).status).toBe(200)
      expect((await ana.send(batch[0]!, ...batch)).status).toBe(200)
      expect(await track(ana)).toHaveLength(3)
      expect(await stored(ana)).toMatchObject(north(90))
    })

    test('of a phone whose clock runs ahead, or that leaps, sent again is kept once as well', async () => {
      const ahead = [
        { ...LARCO, in_s: 40 },
        { ...north(50), in_s: 50 },
        { ...north(90), in_s: 60 },
      ]
      const again = (by_s: number) => ahead.map((fix) => ({ ...fix, in_s: fix.in_s - by_s }))
      await ana.send(...ahead)
      // The same moments: the phone's clock said them, ours has gone on.
      later(5)
      await ana.send(...again(5))
      later(65)
      await ana.send(...again(70))
      expect(await track(ana)).toHaveLength(3)
      const leap = { ...north(20_000), in_s: 0 }
      for (let n = 0; n < 4; n++) await ana.send(leap)
      expect((await track(ana)).filter(({ kept_out }) => kept_out === 'jump')).toHaveLength(1)
      expect(await track(ana)).toHaveLength(4)
      expect(await stored(ana)).toMatchObject(north(90))
    })

    test('outside a shift is not kept: nobody is followed when they are off', async () => {
      await ana.send(LARCO)
      later(60)
      await at.server.database.transaction((tx) => endShift(tx, { id_driver: ana.id, now }))
      later(600)
      expect((await ana.send({ ...north(50), in_s: -630 }, north(500))).body).toMatchObject({ kept: 1 })
      expect(await track(ana)).toHaveLength(2)
      expect(await stored(ana)).toMatchObject({ ...LARCO, availability: 'offline' })
    })

    test('of a phone or a driver that is switched off, or unknown, is refused', async () => {
      await at.rows("update driver_devices set state = 'off' where id_driver = $1", ana.id)
      expect((await ana.send(LARCO)).status).toBe(404)
      await at.rows("update driver_devices set state = 'on' where id_driver = $1", ana.id)
      await at.rows("update users set state = '0' where id = $1", ana.id)
      expect((await ana.send(LARCO)).status).toBe(404)
      expect(await driverOfDevice(at.server.database.db, ana.device)).toBe(null)
      expect(await track(ana)).toEqual([])
    })
  })

  describe('many at once', () => {
    test('every fix that was answered is in the track, whoever sent with it', async () => {
      const drivers = await Promise.all(Array.from({ length: 12 }, (_, n) => at.driver(`Junto ${n}`)))
      const answers = await Promise.all(
        drivers.flatMap((driver, n) =>
          Array.from({ length: 5 }, (_, i) => driver.send({ ...north(n * 50 + i), in_s: i - 10 })),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      for (const [n, driver] of drivers.entries()) {
        expect(await track(driver)).toHaveLength(5)
        expect(await stored(driver)).toMatchObject(north(n * 50 + 4))
      }
    })

    test('a phone that sends without end is told to slow down; the others are served', async () => {
      const [loud, quiet] = [await at.driver('Ruidoso'), await at.driver('Callado')]
      const answers = await Promise.all(
        Array.from({ length: 150 }, (_, n) => loud.send({ ...north(n), in_s: n / 1000 })),
      )
      expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(20)
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(60)
      expect((await quiet.send(LARCO)).status).toBe(200)
    })

    test('more than can be stored is refused whole', async () => {
      const drivers = await Promise.all(Array.from({ length: 5 }, (_, n) => at.driver(`Mucho ${n}`)))
      const { db, transaction } = at.server.database
      const context = { db, transaction, now: () => now, settings: { most_fixes_waiting: 100 } }
      const batch = Array.from({ length: 40 }, (_, n) => ({
        ...north(n),
        course: null,
        speed: null,
        battery_level: null,
        mode: null,
        accuracy: null,
        date_fix: new Date(now.getTime() - 60_000 + n * 1000),
      }))
      const answers = await Promise.allSettled(drivers.map(({ device }) => ingest(context, { device }, batch)))
      expect(
        answers.map((one) => (one.status === 'fulfilled' ? one.value?.kept : (one.reason as { code: string }).code)),
      ).toEqual([40, 40, 'UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE'])
      expect(await Promise.all(drivers.map(async (driver) => (await track(driver)).length))).toEqual([40, 40, 0, 0, 0])
      expect(await ingest(context, { device: drivers[4]!.device }, batch)).toMatchObject({ kept: 40 })
    })

    test('one that cannot be stored does not take the others with it', async () => {
      const [good, bad] = [await at.driver('Buena'), await at.driver('Mala')]
      const { db, transaction } = at.server.database
      const fix = (date_fix: Date, lat = LARCO.lat) => ({
        ...LARCO,
        lat,
        course: null,
        speed: null,
        battery_level: null,
        mode: null,
        accuracy: null,
        date_fix,
      })
      const context = { db, transaction, now: () => now }
      // A moment that JavaScript can say and PostgreSQL cannot.
      const answers = await Promise.allSettled([
        ingest(context, { device: good.device }, [fix(now), fix(now, Number.NaN)]),
        ingest(context, { device: bad.device }, [fix(new Date(8.64e15))]),
        ingest(context, { device: 'nobody' }, [fix(now)]),
      ])
      expect(answers[1]?.status).toBe('rejected')
      expect(answers[0]).toMatchObject({ status: 'fulfilled', value: { kept: 1 } })
      expect(answers[2]).toMatchObject({ status: 'fulfilled', value: null })
      expect(await track(good)).toHaveLength(1)
    })
  })

  describe('the history', () => {
    test('goes on over midnight, and over a week in which nobody made its days', async () => {
      ana = await at.driver('Nocturna')
      for (const moment of ['2026-11-21T23:59:59.900Z', '2026-11-22T00:00:00.100Z', '2026-12-24T12:00:00.000Z']) {
        now = new Date(moment)
        expect((await ana.send(LARCO)).status).toBe(200)
      }
      const days = await at.rows<{ part: string }>(
        'select tableoid::regclass::text as part from trackings where id_driver = $1 order by date_received',
        ana.id,
      )
      expect(days.map(({ part }) => part)).toEqual(['trackings_20261121', 'trackings_20261122', 'trackings_20261224'])
    })

    test('tells how far a ride went, whatever a standing phone wanders', async () => {
      ana = await at.driver('Rodante')
      later(900)
      const wander = [0, 3, -4, 2, 0, 5]
      await ana.send(
        ...Array.from({ length: 60 }, (_, n) => ({ ...north(n * 100), in_s: -800 + n * 10 })),
        ...wander.map((metres, n) => ({ ...north(5900 + metres), in_s: -190 + n * 10 })),
      )
      const asked = { id_driver: ana.id, from: START, until: now }
      const tracked = await trackedDistance(at.server.database.db, asked)
      expect(tracked).toMatchObject({ duration_s: 660, fixes: 66 })
      expect(tracked?.distance_m).toBeGreaterThan(5890)
      expect(tracked?.distance_m).toBeLessThan(5915)
      const thin = await trackOf(at.server.database.db, asked, 10)
      expect([thin.length, thin[0]?.lat, thin.at(-1)?.lat]).toEqual([10, LARCO.lat, north(5905).lat])
      expect(await trackedDistance(at.server.database.db, { ...asked, id_driver: 1 })).toBe(null)
    })
  })
})
