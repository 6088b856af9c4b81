import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  endShift,
  fleet,
  fleetOf,
  pauseShift,
  resumeShift,
  setAvailability,
  startShift,
  type Fleet,
} from '../../custom/fleet/server'
import { readVehicles } from '../../custom/fleet/server/live/read-vehicles'
import type { Database } from '../../src/server/platform/database/database'
import { openDatabase } from '../../src/server/platform/database/open'
import { oneEngine } from '../engines'
import { freshDatabase, privatePostgres } from '../postgres'
import '../postgres-setup'
import { given } from '../open-fresh'
import { fleetApp, type FleetApp, type FleetDriver } from './fleet-fixture'

const NOW = new Date('2026-11-21T17:00:00.000Z')
const LARCO = { lat: -12.1211, lng: -77.0297 }
const north = (metres: number) => ({ ...LARCO, lat: Math.round((LARCO.lat + metres / 111_195) * 1e7) / 1e7 })
type Tx = Parameters<typeof startShift>[0]

/** What one process keeps must be what the database says, however it got there. */
async function expectTrue(kept: Fleet, database: Database, now: Date): Promise<void> {
  await kept.fresh()
  const read = await readVehicles(database.db, { ids: null, now, timezone: 'America/Lima' })
  const byId = (a: { readonly id: number }, b: { readonly id: number }) => a.id - b.id
  expect([...kept.all()].map(({ vehicle }) => vehicle).sort(byId)).toEqual(
    read.flatMap((one) => (one.fits ? [one.vehicle] : [])).sort(byId),
  )
}

/** Changes of every kind at once, some by calls, some past every call. */
async function storm(
  at: FleetApp,
  drivers: readonly FleetDriver[],
  now: () => Date,
  ids: { readonly client: number; readonly product: number },
): Promise<void> {
  const inTx = <T>(work: (tx: Tx) => Promise<T>) => at.server.database.transaction(work)
  const raw = (text: string, ...params: readonly unknown[]) => at.rows(text, ...params)
  const acts: readonly ((driver: FleetDriver, n: number) => Promise<unknown>)[] = [
    (driver, n) => driver.send(north(n)),
    (driver, n) => driver.send({ ...north(n), more: { battery_level: n % 101, mode: 'still', speed: n } }),
    (driver) => inTx((tx) => pauseShift(tx, { id_driver: driver.id, now: now() })).catch(() => {}),
    (driver) => inTx((tx) => resumeShift(tx, { id_driver: driver.id, now: now() })).catch(() => {}),
    (driver) => inTx((tx) => endShift(tx, { id_driver: driver.id, now: now() })).catch(() => {}),
    (driver) =>
      inTx((tx) =>
        startShift(tx, { id_driver: driver.id, id_vehicle: driver.id_vehicle, app_version_code: null, now: now() }),
      ).catch(() => {}),
    (driver) =>
      inTx(async (tx) => {
        await tx
          .insertInto('services')
          .values({
            id_client: ids.client,
            id_product: ids.product,
            id_driver: driver.id,
            id_vehicle: driver.id_vehicle,
            state: 'accepted',
            date_accepted: now(),
            for_shared_service: true,
          })
          .execute()
        await setAvailability(tx, { id_driver: driver.id, now: now() })
      }),
    (driver) =>
      inTx(async (tx) => {
        await tx
          .updateTable('services')
          .set({ state: 'finalized', date_finalized: now(), price_total: '7.5' })
          .where('id_driver', '=', driver.id)
          .execute()
        await setAvailability(tx, { id_driver: driver.id, now: now(), finished: true })
      }),
    (driver, n) => raw('update vehicles set code = $1 where id = $2', `C${n}-${driver.id}`, driver.id_vehicle),
    (driver) =>
      raw("update vehicles set state = case state when '1' then '0' else '1' end where id = $1", driver.id_vehicle),
    (driver, n) => raw('update users set name = $1, rating_average = 4 where id = $2', `Nombre ${n}`, driver.id),
    (driver, n) =>
      raw(
        'update vehicle_positions set point = point($1, $2) where id_vehicle = $3',
        -77 - n / 1e4,
        -12,
        driver.id_vehicle,
      ),
    () => raw("update type_vehicles set icon = 'van' where icon = 'car'"),
  ]
  let seed = 7
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const steps = Array.from({ length: 80 }, (_, n) => ({
    n,
    act: acts[random(acts.length)],
    driver: drivers[random(drivers.length)],
  }))
  for (let from = 0; from < steps.length; from += 16) {
    await Promise.all(steps.slice(from, from + 16).map(({ act, driver, n }) => (act && driver ? act(driver, n) : null)))
  }
}

async function rowsOf(at: FleetApp): Promise<{ client: number; product: number }> {
  const id_tarif = await at.put('tarifs', { type: '1', name: 'Normal', price_base: '5' })
  return {
    client: await at.put('users', { type_user: '3', name: 'Cliente' }),
    product: await at.put('products', { name: 'Taxi', id_tarif, capacity_1: 4 }),
  }
}

