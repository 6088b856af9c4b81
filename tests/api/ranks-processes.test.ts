import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { privatePostgres } from '../postgres'
import '../postgres-setup'
import { randomSource, runSeed } from '../random-source'
import { openTown, type RaceDriver, type Town } from './races-fixture'

// Queues of a zone with two processes on one PostgreSQL: both move and take out, both give rides away, and there is one
// truth.
const shared = inject('postgres') as { readonly url: string } | { readonly skipped: string } | undefined
const postgres: { readonly url: string; readonly stop?: () => Promise<void> } | { readonly skipped: string } =
  shared ?? (await privatePostgres())
const DRIVERS = 8
const HERE = { lat: -12.12, lng: -77.03 }

interface Waiting {
  readonly id_driver: number
  readonly rank: number | null
}

if ('skipped' in postgres) {
  console.log(`skipped: queues of two processes: ${postgres.skipped}`)
  describe.skip(`queues of two processes (${postgres.skipped})`, () => test('need PostgreSQL', () => {}))
} else {
  describe('a queue with two processes on one PostgreSQL', { retry: 0 }, () => {
    let town: Town
    let tokens: readonly string[]
    let zone: number
    const drivers: RaceDriver[] = []
    const dice = randomSource(runSeed())
    const post = (process: number, path: string, input = {}) =>
      town.ask(town.servers[process]!, 'POST', `admin/${path}`, tokens[process]!, input)
    const queue = async (process: number): Promise<readonly Waiting[]> => {
      const { status, body } = await town.ask(town.servers[process]!, 'GET', 'admin/ranks', tokens[process]!)
      expect(status).toBe(200)
      return (
        (body['items'] as unknown as { id: number; drivers: Waiting[] }[]).find(({ id }) => id === zone)?.drivers ?? []
      )
    }
    const ranks = async (process: number) => (await queue(process)).map(({ id_driver, rank }) => [id_driver, rank])

    beforeAll(async () => {
      town = await openTown(postgres.url, 2)
      tokens = [await town.operator(), await town.operator()]
      await town.query("update products set search_by = 'zones'")
      for (let n = 0; n < DRIVERS; n++) drivers.push(await town.driver(HERE.lat + n * 0.0001, HERE.lng))
      const [made] = await town.query<{ id: number }>(
        `insert into rank_zones (name, path, state) values ('Centro', $1::polygon, '1') returning id::int as id`,
        [
          `((${HERE.lng - 0.01},${HERE.lat - 0.01}),(${HERE.lng - 0.01},${HERE.lat + 0.01}),(${HERE.lng + 0.01},${HERE.lat + 0.01}),(${HERE.lng + 0.01},${HERE.lat - 0.01}))`,
        ],
      )
      zone = made?.id ?? 0
    }, 120_000)
    afterAll(async () => {
      await town?.close()
      await postgres.stop?.()
    })

    test('is moved by both at once: nobody is lost, no place is held twice, and both tell the same', async () => {
      await expect.poll(async () => (await queue(0)).length, { timeout: 30_000, interval: 300 }).toBe(DRIVERS)
      const pick = (): RaceDriver => drivers[Math.floor(dice() * DRIVERS)]!
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, n) => {
          const [who, before] = [pick(), dice() < 0.2 ? null : pick()]
          return post(n % 2, 'ranks/move', {
            id_zone: zone,
            id_driver: who.id,
            ...(before && before !== who && { before: before.id }),
          })
        }),
      )
      expect([...new Set(answers.map(({ status }) => status))]).toEqual([200])
      const [one, other] = [await ranks(0), await ranks(1)]
      expect(one).toEqual(other)
      expect(one.map(([, rank]) => rank)).toEqual(Array.from({ length: DRIVERS }, (_, n) => n + 1))
      expect(one.map(([id]) => id).toSorted()).toEqual(drivers.map(({ id }) => id).toSorted())
      // One is taken out by both: the first has done it, the other is told.
      const last = drivers[DRIVERS - 1]!
      const out = await Promise.all(
        [0, 1].map((process) => post(process, 'ranks/remove', { id_zone: zone, id_driver: last.id })),
      )
      expect(out.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect((await post(1, 'ranks/move', { id_zone: zone, id_driver: last.id })).status).toBe(200)
    })

    test('gives its first ones a ride each, whichever process looks for them, and both tell who is left', async () => {
      const before = await ranks(0)
      const rides = await Promise.all(Array.from({ length: 3 }, () => town.service(HERE.lat, HERE.lng)))
      const asked = await Promise.all(
        rides.map((id, n) => post(n % 2, 'dispatcher/requestVehicle', { id_service: id })),
      )
      expect(asked.map(({ status }) => status)).toEqual([200, 200, 200])
      const offers = () =>
        town.query<{ id_driver: number }>(
          "select id_driver::int as id_driver from service_offers where state = 'pending' and id_service = any($1::int[])",
          [rides],
        )
      await expect.poll(async () => (await offers()).length, { timeout: 20_000, interval: 200 }).toBe(3)
      expect((await offers()).map(({ id_driver }) => id_driver).toSorted()).toEqual(
        before
          .slice(0, 3)
          .map(([id]) => id)
          .toSorted(),
      )
      // Both give one and the same ride away, each to another: one of them has it.
      const [mine, theirs] = [before[5]?.[0], before[6]?.[0]].map((id) => drivers.find((driver) => driver.id === id))
      const ride = await town.service(HERE.lat, HERE.lng)
      const given = await Promise.all(
        [mine, theirs].map((driver, process) =>
          post(process, 'dispatcher/assignVehicle', { id_service: ride, id_vehicle: driver?.vehicle ?? 0 }),
        ),
      )
      expect(given.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const busy = given[0]?.status === 200 ? mine : theirs
      await expect
        .poll(async () => (await queue(1)).some(({ id_driver }) => id_driver === busy?.id), {
          timeout: 20_000,
          interval: 300,
        })
        .toBe(false)
      expect(await ranks(0)).toEqual(await ranks(1))
    })
  })
}
