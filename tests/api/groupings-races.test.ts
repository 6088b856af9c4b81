import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { privatePostgres } from '../postgres'
import '../postgres-setup'
import { openTown, type RaceAnswer, type Town } from './races-fixture'

// Rides and vehicles that several people give to groupings at the same moment, in three processes on one PostgreSQL.
// RACE_ROUNDS=200 is the whole of it; in every run fewer.

interface Skipped {
  readonly skipped: string
}
const shared = inject('postgres') as { readonly url: string } | Skipped | undefined
const postgres: { readonly url: string; readonly stop?: () => Promise<void> } | Skipped =
  shared ?? (await privatePostgres())
const ROUNDS = Math.ceil(Number(process.env['RACE_ROUNDS'] || 48) / 8)
const PEOPLE = 3

if ('skipped' in postgres) {
  console.log(`skipped: races of groupings: ${postgres.skipped}`)
  describe.skip(`races of groupings (${postgres.skipped})`, () => test('need PostgreSQL', () => {}))
} else {
  describe('groupings of three processes on one PostgreSQL', { retry: 0 }, () => {
    let town: Town
    let van = 0
    let branch = 0
    let tokens: readonly string[] = []
    beforeAll(async () => {
      town = await openTown(postgres.url, PEOPLE)
      tokens = await Promise.all(Array.from({ length: PEOPLE }, () => town.operator()))
      const [lat, lng] = PLACE
      branch = await town.put('branches', { name: 'Lima', point: `(${lng},${lat})`, timezone: 'America/Lima' })
      const [tarif] = await town.query<{ id: number }>('select id::int as id from tarifs limit 1')
      van = await town.put('products', { name: 'Van', id_tarif: tarif?.id, capacity_1: 8, for_shared_service: true })
    })
    afterAll(async () => {
      await town?.close()
      await postgres.stop?.()
    })

    const PLACE = [-12.1, -77.03] as const
    let hour = 2
    /** Each round is of another time: what one left behind is in no other's way. */
    const later = (): Date => new Date(Date.now() + (hour += 6) * 3_600_000)
    const post = (who: number, path: string, input = {}): Promise<RaceAnswer> =>
      town.ask(town.servers[who % PEOPLE]!, 'POST', `admin/${path}`, tokens[who % PEOPLE] ?? '', input)
    /** The same at once from different servers, each by somebody else. */
    const race = (asked: readonly (readonly [path: string, input: object])[]): Promise<RaceAnswer[]> =>
      Promise.all(
        asked.map(async ([path, input], who) => {
          await new Promise((done) => setTimeout(done, Math.random() * 10))
          return post(who, path, input)
        }),
      )
    const ride = async (when: Date, north = 0): Promise<number> => {
      const [lat, lng] = [PLACE[0] + north / 1000, PLACE[1]]
      const id = await town.service(lat, lng, {
        state: 'scheduled',
        id_product: van,
        id_branch: branch,
        for_shared_service: true,
        scheduled: true,
        date_scheduled: when,
        date_onair: when,
        duration: 600,
        distance: 1200,
      })
      for (const [position, at] of [lat, lat + 0.01].entries()) {
        const stop = { id_service: id, position, point: `(${lng},${at})`, address: `Calle ${position}` }
        await town.put('service_stops', stop)
      }
      return id
    }
    const grouping = async (rides: readonly number[] = []): Promise<number> => {
      const { status, body } = await post(0, 'groupings/create', { type: '3', id_product: van, id_branch: branch })
      expect(status, JSON.stringify(body)).toBe(200)
      const id = Number(body['id'])
      if (rides.length > 0) {
        const taken = await post(1, `groupings/${id}/assignService`, { ids: rides })
        expect(taken.status, JSON.stringify(taken.body)).toBe(200)
      }
      return id
    }
    const told = (answers: readonly RaceAnswer[]): string =>
      JSON.stringify(answers.map(({ status, body }) => [status, body['msg'] ?? body['errors']]))
    /** One was told yes; every other one why not. @returns the place of who won */
    const wonBy = (answers: readonly RaceAnswer[]): number => {
      const won = answers.findIndex(({ status }) => status === 200)
      expect(answers.map(({ status }) => status).sort(), told(answers)).toEqual([
        200,
        ...answers.slice(1).map(() => 409),
      ])
      for (const { status, body } of answers) {
        if (status === 409) expect(String(body['msg']), told(answers)).toMatch(/\S{3}/)
      }
      return won
    }
    interface Standing {
      readonly id_vehicle: number | null
      readonly id_driver: number | null
      readonly drivers: readonly (number | null)[]
      readonly rides: readonly number[]
    }
    const standing = (ids: readonly number[]) =>
      town.query<Standing>(
        `
        select g.id_vehicle::int as id_vehicle, g.id_driver::int as id_driver,
          coalesce((select json_agg(s.id_driver order by s.id)
            from services s where s.id_grouping = g.id), '[]') as drivers,
          coalesce((select json_agg(s.id order by s.id) from services s where s.id_grouping = g.id), '[]') as rides
        from groupings g where g.id = any($1) order by array_position($1::int[], g.id::int)`,
        [ids],
      )

    test(`a ride that three people put into three groupings at once is in one, in ${ROUNDS} rounds`, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const one = await ride(later())
        const ids = [await grouping(), await grouping(), await grouping()]
        const won = wonBy(await race(ids.map((id) => [`groupings/${id}/assignService`, { id_service: one }])))
        expect((await standing(ids)).map(({ rides }) => rides)).toEqual(ids.map((_, at) => (at === won ? [one] : [])))
      }
    }, 300_000)

    test('a vehicle that three people give to three groupings of one hour has one of them with all its rides, ' +
      `in ${ROUNDS} rounds`, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const when = later()
        const { id: driver, vehicle } = await town.driver(...PLACE)
        const ids = []
        for (let at = 0; at < PEOPLE; at++) ids.push(await grouping([await ride(when, at), await ride(when, at + 5)]))
        const won = wonBy(await race(ids.map((id) => [`groupings/${id}/assignVehicle`, { id_vehicle: vehicle }])))
        const stand = await standing(ids)
        expect(stand.map(({ id_vehicle, id_driver, drivers }) => [id_vehicle, id_driver, drivers])).toEqual(
          ids.map((_, at) => (at === won ? [vehicle, driver, [driver, driver]] : [null, null, [null, null]])),
        )
      }
    }, 300_000)

    test('a grouping that gets vehicles and a ride at once has one driver for all its rides, ' +
      `in ${ROUNDS} rounds`, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const when = later()
        const cars = [await town.driver(...PLACE), await town.driver(...PLACE)]
        const [id, more] = [await grouping([await ride(when), await ride(when, 3)]), await ride(when, 6)]
        const answers = await race([
          ...cars.map(({ vehicle }) => [`groupings/${id}/assignVehicle`, { id_vehicle: vehicle }] as const),
          [`groupings/${id}/assignService`, { id_service: more }],
        ])
        for (const { status } of answers) expect([200, 409], told(answers)).toContain(status)
        expect(
          answers.slice(0, 2).some(({ status }) => status === 200),
          told(answers),
        ).toBe(true)
        const [stand] = await standing([id])
        expect(cars.map((car) => car.id)).toContain(stand?.id_driver)
        expect(cars.find((car) => car.id === stand?.id_driver)?.vehicle).toBe(stand?.id_vehicle)
        // The ride that joined has the driver only where the grouping hands its rides on by itself.
        expect(stand?.rides.length, told(answers)).toBe(answers[2]?.status === 200 ? 3 : 2)
        const drivers = stand?.drivers.filter((_, at) => stand.rides[at] !== more)
        expect(new Set(drivers), told(answers)).toEqual(new Set([stand?.id_driver]))
      }
    }, 300_000)
  })
}