oneEngine((_engine, open) => {
  let at: FleetApp
  let now = NOW
  let ids: { client: number; product: number }
  beforeAll(async () => {
    at = await fleetApp(open, () => now)
    ids = await rowsOf(at)
  })

  test('after a storm of changes at once, memory says what the database says', async () => {
    const drivers = await Promise.all(Array.from({ length: 8 }, (_, n) => at.driver(`D${n}`)))
    await storm(at, drivers, () => NOW, ids)
    await expectTrue(at.fleet, at.server.database, NOW)
    expect(
      at.fleet
        .near({ at: [LARCO.lat, LARCO.lng], radius_m: 50_000 })
        .map(({ item }) => item.id)
        .sort(),
    ).toEqual([...at.fleet.all()].flatMap(({ vehicle }) => (vehicle.position ? [vehicle.id] : [])).sort())
  })

  test("today ends at midnight of the vehicle's branch, and what was earned yesterday is not today's", async () => {
    now = new Date('2026-11-22T04:30:00.000Z')
    const [madrid, lima] = [
      await at.put('branches', { name: 'Madrid', timezone: 'Europe/Madrid' }),
      await at.put('branches', { name: 'Lima', timezone: 'America/Lima' }),
    ]
    const drivers = [
      await at.driver('Madrid', { vehicle: { id_branch: madrid, code: 'HOY-1' } }),
      await at.driver('Lima', { vehicle: { id_branch: lima, code: 'HOY-2' } }),
    ]
    // Half past eleven of the 21st in Lima; in Madrid it is the 22nd since half past five hours.
    for (const { id, id_vehicle } of drivers) {
      for (const date_finalized of ['2026-11-21T22:30:00Z', '2026-11-22T03:00:00Z']) {
        await at.put('services', {
          id_client: ids.client,
          id_product: ids.product,
          id_driver: id,
          id_vehicle,
          state: 'finalized',
          date_finalized,
          price_total: '10',
        })
      }
    }
    const today = async () => {
      const { body } = await at.server.call('operator', 'GET', 'live/vehicles', { q: 'hoy' })
      return (body['items'] as readonly { today_amount: number; today_services: number }[]).map(
        ({ today_amount, today_services }) => [today_amount, today_services],
      )
    }
    expect(await today()).toEqual([
      [10, 1],
      [20, 2],
    ])
    now = new Date('2026-11-22T05:00:01.000Z')
    expect(await today()).toEqual([
      [10, 1],
      [0, 0],
    ])
  })
})

// Processes of their own on one PostgreSQL: neither knows what the other stores but by what it is told.
const shared = inject('postgres') as { readonly url: string } | { readonly skipped: string } | undefined
const postgres: { readonly url: string; readonly stop?: () => Promise<void> } | { readonly skipped: string } =
  shared ?? (await privatePostgres())

if ('skipped' in postgres) {
  console.log(`skipped: the fleet of several processes: ${postgres.skipped}`)
  describe.skip(`the fleet of several processes (${postgres.skipped})`, () => test('need PostgreSQL', () => {}))
} else {
  describe('the fleet of two processes on one PostgreSQL', () => {
    let at: FleetApp
    let other: Database
    let close: (() => Promise<void>)[] = []

    beforeAll(async () => {
      const own = await freshDatabase(postgres.url)
      const mine = await openDatabase(own.url)
      other = await openDatabase(own.url)
      at = await fleetApp(given(mine), () => NOW)
      const stop = await fleet.open?.({ ...at.server.runtime, database: other })
      close = [async () => stop?.(), () => at.server.close(), () => other.close(), () => mine.close(), own.drop]
      if (postgres.stop) close.push(postgres.stop)
    })
    afterAll(async () => {
      for (const one of close) await one()
    })

    test('is the same in both, after a storm of changes at once', async () => {
      const drivers = await Promise.all(Array.from({ length: 8 }, (_, n) => at.driver(`D${n}`)))
      await storm(at, drivers, () => NOW, await rowsOf(at))
      await expectTrue(at.fleet, at.server.database, NOW)
      await expectTrue(fleetOf(other.db), other, NOW)
    })

    test('a position is known to the other without a question to the database', async () => {
      const ana = await at.driver('Ana')
      await ana.send(LARCO)
      await fleetOf(other.db).fresh()
      await ana.send({ ...north(25), more: { speed: 12, course: 4, mode: 'walking' } })
      await expect
        .poll(() => fleetOf(other.db).get(ana.id_vehicle)?.position)
        .toMatchObject({ ...north(25), speed: 12, course: 4, mode: 'walking', fix_ms: NOW.getTime() })
      expect(fleetOf(other.db).near({ at: [north(25).lat, LARCO.lng], radius_m: 5 })).toMatchObject([
        { item: { id: ana.id_vehicle } },
      ])
    })

    test('fixes of one phone that two processes get at once leave the newest as its position, and each once in its track', async () => {
      const ana = await at.driver('Ana')
      const { ingest } = await import('../../custom/fleet/server')
      const to = (database: Database) => ({ db: database.db, transaction: database.transaction, now: () => NOW })
      const fix = (n: number) => ({
        ...north(n),
        course: null,
        speed: null,
        battery_level: null,
        mode: null,
        accuracy: null,
        date_fix: new Date(NOW.getTime() - 40_000 + n * 1000),
      })
      await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          ingest(to(n % 2 ? at.server.database : other), { device: ana.device }, [fix(n)]),
        ),
      )
      expect(await at.rows('select 1 from trackings where id_driver = $1', ana.id)).toHaveLength(40)
      await expectTrue(at.fleet, at.server.database, NOW)
      await expectTrue(fleetOf(other.db), other, NOW)
      expect(fleetOf(other.db).get(ana.id_vehicle)?.position?.lat).toBeCloseTo(north(39).lat, 9)
    })
  })
}
